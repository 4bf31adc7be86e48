import type {Context, Middleware} from 'koa';

import {bounds} from '../../limits/bounds.ts';
import {createLineLimit} from '../../logs/line-limit.ts';
import {type AddressClass, classOfAddress} from '../request/address-class.ts';
import {pathOf} from '../request/target.ts';
import {Problem} from '../response/problem.ts';
import {toProblem} from './errors.ts';

/** A change, and its caller. */
export interface Change {
  /** A CVR number, or the token's owner claim. */
  readonly caller?: string | undefined;
  /** The company or supplier that it is done for, where that is another. */
  readonly onBehalfOf?: string | undefined;
  /** Of what is changed, as in the interface. */
  readonly id?: string | number | undefined;
  /** Whether a PUT created it. */
  readonly isNew?: boolean | undefined;
  /** Names of the fields that got another value, or that the request names where their former values are unknown. */
  readonly changed?: readonly string[] | undefined;
}

/** A line of the audit log. It never has the content of a change. */
export interface AuditLine extends Change {
  /** ISO 8601 in UTC. */
  readonly time: string;
  /** As in `X-Request-Id` and in the service log. */
  readonly requestId?: string | undefined;
  /** A to E. */
  readonly interface: string;
  readonly method: string;
  /** The HTTP status. */
  readonly code: number;
  /** Where the request came from; behind a proxy, where the proxy is. */
  readonly source: AddressClass;
}

/** A line about a command of an operator that changes stored data: one when it begins and one when it ends. */
export interface CommandLine {
  /** ISO 8601 in UTC. */
  readonly time: string;
  readonly event: 'command';
  readonly caller: 'operator';
  /** Such as `prune`. */
  readonly command: string;
  /** The options and arguments that decide what it changes, as they are typed. */
  readonly options?: string | undefined;
  /** Whose data it removes: the owner claim, or the CVR number. */
  readonly person?: string | undefined;
  readonly company?: string | undefined;
  readonly result: 'started' | 'done' | 'failed';
  /** How many documents and index entries it removed. */
  readonly removed?: number | undefined;
}

/** Says how many lines about unidentified callers were left out of the audit log. */
export interface LeftOutLine {
  readonly time: string;
  readonly event: 'leftOut';
  readonly count: number;
}

export interface AuditLog {
  /** False while lines cannot be written: then no change may be made. */
  isWritable(): boolean | Promise<boolean>;
  /** Resolves when the line is written, or kept until it can be; never rejects. */
  write(line: AuditLine | LeftOutLine): Promise<void>;
}

const writes = ['POST', 'PUT', 'DELETE'];

/** Unidentified callers choose what the path has as an id. */
const maxIdLength = 200;

interface AuditState {
  change?: Change;
  /** Writes the line, once. */
  record?: ((code: number) => Promise<void>) | undefined;
  requestId?: string;
}

/** Adds to what the audit log says of a request, where it says anything. */
export function noteChange(context: Context, change: Change): void {
  const {change: noted} = context.state as AuditState;
  if (noted) Object.assign(noted, change);
}

/** Writes the line of a change that was made, before its response is sent. Resolves when it is written; `undefined`: there is none. */
export function recordChange(context: Context, code: number): Promise<void> | undefined {
  const state = context.state as AuditState;
  const {record} = state;
  state.record = undefined;
  return record?.(code);
}

/**
 * Writes one line for each request that would change something, whether it was allowed or not. The line is written before the response
 * is sent. While the log cannot be written such requests are refused before anything else happens, so every change that is made has
 * its line. Of requests whose caller is unknown, `bounds.maxUnidentifiedAuditLinesPerMinute` get a line, and the others are counted.
 *
 * @param letterOf Returns the letter of the interface that a path belongs to; `undefined`: requests there are not recorded.
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
