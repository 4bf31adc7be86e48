import {hash} from 'node:crypto';

import {hasReplicas} from '../store/open-store.ts';
import {parseRedisAddress, type SentinelLogin} from '../store/redis/address.ts';
import {connectRedis} from '../store/redis/connect.ts';
import {silent} from '../store/store-log.ts';

export interface SharedCounts {
  /** Returns how many calls there are now, and when the window ends, in milliseconds since 1970. @throws When the others can't be reached. */
  add(caller: string, calls: number): Promise<{taken: number; ends: number}>;
  close(): Promise<void>;
}

/**
 * Opens the counts that the processes on one store share, on a separate connection so that they can't hold up the
 * store; `undefined` where the store is embedded.
 *
 * @param duration Of the window, in seconds.
 */
export function openSharedCounts(
  store: string,
  duration: number,
  sentinelLogin?: SentinelLogin,
): SharedCounts | undefined {
  if (!hasReplicas(store)) return undefined;
  const address = parseRedisAddress(store, sentinelLogin);
  // The store logs that a server is away; the counts do not repeat it.
  const connection = connectRedis(address, silent, 0);
  return {
    async add(caller, calls) {
      // A hash tag of Redis Cluster spreads callers over the nodes: without the node of a caller, only its calls go uncounted.
      const key = `${address.prefix}:calls:{${hash('sha256', caller, 'base64url')}}`;
      const reply = await connection.run(key, ['eval', addScript, 1, key, calls, duration * 1_000]);
      const [taken, left] = reply as [number, number];
      return {taken, ends: Date.now() + left};
    },
    close: () => connection.close(),
  };
}

/** Adds to a count, which lasts for a window from its first call on; returns it, and the milliseconds that are left of the window. */
const addScript = `
  local taken = redis.call('INCRBY', KEYS[1], ARGV[1])
  if redis.call('PTTL', KEYS[1]) < 0 then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
  return {taken, redis.call('PTTL', KEYS[1])}`;
