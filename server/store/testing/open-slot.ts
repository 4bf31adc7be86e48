import {Redis} from 'ioredis';

import type {RedisServer} from './redis-server.ts';

/** A migrating slot of a cluster, for tests of clusters and the proof of faults: its keys move from one primary to another. */
export interface OpenSlot {
  keys(): Promise<string[]>;
  moveKey(name: string): Promise<void>;
  moveAllKeys(): Promise<void>;
  /** Moves the slot itself after its keys. */
  finish(): Promise<void>;
}

/** Begins to migrate a slot from its primary to the next one. */
export async function openSlot(masters: readonly RedisServer[], slot: number): Promise<OpenSlot> {
  const clients = masters.map(({port}) => new Redis({port}));
  const ids = (await Promise.all(clients.map(client => client.call('CLUSTER', 'MYID')))) as string[];
  const owned = await Promise.all(clients.map(client => holds(client, slot)));
  const from = owned.indexOf(true);
  const to = (from + 1) % clients.length;
  const [source, target] = [clients[from], clients[to]] as [Redis, Redis];
  await target.call('CLUSTER', 'SETSLOT', slot, 'IMPORTING', ids[from] ?? '');
  await source.call('CLUSTER', 'SETSLOT', slot, 'MIGRATING', ids[to] ?? '');

  const keys = async () => (await source.call('CLUSTER', 'GETKEYSINSLOT', slot, 100)) as string[];

  async function moveKey(name: string): Promise<void> {
    await source.call('MIGRATE', '127.0.0.1', target.options.port ?? 0, name, 0, 5000);
  }

  return {
    keys,
    moveKey,
    async moveAllKeys() {
      for (let names = await keys(); names.length; names = await keys()) {
        for (const name of names) await moveKey(name);
      }
    },
    async finish() {
      for (const client of [target, source, ...clients]) {
        await client.call('CLUSTER', 'SETSLOT', slot, 'NODE', ids[to] ?? '');
      }
      for (const client of clients) client.disconnect();
    },
  };
}

/** Returns whether a primary holds a slot according to its own table. */
async function holds(client: Redis, slot: number): Promise<boolean> {
  const nodes = (await client.call('CLUSTER', 'SLOTS')) as [number, number, [string, number]][];
  return nodes.some(
    ([first, last, [, port]]) => first <= slot && slot <= last && port === client.options.port,
  );
}
