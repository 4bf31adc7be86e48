import {setTimeout} from 'node:timers/promises';

import type {Command} from './command-batcher.ts';
import type {RedisConnection} from './connection.ts';
import {removeScript} from './scripts.ts';

/* Repeats commands while Redis fails over, for `redis-store.ts` and `contents.ts`. A command that must not run twice
 * belongs in `runsOnce`, and an error of Redis that passes by itself in `isRefusal`. */

/** The pause between two attempts. */
const pauseMs = 200;

/** Runs work again while Redis does not respond. */
export type Retry = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Returns a function that repeats work. @param timeoutMs How long after the first attempt another one may begin. `undefined`: work runs once. */
export function createRetry(timeoutMs: number | undefined): Retry {
  if (timeoutMs === undefined) return work => work();
  return async work => {
    const end = performance.now() + timeoutMs;
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (performance.now() > end || isRefusal(error as Error)) throw error;
        await setTimeout(pauseMs);
      }
    }
  };
}

/** Returns whether a second run of a command changes the result. A second removal would find another version. */
const runsOnce = ([name, digest]: Command) =>
  name === 'incrby' || (name === 'evalsha' && digest === removeScript.digest);

/** Repeats the commands of a connection that may run twice. */
export function withRepeats(connection: RedisConnection, retry: Retry): RedisConnection {
  return {
    ...connection,
    run: (key, command) =>
      runsOnce(command) ? connection.run(key, command) : retry(() => connection.run(key, command)),
    confirmReplicated: () => retry(() => connection.confirmReplicated()),
    masters: () => retry(() => connection.masters()),
  };
}

/** Returns whether a server responded with an error that another attempt would get as well. */
function isRefusal({name, message}: Error): boolean {
  return (
    name === 'ReplyError' &&
    !/^(?:LOADING|CLUSTERDOWN|MASTERDOWN|READONLY|NOREPLICAS|TRYAGAIN|MOVED|ASK)\b/.test(message)
  );
}
