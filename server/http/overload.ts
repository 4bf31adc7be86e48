import type {Context} from 'koa';
import type {Logger} from 'pino';

import type {Shortage} from '../limits/shares.ts';
import type {Metrics, Refusal} from './metrics.ts';
import {Problem} from './problem.ts';

/** The minimum time between two log lines about the same thing. */
const logIntervalMs = 10_000;

/** The seconds in `Retry-After`. */
const retryAfter = '1';

/** What there is too much of: its name in the log, and what a client learns of it. */
export interface Overload {
  readonly name: string;
  readonly total: {readonly why: Refusal; readonly message: string};
  readonly share: {readonly why: Refusal; readonly message: string};
}

/** Refuses a request: 503 where nothing is left for anyone, 429 where its caller holds its share. @throws {Problem} */
export type Refuse = (overload: Overload, shortage: Shortage) => never;

/** Counts what is refused, and logs at most one line in ten seconds of each kind, without naming the caller. */
export function createRefuse(metrics: Metrics, log: Logger): Refuse {
  const nextLines = new Map<Refusal, number>();

  return ({name, ...reasons}, shortage) => {
    const {why, message} = reasons[shortage];
    metrics.refused(why);
    if (Date.now() >= (nextLines.get(why) ?? 0)) {
      nextLines.set(why, Date.now() + logIntervalMs);
      log.warn(
        {why},
        shortage === 'total' ? `too many ${name} at once` : `one caller has too many ${name} at once`,
      );
    }
    const code = shortage === 'total' ? 503 : 429;
    throw new Problem(code, message, {headers: {'Retry-After': retryAfter}});
  };
}

/** Remembers who sent a request, so that what it holds is counted for that caller. */
export function setCaller(context: Context, caller: string): void {
  (context.state as {caller?: string}).caller = caller;
}

/** Empty before the caller is known. */
export function callerOf(context: Context): string {
  return (context.state as {caller?: string}).caller ?? '';
}
