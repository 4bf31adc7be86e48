import type {Redis} from 'ioredis';
import {once} from 'node:events';
import {setTimeout} from 'node:timers/promises';

import {cacheFor} from '../../memoize.ts';
import type {StoreLog} from '../engine.ts';
import {createAvailabilityLog} from './availability-log.ts';
import {warnOfUnsafeSettings} from './checks.ts';
import {createCommandBatcher} from './command-batcher.ts';
import {
  authenticate,
  type Credentials,
  loadClient,
  reconnectDelay,
  type RedisTarget,
  serverOptions,
} from './connection.ts';

/* Connects to the nodes of a Redis Cluster and keeps the table of their slots, for `cluster.ts`. Change the times in
 * `refreshIntervalMs` and the constants next to it, and what is logged in `findNodes`. `slotOf` must compute slots as
 * Redis does. */

/** The number of slots of a cluster. */
const slotCount = 16_384;

/** The lookup table of CRC-16/XMODEM, polynomial 0x1021. */
const table = Uint16Array.from({length: 256}, (_, byte) => {
  let sum = byte << 8;
  for (let bit = 0; bit < 8; bit++) sum = sum & 0x8000 ? (sum << 1) ^ 0x1021 : sum << 1;
  return sum;
});

/**
 * Returns the slot of a key that has a hash tag, `…{tag}…`, of ASCII characters.
 *
 * @see https://redis.io/docs/latest/operate/oss_and_stack/reference/cluster-spec/#key-distribution-model
 */
export function slotOf(key: string): number {
  let sum = 0;
  const end = key.indexOf('}');
  for (let index = key.indexOf('{') + 1; index < end; index++) {
    sum = ((sum << 8) ^ (table[(sum >> 8) ^ key.charCodeAt(index)] ?? 0)) & 0xffff;
  }
  return sum % slotCount;
}

/** How long a command waits for a connection. */
const connectTimeoutMs = 1_000;

type ClusterNode = ReturnType<typeof createNode>;

/**
 * A node of a cluster with its connection. After a lost connection it is not used again: `ioredis` creates another.
 *
 * @param replicas How many replicas of the node must have a change before it is acknowledged.
 * @param fallbackMarkers See {@link createCommandBatcher}.
 */
export function createNode(redis: Redis, replicas: number, fallbackMarkers: () => readonly string[]) {
  return {
    redis,
    batcher: createCommandBatcher(redis, replicas, fallbackMarkers),
    /** Resolves once the node is connected. @throws After {@link connectTimeoutMs}; a later call may succeed. */
    open: cacheFor(0, async () => {
      if (redis.status === 'ready') return;
      const ready = once(redis, 'ready', {signal: AbortSignal.timeout(connectTimeoutMs)});
      if (redis.status === 'wait') void redis.connect().catch(() => undefined);
      await ready;
    }),
  };
}

/** How often the table of slots is read if nothing indicates that it changed. */
const refreshIntervalMs = 15_000;

/** The minimum time between two reads of the table after failures. */
const minRefreshIntervalMs = 100;

/** How many slots are tried for the marker of a batch. Few slots of a node move at the same time. */
const maxMarkers = 3;

/** The pause before the table is read again after a primary disconnected. */
const tableRefreshDelayMs = 500;

/** Logged if `CLUSTER SLOTS` has null in place of each host. */
const unknownEndpoint =
  'its nodes announce no address. Set cluster-preferred-endpoint-type to ip or hostname on every node';

const noSlots = 'no node holds a slot. Create the cluster with "redis-cli --cluster create"';

/** Returns the name of a node in messages. */
export const nodeName = (hostPort: string) => `Redis node ${hostPort}`;

export const hostPortOf = ({options: {host, port}}: Redis) => `${host}:${port}`;

/** Returns the connected nodes of a cluster and the table of the slots that each node holds. The cluster client of `ioredis` keeps this table. */
export function findNodes(address: RedisTarget, log: StoreLog, replicas: number) {
  const client = loadClient();
  let login: Pick<Credentials, 'username' | 'password'> | undefined;
  const cluster = new client.Cluster(
    address.hosts.map(host => ({...host})),
    {
      redisOptions: serverOptions(address),
      clusterRetryStrategy: reconnectDelay,
      slotsRefreshInterval: refreshIntervalMs,
      slotsRefreshTimeout: connectTimeoutMs,
      // The check fails if a primary is lost, although the others still serve their keys.
      enableReadyCheck: false,
      // Names are not resolved, because TLS checks them.
      dnsLookup: (name, done) => done(null, name),
    },
  );
  const nodes = new Map<string, ClusterNode>();
  const availability = createAvailabilityLog(log);
  const warned = new Set<string>();
  let closing: Promise<void> | undefined;
  let readAt = -Infinity;

  const isMaster = (hostPort: string) => cluster.slots.some(([master]) => master === hostPort);

  cluster.on('+node', (redis: Redis) => {
    // `ioredis` emits this event before the node connects.
    Object.assign(redis.options, login);
    const hostPort = hostPortOf(redis);
    nodes.set(
      hostPort,
      createNode(redis, replicas, () => markersOf(hostPort)),
    );
    redis.on('ready', () => {
      availability.restored(nodeName(hostPort));
      warnOnce(redis);
    });
  });
  cluster.on('-node', (redis: Redis) => {
    const hostPort = hostPortOf(redis);
    if (nodes.get(hostPort)?.redis === redis) nodes.delete(hostPort);
    if (closing || !isMaster(hostPort)) return;
    availability.closed(nodeName(hostPort));
    void setTimeout(tableRefreshDelayMs, undefined, {ref: false}).then(refresh);
  });
  cluster.on('node error', (error: Error, hostPort: string) => {
    if (!closing && isMaster(hostPort)) availability.lost(nodeName(hostPort), error.message);
  });
  cluster.on('error', (error: Error & {lastNodeError?: Error}) =>
    availability.lost('The Redis cluster', (error.lastNodeError ?? error).message),
  );
  cluster.on('refresh', () => {
    if (!cluster.slots.some(({length}) => length)) {
      availability.lost('The Redis cluster', cluster.slots.length ? unknownEndpoint : noSlots);
      return;
    }
    availability.restored('The Redis cluster');
    for (const redis of cluster.nodes('master')) {
      nodes
        .get(hostPortOf(redis))
        ?.open()
        .catch(() => undefined);
      warnOnce(redis);
    }
  });

  /** Returns marker keys in different slots of a node. */
  function markersOf(hostPort: string): string[] {
    const found = new Map<number, string>();
    for (let tag = 0; tag < slotCount && found.size < maxMarkers; tag++) {
      const key = `${address.prefix}:{${tag}}#sent`;
      if (cluster.slots[slotOf(key)]?.[0] === hostPort) found.set(slotOf(key), key);
    }
    return [...found.values()];
  }

  /** Checks the settings of each node once, when it is or becomes a primary. */
  function warnOnce(redis: Redis): void {
    const hostPort = hostPortOf(redis);
    if (redis.status !== 'ready' || warned.has(hostPort) || !isMaster(hostPort)) return;
    warned.add(hostPort);
    void warnOfUnsafeSettings(redis, nodeName(hostPort), log, replicas);
  }

  /** Reads the table of slots. Concurrent callers share one read. */
  const readTable = cacheFor(0, async () => {
    await Promise.race([
      new Promise<void>(resolve => cluster.refreshSlotsCache(() => resolve())),
      setTimeout(connectTimeoutMs, undefined, {ref: false}),
    ]);
    readAt = performance.now();
  });

  /** Reads the table of slots after a failure, unless it was just read. */
  async function refresh(): Promise<void> {
    if (!closing && performance.now() - readAt > minRefreshIntervalMs) await readTable();
  }

  return {
    at: (hostPort: string) => nodes.get(hostPort),
    /** Returns the primary of a key according to the table. */
    of: (key: string) => nodes.get(cluster.slots[slotOf(key)]?.[0] ?? ''),
    /** Returns the slots of each primary by `host:port`. `''` has the slots without a primary. */
    slotsByMaster(): Map<string, number[]> {
      const byMaster = new Map<string, number[]>();
      for (let slot = 0; slot < slotCount; slot++) {
        const hostPort = cluster.slots[slot]?.[0] ?? '';
        const slots = byMaster.get(hostPort);
        if (slots) slots.push(slot);
        else byMaster.set(hostPort, [slot]);
      }
      return byMaster;
    },
    masters: () => cluster.nodes('master'),
    markersOf,
    readTable,
    refresh,
    /** See `RedisConnection`. */
    async login(credentials: Credentials): Promise<boolean> {
      const isChecked = await authenticate(cluster.nodes(), credentials);
      const {username, password} = credentials;
      login = {username, password};
      for (const {options} of cluster.nodes()) Object.assign(options, login);
      return isChecked;
    },
    close: (): Promise<void> =>
      (closing ??= (async () => {
        const ready = cluster.nodes().filter(({status}) => status === 'ready');
        await Promise.allSettled(ready.map(redis => redis.quit()));
        cluster.disconnect();
      })()),
  };
}
