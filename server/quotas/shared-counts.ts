import {hash} from 'node:crypto';

import {hasReplicas} from '../store/open-store.ts';
import {parseRedisAddress, type SentinelLogin} from '../store/redis/address.ts';
import {connectRedis} from '../store/redis/connect.ts';
import {silent} from '../store/store-log.ts';

export interface SharedCounts {
  /** Returns the number of calls, and the remaining time of the window. @throws Without a connection. */
  add(caller: string, calls: number): Promise<{taken: number; remainingMs: number}>;
  close(): Promise<void>;
}

/**
 * Opens the counts that the processes on one store share, on a separate connection so that they can't block the store; `undefined` for an
 * embedded store.
 *
 * @param duration The length of the window in seconds.
 */
export function openSharedCounts(
  store: string,
  duration: number,
  sentinelLogin?: SentinelLogin,
): SharedCounts | undefined {
  if (!hasReplicas(store)) return undefined;
  const address = parseRedisAddress(store, sentinelLogin);
  // Only the store logs that a server is down.
  const connection = connectRedis(address, silent, 0);
  return {
    async add(caller, calls) {
      // A hash tag spreads callers over the nodes of Redis Cluster: a lost node affects only its callers.
      const key = `${address.prefix}:calls:{${hash('sha256', caller, 'base64url')}}`;
      const reply = await connection.run(key, ['eval', addScript, 1, key, calls, duration * 1_000]);
      const [taken, remainingMs] = reply as [number, number];
      return {taken, remainingMs};
    },
    close: () => connection.close(),
  };
}

/**
 * Adds to a count, which expires a window after its first call, or after the first one since the clock of Redis was set back. Returns the count, and
 * the remaining milliseconds.
 */
const addScript = `
  local taken = redis.call('INCRBY', KEYS[1], ARGV[1])
  local remaining = redis.call('PTTL', KEYS[1])
  local duration = tonumber(ARGV[2])
  if remaining < 0 or remaining > duration then
    redis.call('PEXPIRE', KEYS[1], duration)
    remaining = duration
  end
  return {taken, remaining}`;
