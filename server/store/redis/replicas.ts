import type {Redis} from 'ioredis';

import {StoreUnavailable} from '../store.ts';

/** Returns how many replicas are connected to a master; `Infinity` where the server does not say. */
export async function connectedReplicas(redis: Redis): Promise<number> {
  const text = await redis.info('replication').catch(() => '');
  return Number(/^connected_slaves:(\d+)/m.exec(text)?.[1] ?? Infinity);
}

/** @throws {StoreUnavailable} when masters respond, and none has as many replicas connected as each change waits for. */
export async function requireReplicas(masters: readonly Redis[], replicas: number): Promise<void> {
  if (!replicas || !masters.length) return;
  const most = Math.max(0, ...(await Promise.all(masters.map(connectedReplicas))));
  if (most >= replicas) return;
  throw new StoreUnavailable(
    undefined,
    `Redis has ${most} of the ${replicas} replicas that TAVLE_STORE_REPLICAS asks for: changes get 503 until they are connected.`,
  );
}
