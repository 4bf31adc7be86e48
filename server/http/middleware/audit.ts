import type {Context, Middleware} from 'koa';

import {pathOf} from '../request/target.ts';
import {Problem} from '../response/problem.ts';
import {toProblem} from './errors.ts';

/** What a handler tells of the change that it makes. */
export interface Change {
  /** Who calls: a CVR number, or a person by the token's owner claim. */
  readonly caller?: string | undefined;
  /** The company or supplier that it is done for, where that is another. */
  readonly onBehalfOf?: string | undefined;
  /** What is changed, by its id in the interface. */
  readonly id?: string | number | undefined;
}

/** A line of the audit log: who did what to what, when, and how it went; never what it holds. */
export interface AuditLine extends Change {
  /** ISO 8601 in UTC. */
  readonly time: string;
  /** The letter of the interface, A to E. */
  readonly interface: string;
  readonly method: string;
  /** The HTTP status of the answer. */
  readonly code: number;
}

/** Where audit lines go. */
export interface AuditLog {
  /** Resolves to false while lines cannot be written: then no change may be made. */
  isWritable(): Promise<boolean>;
  /** Keeps the line until it is written; never throws. */
  write(line: AuditLine): void;
}

const writes = ['POST', 'PUT', 'DELETE'];

/** Adds to what the audit log says of a request. */
export function noteChange(context: Context, change: Change): void {
  const state = context.state as {change?: Change};
  state.change = {...state.change, ...change};
}

/**
 * Writes one line for each request that would change something, whether it was allowed or not. While the log cannot be written such
 * requests are refused before anything else happens, so every change that is made has its line.
 *
 * @param letterOf Returns the letter of the interface that a path belongs to; `undefined`: requests there are not recorded.
 * @param onRefused Is called for each request that is refused.
 */
export function audit(
  log: AuditLog,
  letterOf: (path: string) => string | undefined,
  onRefused: () => void,
): Middleware {
  return async (context, next) => {
    const letter = writes.includes(context.method) ? letterOf(pathOf(context)) : undefined;
    if (letter === undefined) {
      await next();
      return;
    }
    if (!(await log.isWritable())) {
      onRefused();
      throw new Problem(503, 'Changes cannot be recorded at the moment, so none are made. Try again later.', {
        headers: {'Retry-After': '10'},
      });
    }
    const write = (code: number) =>
      log.write({
        time: new Date().toISOString(),
        interface: letter,
        method: context.method,
        ...(context.state as {change?: Change}).change,
        code,
      });
    try {
      await next();
      write(context.status);
    } catch (error) {
      write(toProblem(error).code);
      throw error;
    }
  };
}
