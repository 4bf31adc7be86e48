import {once} from 'node:events';
import {setTimeout} from 'node:timers/promises';

import {Cluster, type Redis} from 'ioredis';

import type {RedisAddress} from './redis-address.ts';
import {pauseBefore, type RedisConnection, serverOptions} from './redis-connection.ts';
import {createLane, type Lane} from './redis-lane.ts';
import {slotOf, slots} from './redis-slots.ts';
import {createPresence, type StoreLog, warnOfForgetfulness} from './redis-warnings.ts';

/** How often the table of slots is read again, in milliseconds, when nothing tells that it changed. */
const refreshInterval = 15_000;

/** The least time, in milliseconds, between two readings of the table because something failed. */
const refreshPause = 100;

/** The pause, in milliseconds, between two attempts to reach a master that is away. */
const awayPause = 500;

/** How long a command waits, in milliseconds, for the table or a connection that it needs first. */
const patience = 1_000;

/** How often one command follows a redirection. */
const mostRedirections = 3;

/** One node, by its address. Once its connection is lost it is of no more use; `ioredis` makes a new one. */
interface Node {
  readonly redis: Redis;
  readonly lane: Lane;
  /** Resolves once it is connected. */
  open(): Promise<unknown>;
}

interface Redirection {
  /** Whether the key is on its way: only this command shall go there. */
  readonly asking: boolean;
  readonly address: string;
}

/**
 * Connects to a cluster. `ioredis` finds the nodes and keeps the table of slots; commands go straight over the connections of
 * the nodes, and only over those that are there. So none of what its cluster client keeps waiting, or sends again by itself,
 * applies. Only a redirection is followed, since the redirected command was not run.
 */
export function connectCluster(address: RedisAddress, log: StoreLog, replicas: number): RedisConnection {
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
  const nodes = new Map<string, Node>();
  const presence = createPresence(log);
  const warned = new Set<string>();
  let closing: Promise<void> | undefined;
  let reading: Promise<unknown> | undefined;
  let readAt = -Infinity;

  cluster.on('+node', (redis: Redis) => {
    const place = addressOf(redis);
    nodes.set(place, createNode(redis, replicas));
    redis.on('ready', () => {
      presence.back(title(place));
      warnOnce(redis);
    });
  });
  cluster.on('-node', (redis: Redis) => {
    const place = addressOf(redis);
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
        .get(addressOf(redis))
        ?.open()
        .catch(() => undefined);
      warnOnce(redis);
    }
  });

  const isMaster = (place: string) => cluster.slots.some(([master]) => master === place);

  /** Looks once at the settings of each node that is or becomes a master. */
  function warnOnce(redis: Redis): void {
    const place = addressOf(redis);
    if (redis.status !== 'ready' || warned.has(place) || !isMaster(place)) return;
    warned.add(place);
    void warnOfForgetfulness(redis, title(place), log, replicas);
  }

  /** Reads the table of slots anew; who asks meanwhile shares it. */
  function readTable(): Promise<unknown> {
    const read = new Promise<void>(resolve => cluster.refreshSlotsCache(() => resolve()));
    return (reading ??= Promise.race([read, setTimeout(patience, undefined, {ref: false})]).finally(() => {
      reading = undefined;
      readAt = performance.now();
    }));
  }

  /** The same because something failed, unless that was just done. */
  async function refresh(): Promise<void> {
    if (!closing && performance.now() - readAt > refreshPause) await readTable();
  }

  const nodeOf = (key: string) => nodes.get(cluster.slots[slotOf(key)]?.[0] ?? '');

  async function redirected(key: string, {asking, address: place}: Redirection): Promise<Node | undefined> {
    if (!nodes.has(place)) await readTable();
    else if (!asking) void refresh();
    return nodes.get(place) ?? nodeOf(key);
  }

  return {
    place: slotOf,

    async run(key, command) {
      if (!nodeOf(key)) await refresh();
      let node = nodeOf(key);
      let asking = false;
      for (let redirections = 0; ; redirections++) {
        try {
          if (!node) throw new Error(`The node that holds slot ${slotOf(key)} is away.`);
          if (node.redis.status !== 'ready') await node.open();
          return await node.lane.run(key, command, asking);
        } catch (error) {
          const redirection = redirectionIn(error);
          if (!redirection || redirections === mostRedirections) {
            void refresh();
            throw error;
          }
          node = await redirected(key, redirection);
          asking = redirection.asking;
        }
      }
    },

    async masters() {
      await readTable();
      const shares = new Map<string, number[]>();
      for (let slot = 0; slot < slots; slot++) {
        const place = cluster.slots[slot]?.[0] ?? '';
        const share = shares.get(place);
        if (share) share.push(slot);
        else shares.set(place, [slot]);
      }
      return Promise.all(
        Array.from(shares, async ([place, share]) => {
          const node = nodes.get(place);
          if (!node) throw new Error(place ? `${title(place)} is away.` : 'Nobody holds some of the slots.');
          await node.open();
          return {redis: node.redis, name: title(place), share: share.join()};
        }),
      );
    },

    /** Resolves when any master answers: a cluster that lost one still serves the others' keys. */
    async ping() {
      await Promise.any(
        cluster.nodes('master').map(async redis => {
          if (redis.status === 'ready') return redis.ping();
          throw new Error(`${title(addressOf(redis))} is away.`);
        }),
      );
    },

    close: () =>
      (closing ??= (async () => {
        const ready = cluster.nodes().filter(({status}) => status === 'ready');
        await Promise.allSettled(ready.map(redis => redis.quit()));
        cluster.disconnect();
      })()),
  };
}

function createNode(redis: Redis, replicas: number): Node {
  let opened: Promise<unknown> | undefined;

  async function open(): Promise<void> {
    if (redis.status === 'ready') return;
    const ready = once(redis, 'ready', {signal: AbortSignal.timeout(patience)});
    if (redis.status === 'wait') void redis.connect().catch(() => undefined);
    await ready;
  }

  return {redis, lane: createLane(redis, replicas), open: () => (opened ??= open())};
}

/** Reads `MOVED 3999 127.0.0.1:6381` and `ASK 3999 127.0.0.1:6381`. */
function redirectionIn(error: unknown): Redirection | undefined {
  const [, kind, address] = /^(MOVED|ASK) \d+ (\S*)$/.exec((error as Error).message) ?? [];
  return address === undefined ? undefined : {asking: kind === 'ASK', address};
}

const addressOf = ({options: {host, port}}: Redis) => `${host}:${port}`;
const title = (address: string) => `Redis node ${address}`;
