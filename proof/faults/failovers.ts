import {setTimeout as pause} from 'node:timers/promises';

import {killUnreplicated} from '../../server/store/testing/kill-unreplicated.ts';
import {startRedisCluster} from '../../server/store/testing/redis-cluster.ts';
import {isMaster, replicationOf, until, withClient} from '../../server/store/testing/redis-process.ts';
import {startRedisSentinels} from '../../server/store/testing/redis-sentinel.ts';
import type {RedisServer} from '../../server/store/testing/redis-server.ts';
import type {FaultSetup} from './fault-setup.ts';

/* Faults for `scenarios.ts`: Redis loses a master, and a replica is promoted. Other faults use the functions about masters and replicas. */

/** The time, in milliseconds, after which a silent master counts as lost. */
export const nodeTimeoutMs = 2_000;

/** The time, in milliseconds, that a master runs without its replicas: a POST and its retry wait a second each for them. */
const isolationMs = 3_000;

/** The time, in milliseconds, by which the promoted replica lags behind the other one. */
const lagMs = 1_000;

/** The number of replicas of each master. */
const replicaCount = 2;

/** A key in the slot of the counter of deadlines. */
export const counter = '{frist/antal}';

/** Kills a master, and returns it. */
type MasterLoss = (servers: readonly RedisServer[]) => Promise<RedisServer>;

/** Kills a master (SIGKILL). A replica is promoted before the master restarts. */
export const clusterMaster = () => onCluster(loseAnyMaster);
export const sentinelMaster = () => onSentinels(loseAnyMaster);

/** Isolates a master from its replicas before it is killed, while changes continue. In the cluster, the lagging replica is promoted. */
export const clusterCutOff = () => onCluster(promoteLaggingReplica, replicaCount);
export const sentinelCutOff = () => onSentinels(loseIsolatedMaster);

/** Prepares a Redis Cluster and its fault. @param confirmed The number of replicas that must confirm a change. If all must, changes only continue when the lost master is back as a replica. */
async function onCluster(lose: MasterLoss, confirmed = 1): Promise<FaultSetup> {
  // A master without replicas must not receive the replicas of another master.
  const settings = ['--cluster-allow-replica-migration', 'no'];
  const cluster = await startRedisCluster(nodeTimeoutMs, replicaCount, ...settings);
  const servers = [...cluster.masters, ...cluster.replicas];
  const loseAndRestart: MasterLoss = async all => {
    const lost = await lose(all);
    const others = all.filter(server => server !== lost);
    await until('a replica has taken its place', async () => {
      const masters = await filter(others, isMaster);
      return masters.length === cluster.masters.length;
    });
    await lost.restart();
    return lost;
  };
  const waitsForAll = confirmed === replicaCount;
  return {
    settings: {TAVLE_STORE: cluster.url, TAVLE_STORE_REPLICAS: String(confirmed)},
    ...masterLoss(servers, waitsForAll ? loseAndRestart : lose),
    ...(waitsForAll && {repair: () => waitForReplicas(servers)}),
    stop: () => cluster.stop(),
  };
}

async function onSentinels(lose: MasterLoss): Promise<FaultSetup> {
  const sentinels = await startRedisSentinels(nodeTimeoutMs);
  return {
    settings: {TAVLE_STORE: sentinels.url, TAVLE_STORE_REPLICAS: '1'},
    ...masterLoss([sentinels.master, ...sentinels.replicas], lose),
    stop: () => sentinels.stop(),
  };
}

function masterLoss(
  servers: readonly RedisServer[],
  lose: MasterLoss,
): Pick<FaultSetup, 'inject' | 'repair'> {
  let lost: RedisServer | undefined;
  return {
    async inject() {
      lost = await lose(servers);
      return performance.now();
    },

    async repair() {
      await lost?.restart();
      await waitForReplicas(servers);
    },
  };
}

export async function waitForReplicas(servers: readonly RedisServer[]): Promise<void> {
  await until('every master has its replicas', async () => {
    const masters = await findReplicatedMasters(servers);
    return masters.length * (1 + replicaCount) === servers.length;
  });
}

async function loseAnyMaster(servers: readonly RedisServer[]): Promise<RedisServer> {
  const masters = await findReplicatedMasters(servers);
  const master = required(masters[Math.floor(Math.random() * masters.length)]);
  await master.kill();
  return master;
}

async function loseIsolatedMaster(servers: readonly RedisServer[]): Promise<RedisServer> {
  const master = await findMasterOf(counter, await findReplicatedMasters(servers));
  await killUnreplicated(master, await findReplicas(master, servers), isolationMs);
  return master;
}

/** Kills a master. The lagging replica is promoted before the other replica, which has more changes, comes back. */
async function promoteLaggingReplica(servers: readonly RedisServer[]): Promise<RedisServer> {
  const master = await findMasterOf(counter, await findReplicatedMasters(servers));
  const [lagging, ...others] = await findReplicas(master, servers);
  lagging?.freeze();
  await pause(lagMs);
  await killUnreplicated(master, others, isolationMs, async () => {
    lagging?.thaw();
    const isPromoted = () => isMaster(required(lagging));
    await until('the replica that lags is promoted', isPromoted);
  });
  return master;
}

/** Returns the master that has a key. @throws When no master has the key. */
export async function findMasterOf(key: string, masters: readonly RedisServer[]): Promise<RedisServer> {
  const [master] = await filter(masters, ({port}) =>
    withClient(port, client => client.exists(key)).then(
      () => true,
      () => false,
    ),
  );
  return required(master);
}

export function findReplicas({port}: RedisServer, servers: readonly RedisServer[]): Promise<RedisServer[]> {
  return filter(servers, async server => (await replicationOf(server)).includes(`master_port:${port}\r`));
}

/** Returns the masters with all replicas online. A replica that is still loading is connected, but not online. */
function findReplicatedMasters(servers: readonly RedisServer[]): Promise<RedisServer[]> {
  return filter(
    servers,
    async server => (await replicationOf(server)).split('state=online').length - 1 === replicaCount,
  );
}

async function filter<Item>(
  items: readonly Item[],
  holds: (item: Item) => Promise<boolean>,
): Promise<Item[]> {
  const held = await Promise.all(items.map(holds));
  return items.filter((_, place) => held[place]);
}

function required<Found>(found: Found | undefined): Found {
  if (found === undefined) throw new Error('The server was not found.');
  return found;
}
