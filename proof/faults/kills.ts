import {setTimeout as pause} from 'node:timers/promises';

import {startRedisCluster} from '../../server/store/testing/redis-cluster.ts';
import {type RedisServer, startRedis} from '../../server/store/testing/redis-server.ts';
import {nodeTimeoutMs} from './failovers.ts';
import type {FaultSetup} from './fault-setup.ts';
import type {TestSystem} from './test-system.ts';

export async function killService({service}: TestSystem): Promise<number> {
  const killed = performance.now();
  await service.kill();
  await service.start();
  return killed;
}

/** Prepares a Redis server and its fault. @param inject Returns the fault of a server. */
export async function onRedis(
  inject: (redis: RedisServer) => FaultSetup['inject'],
  appendfsync = 'always',
  ...settings: string[]
): Promise<FaultSetup> {
  const redis = await startRedis('--appendfsync', appendfsync, ...settings);
  return {settings: {TAVLE_STORE: redis.url}, inject: inject(redis), stop: () => redis.stop()};
}

/** Kills the service (SIGKILL) and restarts it. */
export const serviceOnLmdb = (): FaultSetup => ({inject: killService});

/** Kills a service on Redis and restarts it. @param appendfsync The Redis setting. */
export const serviceOnRedis = (appendfsync: string) => onRedis(() => killService, appendfsync);

export async function serviceOnCluster(): Promise<FaultSetup> {
  const cluster = await startRedisCluster(nodeTimeoutMs);
  return {settings: {TAVLE_STORE: cluster.url}, inject: killService, stop: () => cluster.stop()};
}

/** Kills a Redis server (SIGKILL) and restarts it on its append-only file. */
export function redisServer(appendfsync: string, ...settings: string[]): Promise<FaultSetup> {
  const inject = (redis: RedisServer) => async () => {
    const killed = performance.now();
    await redis.kill();
    await redis.restart();
    return killed;
  };
  return onRedis(inject, appendfsync, ...settings);
}

/** Stops a Redis server for a while. Requests must get a 503. */
export function hangingRedis(hang: number): Promise<FaultSetup> {
  return onRedis(redis => async ({service, expected, callAsPerson}) => {
    const call = await callAsPerson('patient');
    redis.freeze();
    try {
      const end = performance.now() + hang;
      while (performance.now() < end) {
        const put = await expected.request(
          () => call('PUT', '/dashboard/1/apps/state?app=app-0&activated=true'),
          200,
        );
        expected.verify(put === undefined, 'failed', 'A change is acknowledged while Redis hangs');
        const live = await expected.request(() => call('GET', '/health/live'), 200);
        expected.verify(live !== undefined, 'failed', `${service.url} does not respond`);
        await pause(100);
      }
    } finally {
      redis.thaw();
    }
    return performance.now();
  });
}
