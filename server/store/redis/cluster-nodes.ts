import {setTimeout} from 'node:timers/promises';

import {Cluster, type Redis} from 'ioredis';

import type {RedisAddress} from './address.ts';
import {type ClusterNode, createNode, patience} from './cluster-node.ts';
import {pauseBefore, serverOptions} from './connection.ts';
import {warnOfForgetfulness} from './forgetfulness.ts';
import {createPresence} from './presence.ts';
import {slotOf, slots} from './slots.ts';
import type {StoreLog} from '../store-log.ts';

/** How often the table of slots is read again, in milliseconds, when nothing shows that it changed. */
const refreshInterval = 15_000;

/** The least time, in milliseconds, between two readings of the table because something failed. */
const refreshPause = 100;

/** How many slots are tried for the change that stands for a batch; of a node's slots, few move at a time. */
const markerAttempts = 3;

/** The pause, in milliseconds, between two attempts to reach a master that is away. */
const awayPause = 500;

/** The connected nodes of a cluster, and the table of which of them holds which slot. */
export interface ClusterNodes {
  /** By address. */
  at(place: string): ClusterNode | undefined;
  /** The master of a key, as the table has it. */
  of(key: string): ClusterNode | undefined;
  /** The slots of each master's address; `''` has those that nobody holds. */
  shares(): Map<string, number[]>;
  masters(): Redis[];
  /** Keys in slots of a node, each in another one. */
  markersOf(place: string): string[];
  /** Reads the table again; callers during the read share it. */
  readTable(): Promise<unknown>;
  /** The same because something failed, unless that was just done. */
  refresh(): Promise<void>;
  close(): Promise<void>;
}

/** What a node is called in messages. */
export const title = (place: string) => `Redis node ${place}`;

export const placeOf = ({options: {host, port}}: Redis) => `${host}:${port}`;

/** Finds the nodes and keeps the table, by the cluster client of `ioredis`. */
export function findNodes(address: RedisAddress, log: StoreLog, replicas: number): ClusterNodes {
  const cluster = new Cluster(
    address.hosts.map(host => ({...host})),
    {
      redisOptions: serverOptions(address),
      clusterRetryStrategy: pauseBefore,
      slotsRefreshInterval: refreshInterval,
      slotsRefreshTimeout: patience,
      // A cluster that has lost a master still serves the others' keys.
      enableReadyCheck: false,
      // A name stays a name, for TLS to check.
      dnsLookup: (name, done) => done(null, name),
    },
  );
  const nodes = new Map<string, ClusterNode>();
  const presence = createPresence(log);
  const warned = new Set<string>();
  let closing: Promise<void> | undefined;
  let reading: Promise<unknown> | undefined;
  let readAt = -Infinity;

  const isMaster = (place: string) => cluster.slots.some(([master]) => master === place);

  cluster.on('+node', (redis: Redis) => {
    const place = placeOf(redis);
    nodes.set(
      place,
      createNode(redis, replicas, () => markersOf(place)),
    );
    redis.on('ready', () => {
      presence.back(title(place));
      warnOnce(redis);
    });
  });
  cluster.on('-node', (redis: Redis) => {
    const place = placeOf(redis);
    if (nodes.get(place)?.redis === redis) nodes.delete(place);
    if (closing || !isMaster(place)) return;
    presence.away(title(place), 'the connection was closed.');
    void setTimeout(awayPause, undefined, {ref: false}).then(refresh);
  });
  cluster.on('node error', (error: Error, place: string) => {
    if (!closing && isMaster(place)) presence.away(title(place), error.message);
  });
  cluster.on('error', (error: Error & {lastNodeError?: Error}) =>
    presence.away('The Redis cluster', (error.lastNodeError ?? error).message),
  );
  cluster.on('refresh', () => {
    presence.back('The Redis cluster');
    for (const redis of cluster.nodes('master')) {
      nodes
        .get(placeOf(redis))
        ?.open()
        .catch(() => undefined);
      warnOnce(redis);
    }
  });

  /** Returns keys in slots of a node, each in another one. */
  function markersOf(place: string): string[] {
    const found = new Map<number, string>();
    for (let tag = 0; tag < slots && found.size < markerAttempts; tag++) {
      const key = `${address.prefix}:{${tag}}#sent`;
      if (cluster.slots[slotOf(key)]?.[0] === place) found.set(slotOf(key), key);
    }
    return [...found.values()];
  }

  /** Looks once at the settings of each node that is or becomes a master. */
  function warnOnce(redis: Redis): void {
    const place = placeOf(redis);
    if (redis.status !== 'ready' || warned.has(place) || !isMaster(place)) return;
    warned.add(place);
    void warnOfForgetfulness(redis, title(place), log, replicas);
  }

  function readTable(): Promise<unknown> {
    return (reading ??= Promise.race([
      new Promise<void>(resolve => cluster.refreshSlotsCache(() => resolve())),
      setTimeout(patience, undefined, {ref: false}),
    ]).finally(() => {
      reading = undefined;
      readAt = performance.now();
    }));
  }

  async function refresh(): Promise<void> {
    if (!closing && performance.now() - readAt > refreshPause) await readTable();
  }

  return {
    at: place => nodes.get(place),
    of: key => nodes.get(cluster.slots[slotOf(key)]?.[0] ?? ''),
    shares() {
      const shares = new Map<string, number[]>();
      for (let slot = 0; slot < slots; slot++) {
        const place = cluster.slots[slot]?.[0] ?? '';
        const share = shares.get(place);
        if (share) share.push(slot);
        else shares.set(place, [slot]);
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
