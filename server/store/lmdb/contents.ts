import type {Database} from 'lmdb';

import {entryCount, lastCommit, type Tree, readKeysFrom, requireFound, verifyCount} from './keys.ts';
import {type Engine, maxChunkBytes, type StoredText} from '../engine.ts';

/* Reads all documents, index entries and counters of LMDB, for `lmdb-store.ts`. Change the size of a read in
 * `chunkLength`. Each chunk needs a separate snapshot: a snapshot that stays open makes the file grow. A walk that
 * misses keys must fail (`verifyCount`). */

/** Ends the path of an index in the key of a stored entry. No path contains it, so no index is a prefix of another. */
export const pathEnd = '\0';

/** How many keys are read from one snapshot: LMDB keeps every page that writers free while a snapshot is open. */
const chunkLength = 500;

/** Returns the walks over all data of a store. @param readNewest Reads from a new snapshot. */
export function createLmdbContents(
  documents: Database<string, Buffer>,
  entries: Database<string, Buffer>,
  counters: Database<number, Buffer>,
  readNewest: <Result>(read: () => Result) => Promise<Result>,
): Pick<Engine, 'documents' | 'paths' | 'members' | 'counters'> {
  /**
   * Walks over a tree in the order of its keys, each chunk in a separate snapshot.
   *
   * @param read Returns the items of the first `length` keys, at least one.
   * @throws {StoreUnavailable} when the walk finds fewer or more keys than the engine counts.
   */
  async function* walk<Item>(
    tree: Tree,
    read: (keys: readonly Buffer[]) => {items: Item[]; length: number},
  ): AsyncGenerator<Item[]> {
    const firstCommit = await readNewest(() => lastCommit(tree));
    let count = 0;
    for (let start: Buffer | undefined = Buffer.alloc(0); start;) {
      const from: Buffer = start;
      const chunk = await readNewest(() => {
        // The next chunk begins with a key that consumers of this chunk do not know, so they cannot have removed it.
        const keys = readKeysFrom(tree, from, chunkLength + 1);
        const {items, length} = read(keys.slice(0, chunkLength));
        return {items, length, next: keys[length]};
      });
      count += chunk.length;
      if (chunk.items.length) yield chunk.items;
      start = chunk.next;
    }
    await readNewest(() => {
      // After writes during the walk, the chunks are from different snapshots, so their sum proves nothing.
      // `verifyCount` reads one snapshot.
      if (count !== entryCount(tree) || lastCommit(tree) !== firstCommit) verifyCount(tree);
    });
  }

  return {
    documents: wanted =>
      walk(documents, keys => {
        const items: StoredText[] = [];
        let [length, size] = [0, 0];
        for (const key of keys) {
          if (size >= maxChunkBytes) break;
          length += 1;
          const path = key.toString();
          if (!wanted(path)) continue;
          const text = requireFound(documents, key, documents.get(key));
          size += text.length;
          items.push({path, text});
        }
        return {items, length};
      }),

    paths: () => walk(documents, keys => ({items: keys.map(String), length: keys.length})),

    members: () =>
      walk(entries, keys => {
        const found = new Map<string, string[]>();
        for (const key of keys) {
          const text = key.toString();
          const path = text.slice(0, text.indexOf(pathEnd));
          const member = text.slice(path.length + pathEnd.length);
          const members = found.get(path);
          if (members) members.push(member);
          else found.set(path, [member]);
        }
        const items = Array.from(found, ([path, members]) => ({path, members}));
        return {items, length: keys.length};
      }),

    counters: () =>
      walk(counters, keys => ({
        items: keys.map(key => ({
          path: key.toString(),
          number: requireFound(counters, key, counters.get(key)),
        })),
        length: keys.length,
      })),
  };
}
