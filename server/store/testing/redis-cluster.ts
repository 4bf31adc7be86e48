import type {Redis} from 'ioredis';

import {freePort, until, withClient} from './redis-process.ts';
import {type RedisServer, startRedis} from './redis-server.ts';

const size = 3;
const slots = 16_384;

/** A real Redis Cluster of three primaries, for the tests and the proof. Pass settings of its servers to `startRedisCluster`. */
export interface RedisCluster {
  readonly url: string;
  /** The primaries at the start. The first replica of each has the same index in `replicas`. */
  readonly masters: readonly RedisServer[];
  readonly replicas: readonly RedisServer[];
  stop(): Promise<void>;
}

/**
 * Starts a cluster without `redis-cli --cluster create`, which sleeps between its steps.
 *
 * @param nodeTimeout Milliseconds after which an unresponsive node counts as failed, once the cluster is up.
 * @param copies How many replicas each primary has.
 */
export async function startRedisCluster(
  nodeTimeout: number,
  copies = 1,
  ...settings: string[]
): Promise<RedisCluster> {
  const servers = await Promise.all(Array.from({length: size * (1 + copies)}, () => startNode(settings)));
  const [masters, replicas] = [servers.slice(0, size), servers.slice(size)];
  const stop = async () => {
    await Promise.all(servers.map(server => server.stop()));
  };
  try {
    await connect(servers);
    await Promise.all(replicas.map((replica, index) => follow(replica, masters[index % size] ?? replica)));
    await untilAll('sees the cluster whole', servers, client => isWhole(client, copies));
    await Promise.all(
      servers.map(({port}) =>
        withClient(port, client => client.config('SET', 'cluster-node-timeout', nodeTimeout)),
      ),
    );
  } catch (error) {
    await stop();
    throw error;
  }
  const hosts = servers.map(({port}) => `127.0.0.1:${port}`);
  return {url: `redis+cluster://${hosts.join(',')}`, masters, replicas, stop};
}

interface Node extends RedisServer {
  readonly bus: number;
}

async function startNode(settings: readonly string[]): Promise<Node> {
  const bus = await freePort();
  const server = await startRedis(
    ...['--cluster-enabled', 'yes', '--cluster-port', String(bus), '--cluster-node-timeout', '2000'],
    ...settings,
  );
  return {...server, bus};
}

/** Assigns slots to the primaries and introduces all nodes to each other. */
async function connect(servers: readonly Node[]): Promise<void> {
  for (const [index, {port, bus}] of servers.entries()) {
    await withClient(port, async client => {
      if (index < size) {
        const first = Math.ceil((slots * index) / size);
        const last = Math.ceil((slots * (index + 1)) / size) - 1;
        await client.call('CLUSTER', 'ADDSLOTSRANGE', first, last);
      }
      await client.call('CLUSTER', 'SET-CONFIG-EPOCH', index + 1);
    });
    const [{port: first}] = servers as [Node];
    if (index) await withClient(first, client => client.call('CLUSTER', 'MEET', '127.0.0.1', port, bus));
  }
  await untilAll('knows all', servers, async client =>
    (await infoOf(client)).includes(`cluster_known_nodes:${servers.length}`),
  );
}

/** Polls each server over one connection. */
async function untilAll(
  condition: string,
  servers: readonly Node[],
  holds: (client: Redis) => Promise<boolean>,
) {
  await Promise.all(
    servers.map(({port}) =>
      withClient(port, client => until(`node ${port} ${condition}`, () => holds(client))),
    ),
  );
}

async function follow(replica: Node, master: Node): Promise<void> {
  const id = String(await withClient(master.port, client => client.call('CLUSTER', 'MYID')));
  await withClient(replica.port, client =>
    until(`node ${replica.port} follows`, () =>
      client.call('CLUSTER', 'REPLICATE', id).then(
        () => true,
        () => false,
      ),
    ),
  );
}

/** Returns whether a node sees a working cluster with all replicas: otherwise an early failover would have no candidate. */
async function isWhole(client: Redis, copies: number): Promise<boolean> {
  const nodes = String(await client.call('CLUSTER', 'NODES'));
  return (
    (await infoOf(client)).includes('cluster_state:ok') &&
    nodes.split('slave').length - 1 === size * copies &&
    (await isInStep(client, copies))
  );
}

async function isInStep(client: Redis, copies: number): Promise<boolean> {
  const replication = await client.info('replication');
  return replication.includes('role:master')
    ? replication.includes(`connected_slaves:${copies}`)
    : replication.includes('master_link_status:up');
}

async function infoOf(client: Redis): Promise<string> {
  return String(await client.call('CLUSTER', 'INFO'));
}
