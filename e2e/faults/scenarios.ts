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
const replicated = {
  cluster: 'Redis Cluster, `TAVLE_STORE_REPLICAS=1`',
  sentinels: 'Redis Sentinel, `TAVLE_STORE_REPLICAS=1`',
};

/** All faults on all engines that can have them. */
export const scenarios: readonly Scenario[] = [
  {name: 'service-lmdb', fault: killed, engine: 'LMDB', promised: true, open: serviceOnLmdb},
  {
    name: 'service-redis',
    fault: killed,
    engine: always,
    promised: true,
    open: () => serviceOnRedis('always'),
  },
  {
    name: 'service-everysec',
    fault: killed,
    engine: everysec,
    promised: true,
    open: () => serviceOnRedis('everysec'),
  },
  {name: 'service-cluster', fault: killed, engine: 'Redis Cluster', promised: true, open: serviceOnCluster},
  {name: 'redis-always', fault: restarted, engine: always, promised: true, open: () => redisServer('always')},
  {
    name: 'redis-everysec',
    fault: restarted,
    engine: everysec,
    promised: false,
    open: () => redisServer('everysec'),
  },
  {
    name: 'cluster-master',
    fault: '`kill -9` of a primary, failover',
    engine: replicated.cluster,
    promised: true,
    open: clusterMaster,
  },
  {
    name: 'sentinel-master',
    fault: '`kill -9` of the primary, failover',
    engine: replicated.sentinels,
    promised: true,
    open: sentinelMaster,
  },
  {
    name: 'cluster-repeats',
    fault: `${cutOff} to a lagging replica`,
    engine: 'Redis Cluster, `TAVLE_STORE_REPLICAS=2`',
    promised: true,
    open: clusterCutOff,
  },
  {
    name: 'sentinel-repeats',
    fault: cutOff,
    engine: replicated.sentinels,
    promised: true,
    open: sentinelCutOff,
  },
  {
    name: 'cluster-slots',
    fault: 'slots move during writes, some stay half-moved',
    engine: replicated.cluster,
    promised: true,
    open: movingSlots,
  },
  {
    name: 'shard-no-coverage',
    fault: shardLost,
    engine: 'Redis Cluster, `cluster-require-full-coverage no`',
    promised: true,
    open: () => lostShard('no'),
  },
  {
    name: 'shard-full-coverage',
    fault: shardLost,
    engine: 'Redis Cluster, `cluster-require-full-coverage yes`',
    promised: true,
    open: () => lostShard('yes'),
  },
  {
    name: 'few-sentinels',
    fault: 'two of three Sentinels end, then `kill -9` of the primary',
    engine: replicated.sentinels,
    promised: true,
    open: fewSentinels,
  },
  {
    name: 'lagging-replica',
    fault: 'failover to a lagging replica by `replica-priority`',
    engine: 'Redis Sentinel, `TAVLE_STORE_REPLICAS=2`',
    promised: true,
    open: laggingReplica,
  },
  {
    name: 'partition',
    fault: 'network cut between the primary and the Sentinels',
    engine: replicated.sentinels,
    promised: true,
    open: partition,
  },
  {
    name: 'redis-hang',
    fault: 'store hangs for 30 s',
    engine: always,
    promised: true,
    open: ({hang}) => hangingRedis(hang),
  },
  {
    name: 'full-disk',
    fault: 'full disk',
    engine: 'LMDB',
    promised: true,
    open: fullDisk,
  },
  {
    name: 'used-up-quota',
    fault: 'used-up quota of btrfs, restarted',
    engine: 'LMDB',
    promised: true,
    open: usedUpQuota,
  },
  {
    name: 'killed-reader',
    fault: '`kill -9` of another reader',
    engine: 'LMDB',
    promised: true,
    open: killedReader,
  },
  {
    name: 'stopped-writer',
    fault: 'another process holds the write lock',
    engine: 'LMDB',
    promised: true,
    open: stoppedWriter,
  },
  {
    name: 'rolling-restart',
    fault: 'rolling restart of two services behind nginx',
    engine: always,
    promised: true,
    open: rollingRestart,
  },
  {
    name: 'read-only',
    fault: 'read-only file system, repaired',
    engine: 'LMDB',
    promised: true,
    open: readOnlyDisk,
  },
  {
    name: 'truncated',
    fault: 'truncated file, restored',
    engine: 'LMDB',
    promised: true,
    open: truncatedFile,
  },
  {
    name: 'damaged-page',
    fault: 'damaged page, restored',
    engine: 'LMDB',
    promised: true,
    open: damagedPage,
  },
  {name: 'clock-lmdb', fault: jumped, engine: 'LMDB', promised: true, open: () => jumpingClock('LMDB')},
  {name: 'clock-redis', fault: jumped, engine: always, promised: true, open: () => jumpingClock('Redis')},
  {name: 'vanish-lmdb', fault: vanished, engine: 'LMDB', promised: true, open: disconnectOnLmdb},
  {name: 'vanish-redis', fault: vanished, engine: always, promised: true, open: disconnectOnRedis},
];
