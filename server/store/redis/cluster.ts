import {findNodes, hostPortOf, nodeName, slotOf} from './cluster-nodes.ts';
import type {RedisConnection, RedisTarget} from './connection.ts';
import {createWriteProbe, findRefusal, requireReplicas} from './checks.ts';
import {type StoreLog, StoreUnavailable} from '../engine.ts';

/* The connection to a Redis Cluster, for `redis-store.ts`. Change the maximum in `maxRedirections`;
 * `cluster-nodes.ts` keeps the nodes. Only redirected commands may be sent again: another one may have run. A cluster
 * without one of its primaries must still serve the other keys. */

/** How many redirections one command follows. */
const maxRedirections = 3;

interface Redirection {
  /** Whether the key is migrating, so that only this command is redirected. */
  readonly asking: boolean;
  readonly address: string;
}

/**
 * Connects to a cluster. `ioredis` finds the nodes and keeps the table of slots. Commands use the connections of the nodes directly,
 * because the cluster client would queue and resend commands. Only a redirected command is sent again: no server has run it.
 */
export function connectCluster(address: RedisTarget, log: StoreLog, replicas: number): RedisConnection {
  const nodes = findNodes(address, log, replicas);

  const readyMasters = () => nodes.masters().filter(({status}) => status === 'ready');

  const requireWritable = createWriteProbe(() =>
    Promise.all(
      readyMasters().map(async redis => {
        const [key] = nodes.markersOf(hostPortOf(redis));
        return key === undefined ? undefined : findRefusal(redis, key);
      }),
    ),
  );

  async function redirectedNode(key: string, {asking, address: hostPort}: Redirection) {
    if (!nodes.at(hostPort)) await nodes.readTable();
    else if (!asking) void nodes.refresh();
    return nodes.at(hostPort) ?? nodes.of(key);
  }

  /** Connects to the primaries that hold all slots together. @throws When one of them is unreachable. */
  async function openMasters() {
    await nodes.readTable();
    return Promise.all(
      Array.from(nodes.slotsByMaster(), async ([hostPort, slots]) => {
        const node = nodes.at(hostPort);
        if (!node)
          throw new Error(hostPort ? `${nodeName(hostPort)} is unreachable.` : 'Some slots have no primary.');
        await node.open();
        return {node, hostPort, slots};
      }),
    );
  }

  return {
    slotOf,

    async run(key, command) {
      if (!nodes.of(key)) await nodes.refresh();
      let node = nodes.of(key);
      let asking = false;
      for (let redirections = 0; ; redirections++) {
        try {
          if (!node) throw new Error(`The node of slot ${slotOf(key)} is unreachable.`);
          if (node.redis.status !== 'ready') await node.open();
          return await node.batcher.run(key, command, asking);
        } catch (error) {
          const redirection = parseRedirection(error);
          if (!redirection || redirections === maxRedirections) {
            void nodes.refresh();
            throw error;
          }
          node = await redirectedNode(key, redirection);
          asking = redirection.asking;
        }
      }
    },

    async masters() {
      const masters = await openMasters();
      return masters.map(({node, hostPort, slots}) => ({
        redis: node.redis,
        name: nodeName(hostPort),
        slots: slots.join(),
      }));
    },

    /** Resolves when any primary serves its keys: without full coverage, a cluster that lost a primary still serves the other keys. */
    async ping() {
      const checks = nodes.masters().map(async redis => {
        if (redis.status !== 'ready') throw new Error(`${nodeName(hostPortOf(redis))} is unreachable.`);
        const info = await redis.cluster('INFO');
        if (!info.includes('cluster_state:ok'))
          throw new StoreUnavailable(undefined, 'The cluster is down (CLUSTERDOWN).');
      });
      await Promise.any(checks).catch((error: unknown) => {
        throw (error as AggregateError).errors.find(each => each instanceof StoreUnavailable) ?? error;
      });
    },

    async checkWritable() {
      await requireWritable();
      await requireReplicas(readyMasters(), replicas);
    },

    async confirmReplicated() {
      // Each batch ends with a wait for the replicas. `ping` has no key, so no primary redirects it.
      const waits = (await openMasters()).map(({node, hostPort}) =>
        node.batcher.run(nodes.markersOf(hostPort)[0] ?? '', ['ping'], false),
      );
      await Promise.all(waits);
    },

    login: credentials => nodes.login(credentials),
    close: () => nodes.close(),
  };
}

/** Parses `MOVED 3999 127.0.0.1:6381` and `ASK 3999 127.0.0.1:6381`. */
function parseRedirection(error: unknown): Redirection | undefined {
  const [, kind, address] = /^(MOVED|ASK) \d+ (\S*)$/.exec((error as Error).message) ?? [];
  return address === undefined ? undefined : {asking: kind === 'ASK', address};
}
