import type {Context, Middleware} from 'koa';

import {pathOf} from '../request/target.ts';
import {Problem} from '../response/problem.ts';
import {toProblem} from './errors.ts';

/** Who changes what. */
export interface Change {
  /** A CVR number, or the token's owner claim. */
  readonly caller?: string | undefined;
  /** The company or supplier that it is done for, where that is another. */
  readonly onBehalfOf?: string | undefined;
  /** Of what is changed, as in the interface. */
  readonly id?: string | number | undefined;
}

/** A line of the audit log. It never has the content of a change. */
export interface AuditLine extends Change {
  /** ISO 8601 in UTC. */
  readonly time: string;
  /** A to E. */
  readonly interface: string;
  readonly method: string;
  /** The HTTP status. */
  readonly code: number;
}

export interface AuditLog {
  /** Resolves to false while lines cannot be written: then no change may be made. */
  isWritable(): Promise<boolean>;
  /** Keeps the line until it is written; never throws. */
  write(line: AuditLine): void;
}

const writes = ['POST', 'PUT', 'DELETE'];

/** Adds to what the audit log says of a request, where it says anything. */
export function noteChange(context: Context, change: Change): void {
  const {change: noted} = context.state as {change?: Change};
  if (noted) Object.assign(noted, change);
}

/**
 * Writes one line for each request that would change something, whether it was allowed or not. While the log cannot be written such
 * requests are refused before anything else happens, so every change that is made has its line.
 *
 * @param letterOf Returns the letter of the interface that a path belongs to; `undefined`: requests there are not recorded.
 */
export function audit(
  log: AuditLog,
  letterOf: (path: string) => string | undefined,
  onRefused: () => void,
): Middleware {
  return async (context, next) => {
    const letter = writes.includes(context.method) ? letterOf(pathOf(context)) : undefined;
    if (letter === undefined) return next() as Promise<void>;
    if (!(await log.isWritable())) {
      onRefused();
      throw new Problem(503, 'Changes cannot be recorded at the moment, so none are made. Try again later.', {
        headers: {'Retry-After': '10'},
      });
    }
    const change: Change = {};
    (context.state as {change?: Change}).change = change;
    const write = (code: number) =>
      log.write({
        time: new Date().toISOString(),
        interface: letter,
        method: context.method,
        ...change,
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
