/* Reads all documents, index entries and counters of Redis, for `redis-store.ts`. Change the sizes of reads in
 * `scanLength` and `pageLength`. Stores contain the ends of keys (`#index`, `#counter`), which must not change. A walk
 * during which keys moved must fail (`layoutOf`). */

import {type Master, type RedisConnection, wrapErrors} from './connection.ts';
import type {Command} from './command-batcher.ts';
import type {Retry} from './retry.ts';
import {type Engine, maxChunkBytes, type StoredMembers, StoreUnavailable} from '../engine.ts';

/** How many keys a server scans for one command, so that it does not block other clients. */
const scanLength = 500;

/** How many members of one index a command reads. */
const pageLength = 500;

// The ends of keys in stored data; `redis-store.ts` writes them.
const indexEnd = '#index';
const counterEnd = '#counter';

/** Returns the walks over all data. @param prefix The prefix of all keys. @param readTexts Returns stored texts; `null` for each missing one. */
export function createRedisContents(
  prefix: string,
  reads: RedisConnection,
  readTexts: (keys: readonly string[]) => Promise<readonly (string | null)[]>,
  retry: Retry,
): Pick<Engine, 'documents' | 'paths' | 'members' | 'counters'> {
  const start = `${prefix}:{`;

  /** Returns a key's path. `#` is in no path: it starts an index's or counter's suffix. */
  function pathOf(key: string): string {
    return key.slice(start.length).replace('}', '').replace(/#.*/, '');
  }

  /** Walks over the keys with a suffix, one server after the other. */
  async function* keys(ending = ''): AsyncGenerator<string[]> {
    const masters = await wrapErrors(reads.masters());
    const before = await layoutOf(masters);
    for (const {redis: first, name} of masters) {
      let redis = first;
      let cursor = '0';
      const scan = async () => {
        // After a lost connection, a node of a cluster has a new one.
        if (redis.status !== 'ready')
          redis = (await reads.masters()).find(each => each.name === name)?.redis ?? redis;
        return redis.scan(cursor, 'MATCH', `${start}*${ending}`, 'COUNT', scanLength);
      };
      do {
        const [next, found] = await wrapErrors(retry(scan));
        cursor = next;
        if (found.length) yield found;
      } while (cursor !== '0');
    }
    // The walk may have missed keys that migrated, and a cursor is invalid on a new primary.
    if (before !== (await layoutOf(await wrapErrors(reads.masters())))) {
      throw new StoreUnavailable(
        new Error('Redis moved keys to other servers during the walk. Start again.'),
      );
    }
  }

  /** Yields keys in groups whose texts have about `maxChunkBytes`: one command must not return all texts of a page. */
  async function* groupsBySize(keys: readonly string[]): AsyncGenerator<string[]> {
    const lengthOf = (key: string) => reads.run(key, ['strlen', key]).catch(() => maxChunkBytes);
    const lengths = (await Promise.all(keys.map(lengthOf))) as number[];
    let group: string[] = [];
    let size = 0;
    for (const [index, key] of keys.entries()) {
      if (size >= maxChunkBytes) {
        yield group;
        [group, size] = [[], 0];
      }
      group.push(key);
      size += lengths[index] ?? 0;
    }
    if (group.length) yield group;
  }

  /** Reads the members of many indexes, a page of each at a time. */
  async function* pages(indexes: readonly string[]): AsyncGenerator<StoredMembers[]> {
    let unread = indexes.map(key => ({key, from: ''}));
    while (unread.length) {
      const found = await wrapErrors(
        Promise.all(
          unread.map(async ({key, from}) => {
            const command: Command = ['zrange', key, `[${from}`, '+', 'BYLEX', 'LIMIT', 0, pageLength];
            return {key, members: (await reads.run(key, command)) as string[]};
          }),
        ),
      );
      yield found.map(({key, members}) => ({path: pathOf(key), members}));
      unread = found
        .filter(({members}) => members.length === pageLength)
        .map(({key, members}) => ({key, from: `${members.at(-1) ?? ''}\0`}));
    }
  }

  return {
    async *documents(wanted) {
      for await (const found of keys()) {
        const chosen = found.filter(key => !key.includes('#') && wanted(pathOf(key)));
        for await (const group of groupsBySize(chosen)) {
          const stored = await readTexts(group);
          const documents = group.flatMap((key, index) => {
            const text = stored[index];
            return typeof text === 'string' ? [{path: pathOf(key), text}] : [];
          });
          if (documents.length) yield documents;
        }
      }
    },

    async *paths() {
      for await (const found of keys()) yield found.filter(key => !key.includes('#')).map(pathOf);
    },

    async *members() {
      for await (const found of keys(indexEnd)) yield* pages(found);
    },

    async *counters() {
      for await (const found of keys(counterEnd)) {
        const numbers = await readTexts(found);
        yield found.flatMap((key, index) => {
          const number = numbers[index];
          return typeof number === 'string' ? [{path: pathOf(key), number: Number(number)}] : [];
        });
      }
    },
  };
}

/** Identifies the servers and the slots that they hold. */
async function layoutOf(masters: readonly Master[]): Promise<string> {
  const slotsOfMasters = masters.map(async ({redis, slots}) => {
    const info = await redis.info('server').catch(() => '');
    return `${/^run_id:(\w+)/m.exec(info)?.[1] ?? ''} ${slots}`;
  });
  return (await Promise.all(slotsOfMasters)).sort().join('\n');
}
