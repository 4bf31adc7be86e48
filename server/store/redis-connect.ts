import type {RedisAddress} from './redis-address.ts';
import {connectCluster} from './redis-cluster.ts';
import type {RedisConnection} from './redis-connection.ts';
import {connectSingle} from './redis-single.ts';
import type {StoreLog} from './store-log.ts';

/**
 * Connects to Redis, in whatever way an address says.
 *
 * @param replicas How many replicas must have what a command changed before it counts as done.
 * @param reads Another connection, which shall not stay with an old master once this one has found the new one.
 */
export function connectRedis(
  address: RedisAddress,
  log: StoreLog,
  replicas: number,
  reads?: RedisConnection,
): RedisConnection {
  return address.kind === 'cluster'
    ? connectCluster(address, log, replicas)
    : connectSingle(address, log, replicas, reads);
}
