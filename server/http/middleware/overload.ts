import type {Context} from 'koa';

import type {Shortage} from '../../limits/shares.ts';
import type {Metrics, Refusal} from '../metrics.ts';
import {Problem} from '../response/problem.ts';

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

/** Counts what is refused. */
export function createRefuse(metrics: Metrics): Refuse {
  return ({name, ...reasons}, shortage) => {
    const {why, message} = reasons[shortage];
    metrics.refused(why);
    const isTotal = shortage === 'total';
    throw new Problem(isTotal ? 503 : 429, message, {
      headers: {'Retry-After': retryAfter},
      reason: isTotal ? `too many ${name} at once` : `one caller has too many ${name} at once`,
    });
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
