import type {Context, Middleware} from 'koa';

import {bounds} from '../../limits/bounds.ts';
import type {AuditLog, Change} from '../../logs/audit-line.ts';
import {createLineLimit} from '../../logs/line-limit.ts';
import {classOfAddress} from '../request/address-class.ts';
import {pathOf} from '../request/target.ts';
import {Problem} from '../response/problem.ts';
import {toProblem} from './errors.ts';

const writes = ['POST', 'PUT', 'DELETE'];

/** Unidentified callers control the id in the path. */
const maxIdLength = 200;

interface AuditState {
  change?: Change;
  /** Writes the line, once. */
  record?: ((code: number) => Promise<void>) | undefined;
  requestId?: string;
}

/** Adds to the audit log's line of a request, if it gets one. */
export function noteChange(context: Context, change: Change): void {
  const {change: noted} = context.state as AuditState;
  if (noted) Object.assign(noted, change);
}

/** Writes the line of a change before its response is sent. Resolves when it is written. Returns `undefined` if there is no line. */
export function recordChange(context: Context, code: number): Promise<void> | undefined {
  const state = context.state as AuditState;
  const {record} = state;
  state.record = undefined;
  return record?.(code);
}

/**
 * Writes one line for each request that changes something or attempts to, before its response is sent. While the log cannot be written,
 * such requests are refused first, so every change has a line. Of requests with an unknown caller,
 * `bounds.maxUnidentifiedAuditLinesPerMinute` get a line, and the others are counted.
 *
 * @param letterOf Returns the letter of a path's interface; `undefined`: its requests are not recorded.
 */
export function audit(
  log: AuditLog,
  letterOf: (path: string) => string | undefined,
  onRefused: () => void,
): Middleware {
  const allowsUnidentified = createLineLimit(bounds.maxUnidentifiedAuditLinesPerMinute, count => {
    void log.write({time: new Date().toISOString(), event: 'leftOut', count});
  });

  async function record(context: Context, letter: string, code: number): Promise<void> {
    const {change: {caller, onBehalfOf, id, ...rest} = {}, requestId} = context.state as AuditState;
    if (caller === undefined && !allowsUnidentified()) return;
    await log.write({
      time: new Date().toISOString(),
      requestId,
      interface: letter,
      method: context.method,
      caller,
      onBehalfOf: onBehalfOf === caller ? undefined : onBehalfOf,
      id: typeof id === 'string' ? id.slice(0, maxIdLength) : id,
      ...rest,
      code,
      source: classOfAddress(context.req.socket),
    });
  }

  return async (context, next) => {
    const letter = writes.includes(context.method) ? letterOf(pathOf(context)) : undefined;
    if (letter === undefined) return next() as Promise<void>;
    const isWritable = log.isWritable();
    if (isWritable !== true && !(await isWritable)) {
      onRefused();
      throw new Problem(503, 'Changes cannot be recorded at the moment, so none are made. Try again later.', {
        headers: {'Retry-After': '10'},
      });
    }
    const state = context.state as AuditState;
    state.change = {};
    state.record = code => record(context, letter, code);
    try {
      await next();
    } catch (error) {
      await recordChange(context, toProblem(error).code);
      throw error;
    }
    return recordChange(context, context.status);
  };
}
