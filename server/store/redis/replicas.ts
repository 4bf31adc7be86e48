import type {Redis} from 'ioredis';

import {StoreUnavailable} from '../store.ts';

/** Returns how many replicas are connected to a master; `Infinity` if the server does not report it. */
export async function connectedReplicas(redis: Redis): Promise<number> {
  const text = await redis.info('replication').catch(() => '');
  return Number(/^connected_slaves:(\d+)/m.exec(text)?.[1] ?? Infinity);
}

/** @throws {StoreUnavailable} when no responding master has the required number of connected replicas. */
export async function requireReplicas(masters: readonly Redis[], replicas: number): Promise<void> {
  if (!replicas || !masters.length) return;
  const connected = Math.max(0, ...(await Promise.all(masters.map(connectedReplicas))));
  if (connected >= replicas) return;
  throw new StoreUnavailable(
    undefined,
    `Redis has ${connected} of the ${replicas} replicas that TAVLE_STORE_REPLICAS requires: changes get 503 until they are connected.`,
  );
}
