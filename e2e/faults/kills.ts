import {startRedisCluster} from '../../server/store/testing/redis-cluster.ts';
import {startRedis} from '../../server/store/testing/redis-server.ts';
import {nodeTimeoutMs} from './failovers.ts';
import {type FaultSetup, noop, pause} from './fault-setup.ts';
import type {TestSystem} from './test-system.ts';

export async function killService({service}: TestSystem): Promise<number> {
  const killed = performance.now();
  await service.kill();
  await service.start();
  return killed;
}

/** Kills the service (SIGKILL) and restarts it. */
export function serviceOnLmdb(): Promise<FaultSetup> {
  return Promise.resolve({settings: {}, inject: killService, repair: noop, stop: noop});
}

/** @param appendfsync The Redis setting. */
export async function serviceOnRedis(appendfsync: string): Promise<FaultSetup> {
  const redis = await startRedis('--appendfsync', appendfsync);
  return {
    settings: {TAVLE_STORE: redis.url},
    inject: killService,
    repair: noop,
    stop: () => redis.stop(),
  };
}

export async function serviceOnCluster(): Promise<FaultSetup> {
  const cluster = await startRedisCluster(nodeTimeoutMs);
  return {
    settings: {TAVLE_STORE: cluster.url},
    inject: killService,
    repair: noop,
    stop: () => cluster.stop(),
  };
}

/** Kills a Redis server (SIGKILL) and restarts it on its append-only file. */
export async function redisServer(appendfsync: string, ...settings: string[]): Promise<FaultSetup> {
  const redis = await startRedis('--appendfsync', appendfsync, ...settings);
  return {
    settings: {TAVLE_STORE: redis.url},
    async inject() {
      const killed = performance.now();
      await redis.kill();
      await redis.restart();
      return killed;
    },
    repair: noop,
    stop: () => redis.stop(),
  };
}

/** Stops a Redis server for a while. Requests must get a 503. */
export async function hangingRedis(hang: number): Promise<FaultSetup> {
  const redis = await startRedis('--appendfsync', 'always');
  return {
    settings: {TAVLE_STORE: redis.url},
    async inject({service, expected, callAsPerson}) {
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
    },
    repair: noop,
    stop: () => redis.stop(),
  };
}
