import {hash} from 'node:crypto';

import {RateLimiterRedis, RateLimiterRes} from 'rate-limiter-flexible';

import {hasReplicas} from '../store/open-store.ts';
import {parseRedisAddress, type SentinelLogin} from '../store/redis/address.ts';
import {connectRedis} from '../store/redis/connect.ts';
import {silent} from '../store/store-log.ts';

/** What all processes counted together. */
export interface SharedCounts {
  /**
   * Adds calls to a caller's window, which begins with the first.
   *
   * @returns How many there are now, and when the window ends, in milliseconds since 1970.
   * @throws When the others can't be told.
   */
  add(caller: string, calls: number): Promise<{taken: number; ends: number}>;
  close(): Promise<void>;
}

/**
 * Opens the counts that the processes on one store share, on a connection of their own so that they can't hold up the
 * store; `undefined` where the store is embedded.
 *
 * @param most How many calls a window takes.
 * @param duration Of the window, in seconds.
 * @param sentinelLogin As for `openStore`.
 */
export function openSharedCounts(
  store: string,
  most: number,
  duration: number,
  sentinelLogin?: SentinelLogin,
): SharedCounts | undefined {
  if (!hasReplicas(store)) return undefined;
  const address = parseRedisAddress(store, sentinelLogin);
  // The store tells of a server that is away; the counts do without it.
  const connection = connectRedis(address, silent, 0);
  const limiter = new RateLimiterRedis({
    storeClient: {
      eval: (script: string, {keys, arguments: values}: {keys: [string]; arguments: string[]}) =>
        connection.run(keys[0], ['eval', script, keys.length, ...keys, ...values]),
    },
    // Of the ways in which the library calls a client, the one that needs nothing but `eval`.
    useRedisPackage: true,
    keyPrefix: `${address.prefix}:calls`,
    points: most,
    duration,
  });

  return {
    async add(caller, calls) {
      const {consumedPoints, msBeforeNext} = await limiter.consume(tagOf(caller), calls).catch(asCounted);
      return {taken: consumedPoints, ends: Date.now() + msBeforeNext};
    },
    close: () => connection.close(),
  };
}

/** Beyond its limit the library rejects with the count. */
function asCounted(reason: unknown): RateLimiterRes {
  if (reason instanceof RateLimiterRes) return reason;
  throw reason;
}

/** A hash tag of Redis Cluster, so that callers are spread over the nodes: without the node of a caller, only its calls go uncounted. */
function tagOf(caller: string): string {
  return `{${hash('sha256', caller, 'base64url')}}`;
}
