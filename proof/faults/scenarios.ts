// The table of all faults, for `run.ts` and `faults.spec.ts`. Add a row for a new fault or another engine.
import {jumpingClock} from './clock.ts';
import {clusterCutOff, clusterMaster, sentinelCutOff, sentinelMaster} from './failovers.ts';
import {damagedPage, truncatedFile} from './damaged-file.ts';
import {fullDisk} from './full-disk.ts';
import {killedReader} from './killed-reader.ts';
import {hangingRedis, redisServer, serviceOnCluster, serviceOnLmdb, serviceOnRedis} from './kills.ts';
import {lostShard} from './lost-shard.ts';
import {partition} from './partition.ts';
import {readOnlyDisk} from './read-only.ts';
import {rollingRestart} from './rolling-restart.ts';
import {fewSentinels, laggingReplica} from './sentinels.ts';
import {movingSlots} from './slots.ts';
import type {Scenario} from './fault-setup.ts';
import {stoppedWriter} from './stopped-writer.ts';
import {twoServices} from './two-services.ts';
import {usedUpQuota} from './used-up-quota.ts';
import {disconnectOnLmdb, disconnectOnRedis} from './client-disconnect.ts';

const always = 'Redis, `appendfsync always`';
const everysec = 'Redis, `appendfsync everysec`';
const killed = '`kill -9` of the service, restarted';
const restarted = '`kill -9` of Redis, restarted';
const vanished = 'client disconnects during a delivery to 100,000';
const jumped = 'clock jumps two days forward, half a day back';

const cutOff = 'primary without replicas during repeated POSTs, `kill -9`, failover';
const shardLost = '`kill -9` of a primary without a replica';
const fewLeft = 'two of three Sentinels end, then `kill -9` of the primary';
const lagging = 'failover to a lagging replica by `replica-priority`';
const withReplicas = (count: number) => ({
  cluster: `Redis Cluster, \`TAVLE_STORE_REPLICAS=${count}\``,
  sentinels: `Redis Sentinel, \`TAVLE_STORE_REPLICAS=${count}\``,
});
const [replicated, twoReplicas] = [withReplicas(1), withReplicas(2)];
const coverage = (isFull: 'yes' | 'no') => `Redis Cluster, \`cluster-require-full-coverage ${isFull}\``;

/** The value for `--only`, the fault, the engine, and how to open the scenario. */
type Row = readonly [name: string, fault: string, engine: string, open: Scenario['open']];

const rows: readonly Row[] = [
  ['service-lmdb', killed, 'LMDB', serviceOnLmdb],
  ['service-redis', killed, always, () => serviceOnRedis('always')],
  ['service-everysec', killed, everysec, () => serviceOnRedis('everysec')],
  ['service-cluster', killed, 'Redis Cluster', serviceOnCluster],
  ['redis-always', restarted, always, () => redisServer('always')],
  ['redis-everysec', restarted, everysec, () => redisServer('everysec')],
  ['cluster-master', '`kill -9` of a primary, failover', replicated.cluster, clusterMaster],
  ['sentinel-master', '`kill -9` of the primary, failover', replicated.sentinels, sentinelMaster],
  ['cluster-repeats', `${cutOff} to a lagging replica`, twoReplicas.cluster, clusterCutOff],
  ['sentinel-repeats', cutOff, replicated.sentinels, sentinelCutOff],
  ['cluster-slots', 'slots move during writes, some stay half-moved', replicated.cluster, movingSlots],
  ['shard-no-coverage', shardLost, coverage('no'), () => lostShard('no')],
  ['shard-full-coverage', shardLost, coverage('yes'), () => lostShard('yes')],
  ['few-sentinels', fewLeft, replicated.sentinels, fewSentinels],
  ['lagging-replica', lagging, twoReplicas.sentinels, laggingReplica],
  ['partition', 'network cut between the primary and the Sentinels', replicated.sentinels, partition],
  ['redis-hang', 'store hangs for 30 s', always, ({hang}) => hangingRedis(hang)],
  ['full-disk', 'full disk', 'LMDB', fullDisk],
  ['used-up-quota', 'used-up quota of btrfs, restarted', 'LMDB', usedUpQuota],
  ['two-services', '`kill -9` of one of two services on one directory', 'LMDB', twoServices],
  ['killed-reader', '`kill -9` of another reader', 'LMDB', killedReader],
  ['stopped-writer', 'another process holds the write lock', 'LMDB', stoppedWriter],
  ['rolling-restart', 'rolling restart of two services behind nginx', always, rollingRestart],
  ['read-only', 'read-only file system, repaired', 'LMDB', readOnlyDisk],
  ['truncated', 'truncated file, restored', 'LMDB', truncatedFile],
  ['damaged-page', 'damaged page, restored', 'LMDB', damagedPage],
  ['clock-lmdb', jumped, 'LMDB', () => jumpingClock('LMDB')],
  ['clock-redis', jumped, always, () => jumpingClock('Redis')],
  ['vanish-lmdb', vanished, 'LMDB', disconnectOnLmdb],
  ['vanish-redis', vanished, always, disconnectOnRedis],
];

/** Scenarios that may lose acknowledged changes, according to the manual. */
const unpromised = ['redis-everysec'];

/** All faults on all engines that can have them. */
export const scenarios: readonly Scenario[] = rows.map(([name, fault, engine, open]) => ({
  name,
  fault,
  engine,
  open,
  promised: !unpromised.includes(name),
}));
