import {setTimeout as pause} from 'node:timers/promises';

import {isMaster, until, withClient} from '../../server/store/testing/redis-process.ts';
import {type RedisSentinels, startRedisSentinels} from '../../server/store/testing/redis-sentinel.ts';
import type {RedisServer} from '../../server/store/testing/redis-server.ts';
import {findReplicas, nodeTimeoutMs, waitForReplicas} from './failovers.ts';
import type {FaultSetup} from './fault-setup.ts';

/* Faults for `scenarios.ts`: Sentinels end, or promote a lagging replica. */

/** The time, in milliseconds, that workloads run while servers are down. */
const awayMs = 1_000;

/** Stops two of three Sentinels, then the master. No replica is promoted before the master restarts. */
export async function fewSentinels(): Promise<FaultSetup> {
  const redis = await startRedisSentinels(nodeTimeoutMs);
  const {url, master, replicas, sentinels} = redis;
  const lost = sentinels.slice(0, 2);
  return {
    settings: {TAVLE_STORE: url, TAVLE_STORE_REPLICAS: '1'},

    async inject({expected, service}) {
      const {unknown} = expected;
      await Promise.all(lost.map(sentinel => sentinel.kill()));
      await pause(awayMs);
      expected.verify(expected.unknown === unknown, 'failed', '503 though only Sentinels are away');
      await service.kill();
      await service.start();
      await master.kill();
      await pause(2 * nodeTimeoutMs);
      const following = await findReplicas(master, replicas);
      expected.verify(following.length === replicas.length, 'failed', 'A single Sentinel promoted a replica');
      await master.restart();
      return performance.now();
    },

    async repair() {
      await Promise.all(lost.map(sentinel => sentinel.restart()));
    },

    stop: () => redis.stop(),
  };
}

/**
 * Promotes a lagging replica, which has a better `replica-priority` than the other one. No change is lost, since each one waits for both
 * replicas.
 */
export async function laggingReplica(): Promise<FaultSetup> {
  const sentinels = await startRedisSentinels(nodeTimeoutMs);
  /** The master, and the replicas in the order of their promotion. */
  const servers = [sentinels.master, ...sentinels.replicas];
  let lowest = 0;
  for (const server of servers) await setPriority(server, ++lowest);
  await until('a Sentinel knows the priorities', () => knowsPriorities(sentinels));

  return {
    settings: {TAVLE_STORE: sentinels.url, TAVLE_STORE_REPLICAS: '2'},

    async inject() {
      const [master, favourite] = servers as [RedisServer, RedisServer];
      favourite.freeze();
      // Otherwise, buffered data would reach the replica when it resumes.
      await withClient(master.port, client => client.call('CLIENT', 'KILL', 'TYPE', 'replica'));
      await pause(awayMs);
      await master.kill();
      favourite.thaw();
      await until('the replica is promoted', () => isMaster(favourite));
      await master.restart();
      await setPriority(master, ++lowest);
      // A Sentinel would send this command ten seconds later.
      await withClient(master.port, client => client.replicaof('127.0.0.1', favourite.port));
      servers.push(...servers.splice(0, 1));
      return performance.now();
    },

    repair: () => waitForReplicas(servers),
    stop: () => sentinels.stop(),
  };
}

async function setPriority({port}: RedisServer, priority: number): Promise<void> {
  await withClient(port, client => client.config('SET', 'replica-priority', priority));
}

async function knowsPriorities({url}: RedisSentinels): Promise<boolean> {
  const [, port, name] = /:(\d+).*\/(.+)$/.exec(url) ?? [];
  const found = await withClient(Number(port), client => client.call('SENTINEL', 'REPLICAS', name ?? ''));
  const priorities = (found as string[][]).map(fields => fields[fields.indexOf('slave-priority') + 1]);
  return priorities.sort().join() === '2,3';
}
