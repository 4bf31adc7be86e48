import type {Database} from 'lmdb';

import {fromStoredText, toStoredText} from './stored-text.ts';
import type {Contents} from './store.ts';

/** Ends the path of an index in the key of an entry; no path holds it, so no index is the beginning of another. */
export const pathEnd = '\0';

/** How many keys are read between two renewals of the snapshot: a longer one would keep every page that writers free. */
const chunkLength = 500;

/** How many changes go into one commit. */
const commitLength = 1_000;

/** What an embedded store works with. */
export interface LmdbParts {
  readonly documents: Database<string, Buffer>;
  readonly entries: Database<string, Buffer>;
  readonly counters: Database<number, Buffer>;
  /** Reads what is newest. */
  readonly look: <Result>(read: () => Result) => Promise<Result>;
  /** Makes one change, durable once it resolves. */
  readonly step: <Result>(change: () => Result) => Promise<Result>;
  /** Removes a document. @throws {VersionConflict} when `expected` is given and another version is stored. */
  readonly removeAt: (place: Buffer, expected?: number) => Promise<void>;
}

export function createLmdbContents({
  documents,
  entries,
  counters,
  look,
  step,
  removeAt,
}: LmdbParts): Contents {
  /** Walks over a part in the order of its keys, each chunk in a snapshot of its own. */
  async function* walk<Item>(
    part: Database<unknown, Buffer>,
    read: (keys: readonly Buffer[]) => Item[],
  ): AsyncGenerator<Item[]> {
    for (let start = Buffer.alloc(0); ;) {
      const {keys, items} = await look(() => {
        const found = Array.from(part.getKeys({start, limit: chunkLength}));
        return {keys: found, items: read(found)};
      });
      if (items.length) yield items;
      const last = keys.at(-1);
      if (keys.length < chunkLength || !last) return;
      // The key that comes right after the last one.
      start = Buffer.concat([last, Buffer.of(0)]);
    }
  }

  async function put<Item>(items: readonly Item[], change: (item: Item) => unknown): Promise<void> {
    for (let start = 0; start < items.length; start += commitLength) {
      await step(() => {
        for (const item of items.slice(start, start + commitLength)) change(item);
      });
    }
  }

  return {
    documents: (wanted = () => true) =>
      walk(documents, keys =>
        keys.flatMap(key => {
          const path = key.toString();
          const text = wanted(path) ? documents.get(key) : undefined;
          return text === undefined ? [] : [{path, ...fromStoredText(text)}];
        }),
      ),

    paths: () => walk(documents, keys => keys.map(String)),

    read: paths =>
      look(() =>
        paths.map(path => {
          const text = documents.get(Buffer.from(path));
          return text === undefined ? undefined : fromStoredText(text);
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
        keys.flatMap(key => {
          const number = counters.get(key);
          return number === undefined ? [] : [{path: key.toString(), number}];
        }),
      ),

    putDocuments: stored =>
      put(stored, ({path, ...document}) => documents.put(Buffer.from(path), toStoredText(document))),
    putMembers: stored =>
      put(
        stored.flatMap(({path, members}) => members.map(member => Buffer.from(path + pathEnd + member))),
        key => entries.put(key, ''),
      ),
    putCounters: stored => put(stored, ({path, number}) => counters.put(Buffer.from(path), number)),
    removeDocument: (path, expected) => removeAt(Buffer.from(path), expected),
  };
}

function splitOnce(key: string): [path: string, member: string] {
  const place = key.indexOf(pathEnd);
  return [key.slice(0, place), key.slice(place + pathEnd.length)];
}
