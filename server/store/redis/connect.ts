import type {Redis} from 'ioredis';

import type {RedisAddress} from './address.ts';
import {connectCluster} from './cluster.ts';
import type {RedisConnection} from './connection.ts';
import {connectSingle} from './single.ts';
import type {StoreLog} from '../store-log.ts';

/**
 * Connects to the server, the cluster or the Sentinels of an address.
 *
 * @param replicas How many replicas must have a change before it is acknowledged.
 * @param companions Collects the connections that must be to the same master. A cluster does not need it: its nodes redirect commands.
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
