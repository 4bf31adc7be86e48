import type {Database} from 'lmdb';

import {memoize} from '../../memoize.ts';
import {StoreUnavailable} from '../engine.ts';

/* The keys of the LMDB store, for the modules of this folder. Add another way to read keys next to `readKeys`. Stores
 * contain the keys: their bytes and their order must not change. A damaged page must throw `StoreUnavailable`, and hide no
 * keys. */

/** The key of a document: its ASCII path, as bytes or as a text. A text saves the allocation of a buffer. */
export type DocumentKey = Buffer | string;

/** Orders keys by their bytes, as stores contain them. The default encoding of lmdb-js orders strings differently. */
export const keyEncoder = {
  writeKey(key: DocumentKey, target: Buffer, start: number): number {
    const end = start + key.length;
    // On this error, lmdb-js retries with a larger buffer.
    if (end > target.length) throw new RangeError('The key does not fit.');
    if (typeof key === 'string') target.write(key, start, 'latin1');
    else target.set(key, start);
    return end;
  },
  readKey(source: Buffer, start: number, end: number): Buffer {
    // Uses the buffer pool: `slice` would allocate memory for each key.
    const key = Buffer.allocUnsafe(end - start);
    source.copy(key, 0, start, end);
    return key;
  },
};

/** One of the trees of an embedded store. */
export type Tree = Database<unknown, Buffer>;

/** Which keys to read: `start <= key < end`, in byte order. */
export interface KeyRange {
  readonly start: Buffer;
  /** Default: no bound. */
  readonly end?: Buffer | undefined;
  readonly limit: number;
  /** The key at which the iteration begins. Default: `start`. */
  readonly seek?: Buffer;
}

const first = Buffer.alloc(0);

/**
 * Returns keys in ascending order. lmdb-js ends an iteration without an error when it can't read a page, so the end is compared with
 * the last key of the tree.
 *
 * @throws {StoreUnavailable} when the keys are not in order, or some can't be read.
 */
export function readKeys(tree: Tree, {start, end, limit, seek = start}: KeyRange): Buffer[] {
  const keys: Buffer[] = [];
  if (limit <= 0) return keys;
  let before: Buffer | undefined;
  for (const key of keysFrom(tree, seek)) {
    requireOrder(tree, before ?? seek, key, before === undefined);
    before = key;
    if (end && key.compare(end) >= 0) return keys;
    if (seek === start || key.compare(start) >= 0) keys.push(key);
    if (keys.length === limit) return keys;
  }
  requireEnd(tree, before ?? seek);
  return keys;
}

/** Reuses one iterable for each tree: lmdb-js creates a `TextDecoder` for each iterable, which survives many garbage collections. */
const iterableOf = memoize((tree: Tree) => {
  const options: {start: Buffer} = {start: first};
  return {options, keys: tree.getKeys(options) as Iterable<Buffer>};
});

/** An iteration begins at the current `start` of the options. */
function keysFrom(tree: Tree, start: Buffer): Iterable<Buffer> {
  const {options, keys} = iterableOf(tree);
  options.start = start;
  return keys;
}

/** Returns the keys from a known key on, also if an iteration can't begin at this key. */
export function readKeysFrom(tree: Tree, start: Buffer, limit: number): Buffer[] {
  const keys = readKeys(tree, {start, limit});
  // A missing key was removed, or a damaged page led elsewhere. An iteration from the tree's first key depends on neither.
  const isFound = start.length === 0 || keys[0]?.equals(start);
  return isFound ? keys : readKeys(tree, {start, limit, seek: first});
}

/**
 * Counts all keys of a tree in one snapshot, about a million per second.
 *
 * @throws {StoreUnavailable} when the number differs from the tree's own count.
 */
export function verifyCount(tree: Tree): void {
  let count = 0;
  let before: Buffer = first;
  for (const key of tree.getKeys({start: first})) {
    requireOrder(tree, before, key, count === 0);
    before = key;
    count += 1;
  }
  const entries = entryCount(tree);
  if (count !== entries) throw damaged(tree, `${count} of ${entries} keys can be read`);
}

export const entryCount = (tree: Tree): number => (tree.getStats() as {entryCount: number}).entryCount;

/** Returns the number of the newest commit of any process. */
export const lastCommit = (tree: Tree): number => (tree.getStats() as {lastTxnId: number}).lastTxnId;

/** Returns the value of a key that was just read. @throws {StoreUnavailable} when it is `undefined`. */
export function requireFound<Value>(tree: Tree, key: Buffer, value: Value | undefined): Value {
  if (value === undefined) throw damaged(tree, `${key.toString()} is not found under its key`);
  return value;
}

function requireOrder(tree: Tree, before: Buffer, key: Buffer, mayBeEqual: boolean): void {
  const order = before.compare(key);
  if (order < 0 || (order === 0 && mayBeEqual)) return;
  throw damaged(tree, 'keys are not in order');
}

function requireEnd(tree: Tree, reached: Buffer): void {
  const [last] = tree.getKeys({reverse: true, limit: 1});
  if (last ? last.compare(reached) <= 0 : entryCount(tree) === 0) return;
  throw damaged(tree, 'some keys cannot be read');
}

function damaged(tree: Tree, what: string): StoreUnavailable {
  return new StoreUnavailable(
    undefined,
    `The store is damaged. Its ${(tree as {name?: string}).name ?? 'pages'} are damaged: ${what}. Stop the service and restore a backup into a new directory.`,
  );
}
