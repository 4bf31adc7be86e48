import type {Context, Middleware} from 'koa';

import type {AuditLog, Change} from '../logs/audit-line.ts';
import {classOfAddress} from './addresses.ts';
import {Problem} from '../problem.ts';
import {toProblem} from './errors.ts';

/* Records the changes of a request in the audit log. For `operations/routes.ts` and handlers, which add fields with
 * `noteChange`; add a new field to `Change` in `logs/audit-line.ts`. The line of a change must be written before the
 * response. While no line can be written, changes must be refused. */

interface AuditState {
  change?: Change;
  /** Writes the line, once. */
  record?: ((code: number, isRefused: boolean) => Promise<void> | undefined) | undefined;
  requestId?: string;
}

/** Adds to the audit line of a request, if the request gets a line. A handler calls this before it returns. */
export function noteChange(context: Context, change: Change): void {
  const {change: noted} = context.state as AuditState;
  if (noted) Object.assign(noted, change);
}

/** Returns the fields of an audit line that name companies: the manual's searches use these. */
export const forCompanies = ([first, ...others]: readonly string[]) =>
  others.length ? {companies: [first ?? '', ...others]} : {onBehalfOf: first};

/** Leaves out the line of a request that turned out to change nothing: repeated, such lines would fill the log. */
export function leaveOutChange(context: Context): void {
  (context.state as AuditState).record = undefined;
}

/**
 * Writes the line of a change before its response is sent. The promise resolves when the line is written. Returns `undefined` if
 * there is nothing to wait for.
 *
 * @param isRefused Whether the request certainly changed nothing. Default: false.
 */
export function recordChange(context: Context, code: number, isRefused = false): Promise<void> | undefined {
  const state = context.state as AuditState;
  const {record} = state;
  state.record = undefined;
  return record?.(code, isRefused);
}

/**
 * Writes one line for each request that changes something or is refused, before its response is sent. While the log cannot be written,
 * such requests are refused first, so every change has a line. Lines of refused requests are limited.
 *
 * @param letter The name of the interface.
 */
export function audit(log: AuditLog, letter: string, onRefused: () => void): Middleware {
  function record(context: Context, code: number, isRefused: boolean): Promise<void> | undefined {
    const {change: {caller, onBehalfOf, id, ...rest} = {}, requestId} = context.state as AuditState;
    const line = {
      time: new Date().toISOString(),
      requestId,
      interface: letter,
      method: context.method,
      caller,
      onBehalfOf: onBehalfOf === caller ? undefined : onBehalfOf,
      id,
      ...rest,
      code,
      source: classOfAddress(context.req.socket),
    };
    // An unidentified caller changes nothing.
    return isRefused || caller === undefined ? log.writeRefused(line) : log.write(line);
  }

  return async (context, next) => {
    if (!log.isWritable()) {
      onRefused();
      throw new Problem(503, 'Changes cannot be recorded at the moment, so none are made. Try again later.', {
        headers: {'Retry-After': '10'},
      });
    }
    const state = context.state as AuditState;
    state.change = {};
    state.record = (code, isRefused) => record(context, code, isRefused);
    try {
      await next();
    } catch (error) {
      const {code} = toProblem(error);
      await recordChange(context, code, code < 500 || error instanceof Problem);
      throw error;
    }
  };
}
