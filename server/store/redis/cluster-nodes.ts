import {setTimeout} from 'node:timers/promises';

import {Cluster, type Redis} from 'ioredis';

import type {RedisAddress} from './address.ts';
import {type ClusterNode, createNode, connectTimeoutMs} from './cluster-node.ts';
import {reconnectDelay, serverOptions} from './connection.ts';
import {warnOfUnsafeSettings} from './durability-check.ts';
import {createAvailabilityLog} from './availability-log.ts';
import {slotCount, slotOf} from './slots.ts';
import type {StoreLog} from '../store-log.ts';

/** How often the table of slots is read again, in milliseconds, when nothing shows that it changed. */
const refreshIntervalMs = 15_000;

/** The least time, in milliseconds, between two readings of the table because something failed. */
const minRefreshIntervalMs = 100;

/** How many slots are tried for the change that stands for a batch; of a node's slots, few move at a time. */
const maxMarkers = 3;

/** The pause, in milliseconds, between two attempts to reach a master that is away. */
const unreachablePauseMs = 500;

/** The connected nodes of a cluster, and the table of which of them holds which slot. */
export interface ClusterNodes {
  /** By address. */
  at(hostPort: string): ClusterNode | undefined;
  /** The master of a key, as the table has it. */
  of(key: string): ClusterNode | undefined;
  /** The slots of each master's address; `''` has those that nobody holds. */
  slotsByMaster(): Map<string, number[]>;
  masters(): Redis[];
  /** Keys in slots of a node, each in another one. */
  markersOf(hostPort: string): string[];
  /** Reads the table again; callers during the read share it. */
  readTable(): Promise<unknown>;
  /** The same because something failed, unless that was just done. */
  refresh(): Promise<void>;
  close(): Promise<void>;
}

/** What a node is called in messages. */
export const nodeTitle = (hostPort: string) => `Redis node ${hostPort}`;

export const hostPortOf = ({options: {host, port}}: Redis) => `${host}:${port}`;

/** Finds the nodes and keeps the table, by the cluster client of `ioredis`. */
export function findNodes(address: RedisAddress, log: StoreLog, replicas: number): ClusterNodes {
  const cluster = new Cluster(
    address.hosts.map(host => ({...host})),
    {
      redisOptions: serverOptions(address),
      clusterRetryStrategy: reconnectDelay,
      slotsRefreshInterval: refreshIntervalMs,
      slotsRefreshTimeout: connectTimeoutMs,
      // A cluster that has lost a master still serves the others' keys.
      enableReadyCheck: false,
      // A name stays a name, for TLS to check.
      dnsLookup: (name, done) => done(null, name),
    },
  );
  const nodes = new Map<string, ClusterNode>();
  const availability = createAvailabilityLog(log);
  const warned = new Set<string>();
  let closing: Promise<void> | undefined;
  let reading: Promise<unknown> | undefined;
  let readAt = -Infinity;

  const isMaster = (hostPort: string) => cluster.slots.some(([master]) => master === hostPort);

  cluster.on('+node', (redis: Redis) => {
    const hostPort = hostPortOf(redis);
    nodes.set(
      hostPort,
      createNode(redis, replicas, () => markersOf(hostPort)),
    );
    redis.on('ready', () => {
      availability.restored(nodeTitle(hostPort));
      warnOnce(redis);
    });
  });
  cluster.on('-node', (redis: Redis) => {
    const hostPort = hostPortOf(redis);
    if (nodes.get(hostPort)?.redis === redis) nodes.delete(hostPort);
    if (closing || !isMaster(hostPort)) return;
    availability.lost(nodeTitle(hostPort), 'the connection was closed.');
    void setTimeout(unreachablePauseMs, undefined, {ref: false}).then(refresh);
  });
  cluster.on('node error', (error: Error, hostPort: string) => {
    if (!closing && isMaster(hostPort)) availability.lost(nodeTitle(hostPort), error.message);
  });
  cluster.on('error', (error: Error & {lastNodeError?: Error}) =>
    availability.lost('The Redis cluster', (error.lastNodeError ?? error).message),
  );
  cluster.on('refresh', () => {
    availability.restored('The Redis cluster');
    for (const redis of cluster.nodes('master')) {
      nodes
        .get(hostPortOf(redis))
        ?.open()
        .catch(() => undefined);
      warnOnce(redis);
    }
  });

  /** Returns keys in slots of a node, each in another one. */
  function markersOf(hostPort: string): string[] {
    const found = new Map<number, string>();
    for (let tag = 0; tag < slotCount && found.size < maxMarkers; tag++) {
      const key = `${address.prefix}:{${tag}}#sent`;
      if (cluster.slots[slotOf(key)]?.[0] === hostPort) found.set(slotOf(key), key);
    }
    return [...found.values()];
  }

  /** Looks once at the settings of each node that is or becomes a master. */
  function warnOnce(redis: Redis): void {
    const hostPort = hostPortOf(redis);
    if (redis.status !== 'ready' || warned.has(hostPort) || !isMaster(hostPort)) return;
    warned.add(hostPort);
    void warnOfUnsafeSettings(redis, nodeTitle(hostPort), log, replicas);
  }

  function readTable(): Promise<unknown> {
    return (reading ??= Promise.race([
      new Promise<void>(resolve => cluster.refreshSlotsCache(() => resolve())),
      setTimeout(connectTimeoutMs, undefined, {ref: false}),
    ]).finally(() => {
      reading = undefined;
      readAt = performance.now();
    }));
  }

  async function refresh(): Promise<void> {
    if (!closing && performance.now() - readAt > minRefreshIntervalMs) await readTable();
  }

  return {
    at: hostPort => nodes.get(hostPort),
    of: key => nodes.get(cluster.slots[slotOf(key)]?.[0] ?? ''),
    slotsByMaster() {
      const shares = new Map<string, number[]>();
      for (let slot = 0; slot < slotCount; slot++) {
        const hostPort = cluster.slots[slot]?.[0] ?? '';
        const share = shares.get(hostPort);
        if (share) share.push(slot);
        else shares.set(hostPort, [slot]);
      }
      return shares;
    },
    masters: () => cluster.nodes('master'),
    markersOf,
    readTable,
    refresh,
    close: () =>
      (closing ??= (async () => {
        const ready = cluster.nodes().filter(({status}) => status === 'ready');
        await Promise.allSettled(ready.map(redis => redis.quit()));
        cluster.disconnect();
      })()),
  };
}
