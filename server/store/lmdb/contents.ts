import type {Database} from 'lmdb';

import {entryCount, lastCommit, type Tree, readKeysFrom, requireFound, verifyCount} from './keys.ts';
import {decodeDocument, encodeWithChecksum} from '../document-codec.ts';
import type {Contents} from '../store.ts';

/** Ends the path of an index in the key of an entry; no path holds it, so no index is the beginning of another. */
export const pathEnd = '\0';

/** How many keys are read between two renewals of the snapshot: a longer one would keep every page that writers free. */
const chunkLength = 500;

/** How many changes go into one commit. */
const commitLength = 1_000;

/** What an embedded store works with. */
export interface LmdbAccess {
  readonly documents: Database<string, Buffer>;
  readonly entries: Database<string, Buffer>;
  readonly counters: Database<number, Buffer>;
  /** Reads what is newest. */
  readonly readNewest: <Result>(read: () => Result) => Promise<Result>;
  /** Makes one change, durable once it resolves. */
  readonly transact: <Result>(change: () => Result) => Promise<Result>;
  /** Removes a document. @throws {VersionConflict} when `expected` is given and another version is stored. */
  readonly removeByKey: (place: Buffer, expected?: number) => Promise<void>;
}

export function createLmdbContents({
  documents,
  entries,
  counters,
  readNewest,
  transact,
  removeByKey,
}: LmdbAccess): Contents {
  /**
   * Walks over a tree in the order of its keys, each chunk in a separate snapshot.
   *
   * @throws {StoreDamaged} when it does not find as many keys as the engine counts.
   */
  async function* walk<Item>(tree: Tree, read: (keys: readonly Buffer[]) => Item[]): AsyncGenerator<Item[]> {
    const begun = await readNewest(() => lastCommit(tree));
    let count = 0;
    for (let start: Buffer | undefined = Buffer.alloc(0); start;) {
      const from: Buffer = start;
      const chunk = await readNewest(() => {
        // The next chunk begins with a key that nobody who is given this chunk knows, and can have removed.
        const keys = readKeysFrom(tree, from, chunkLength + 1);
        const next = keys[chunkLength];
        const own = keys.slice(0, chunkLength);
        return {length: own.length, next, items: read(own)};
      });
      count += chunk.length;
      if (chunk.items.length) yield chunk.items;
      start = chunk.next;
    }
    await readNewest(() => {
      // Where another process wrote during the walk, the chunks are of different states, and only one state can be counted.
      if (count !== entryCount(tree) || lastCommit(tree) !== begun) verifyCount(tree);
    });
  }

  async function put<Item>(items: readonly Item[], change: (item: Item) => unknown): Promise<void> {
    for (let start = 0; start < items.length; start += commitLength) {
      await transact(() => {
        for (const item of items.slice(start, start + commitLength)) change(item);
      });
    }
  }

  return {
    documents: (wanted = () => true) =>
      walk(documents, keys =>
        keys.flatMap(key => {
          const path = key.toString();
          if (!wanted(path)) return [];
          return [{path, ...decodeDocument(requireFound(documents, key, documents.get(key)), path)}];
        }),
      ),

    paths: () => walk(documents, keys => keys.map(String)),

    read: paths =>
      readNewest(() =>
        paths.map(path => {
          const text = documents.get(Buffer.from(path));
          return text === undefined ? undefined : decodeDocument(text, path);
        }),
      ),

    members: () =>
      walk(entries, keys => {
        const found = new Map<string, string[]>();
        for (const key of keys) {
          const [path, member] = splitOnce(key.toString());
          const members = found.get(path);
          if (members) members.push(member);
          else found.set(path, [member]);
        }
        return Array.from(found, ([path, members]) => ({path, members}));
      }),

    counters: () =>
      walk(counters, keys =>
        keys.map(key => ({path: key.toString(), number: requireFound(counters, key, counters.get(key))})),
      ),

    putDocuments: stored =>
      put(stored, ({path, ...document}) =>
        documents.put(Buffer.from(path), encodeWithChecksum(path, document)),
      ),
    putMembers: stored =>
      put(
        stored.flatMap(({path, members}) => members.map(member => Buffer.from(path + pathEnd + member))),
        key => entries.put(key, ''),
      ),
    putCounters: stored => put(stored, ({path, number}) => counters.put(Buffer.from(path), number)),
    removeDocument: (path, expected) => removeByKey(Buffer.from(path), expected),
  };
}

function splitOnce(key: string): [path: string, member: string] {
  const place = key.indexOf(pathEnd);
  return [key.slice(0, place), key.slice(place + pathEnd.length)];
}
