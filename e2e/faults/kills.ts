import {until, withClient} from '../../server/store/testing/redis-process.ts';
import {startRedisCluster} from '../../server/store/testing/redis-cluster.ts';
import {startRedisSentinels} from '../../server/store/testing/redis-sentinel.ts';
import {type RedisServer, startRedis} from '../../server/store/testing/redis-server.ts';
import {nothing, pause, type Stage} from './stage.ts';
import type {Town} from './town.ts';

/** Milliseconds after which a silent master counts as lost. */
const nodeTimeout = 2_000;

export async function killService({service}: Town): Promise<number> {
  const killed = performance.now();
  await service.kill();
  await service.start();
  return killed;
}

/** kill -9 of the service, which is started again. */
export function serviceOnLmdb(): Promise<Stage> {
  return Promise.resolve({settings: {}, strike: killService, repair: nothing, stop: nothing});
}

/** @param appendfsync Of Redis. */
export async function serviceOnRedis(appendfsync: string): Promise<Stage> {
  const redis = await startRedis('--appendfsync', appendfsync);
  return {
    settings: {TAVLE_STORE: redis.url},
    strike: killService,
    repair: nothing,
    stop: () => redis.stop(),
  };
}

export async function serviceOnCluster(): Promise<Stage> {
  const cluster = await startRedisCluster(nodeTimeout);
  return {
    settings: {TAVLE_STORE: cluster.url},
    strike: killService,
    repair: nothing,
    stop: () => cluster.stop(),
  };
}

/** kill -9 of a Redis server, which is started again on its append-only file. */
export async function redisItself(appendfsync: string, ...settings: string[]): Promise<Stage> {
  const redis = await startRedis('--appendfsync', appendfsync, ...settings);
  return {
    settings: {TAVLE_STORE: redis.url},
    async strike() {
      const killed = performance.now();
      await redis.kill();
      await redis.restart();
      return killed;
    },
    repair: nothing,
    stop: () => redis.stop(),
  };
}

/** A Redis server that stands still for a while; others are answered, and told so. */
export async function hangingRedis(hang: number): Promise<Stage> {
  const redis = await startRedis('--appendfsync', 'always');
  return {
    settings: {TAVLE_STORE: redis.url},
    async strike({service, ledger, callAsPerson}) {
      const call = await callAsPerson('patient');
      redis.freeze();
      try {
        const end = performance.now() + hang;
        while (performance.now() < end) {
          const put = await ledger.ask(
            () => call('PUT', '/dashboard/1/apps/state?app=app-0&activated=true'),
            200,
          );
          ledger.expect(put === undefined, 'failed', 'A change is acknowledged while Redis stands still');
          const live = await ledger.ask(() => call('GET', '/health/live'), 200);
          ledger.expect(live !== undefined, 'failed', `${service.url} does not answer`);
          await pause(100);
        }
      } finally {
        redis.thaw();
      }
      return performance.now();
    },
    repair: nothing,
    stop: () => redis.stop(),
  };
}

/** kill -9 of a master; another takes its place before it comes back. */
export async function clusterMaster(): Promise<Stage> {
  const copies = 2;
  const cluster = await startRedisCluster(nodeTimeout, copies);
  const servers = [...cluster.masters, ...cluster.replicas];
  return {
    settings: {TAVLE_STORE: cluster.url, TAVLE_STORE_REPLICAS: '1'},
    ...masterLoss(servers, copies),
    stop: () => cluster.stop(),
  };
}

export async function sentinelMaster(): Promise<Stage> {
  const copies = 2;
  const sentinels = await startRedisSentinels(nodeTimeout);
  return {
    settings: {TAVLE_STORE: sentinels.url, TAVLE_STORE_REPLICAS: '1'},
    ...masterLoss([sentinels.master, ...sentinels.replicas], copies),
    stop: () => sentinels.stop(),
  };
}

function masterLoss(servers: readonly RedisServer[], copies: number): Pick<Stage, 'strike' | 'repair'> {
  let lost: RedisServer | undefined;

  const wholeMasters = async () => {
    const whole = await Promise.all(
      servers.map(async server =>
        (await role(server)).includes(`connected_slaves:${copies}`) ? [server] : [],
      ),
    );
    return whole.flat();
  };

  return {
    async strike() {
      const masters = await wholeMasters();
      lost = masters[Math.floor(Math.random() * masters.length)];
      const killed = performance.now();
      await lost?.kill();
      return killed;
    },

    async repair() {
      await lost?.restart();
      await until('every master has its replicas back', async () => {
        const masters = await wholeMasters();
        return masters.length * (1 + copies) === servers.length;
      });
    },
  };
}

/** What a server says of its part: `role:master` and who follows it. */
function role({port}: RedisServer): Promise<string> {
  return withClient(port, client => client.info('replication'));
}
