import type {Redis} from 'ioredis';

import type {RedisAddress} from './address.ts';
import {connectCluster} from './cluster.ts';
import type {RedisConnection} from './connection.ts';
import {connectSingle} from './single.ts';
import type {StoreLog} from '../store-log.ts';

/**
 * Connects to Redis, in whatever way an address says.
 *
 * @param replicas How many replicas must have what a command changed before it counts as done.
 * @param companions Collects the connections that must be to the same master. In a cluster, the nodes redirect each command themselves.
 */
export function connectRedis(
  address: RedisAddress,
  log: StoreLog,
  replicas: number,
  companions: Redis[] = [],
): RedisConnection {
  return address.kind === 'cluster'
    ? connectCluster(address, log, replicas)
    : connectSingle(address, log, replicas, companions);
}
