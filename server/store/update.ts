import {LRUCache} from 'lru-cache';

import {bounds} from '../bounds.ts';
import {asUnreadable, type Document, type Key, type Store, VersionConflict} from './store.ts';
import {keyPath} from './key.ts';

/** Other writers changed the same document at every attempt. A retry may succeed. */
export class TooManyConflicts extends Error {
  override readonly name = 'TooManyConflicts';
}

/**
 * Repeats an attempt to read a document and write it under the version that was read, until no other writer changed it in between.
 * Attempts of this process on one document run one after the other, so only other processes cause conflicts.
 *
 * @throws {TooManyConflicts} after `bounds.maxUpdateAttempts`.
 */
export type CompareAndSet = <Result>(key: Key, attempt: () => Promise<Result>) => Promise<Result>;

export function createCompareAndSet(): CompareAndSet {
  /** The end of the last work on each document; never rejects. */
  const ends = new Map<string, Promise<void>>();

  return (key, attempt) => {
    const name = keyPath(key);
    const work = () => repeat(attempt);
    const result = ends.get(name)?.then(work) ?? work();
    const release = () => {
      if (ends.get(name) === ended) ends.delete(name);
    };
    const ended: Promise<void> = result.then(release, release);
    ends.set(name, ended);
    return result;
  };
}

async function repeat<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (let count = 1; ; count += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof VersionConflict)) throw error;
      if (count === bounds.maxUpdateAttempts)
        throw new TooManyConflicts(`The document changed during each of ${count} attempts.`, {cause: error});
    }
  }
}

/**
 * Updates a document atomically, usually with one round trip: it writes over the last known version, and reads the document only after a
 * conflict.
 *
 * @param next Returns the new value for the stored one; that of an unreadable document is `undefined`. Called again after a conflict.
 * @throws {TooManyConflicts}
 */
export type Update = <Value>(key: Key, next: (current: Value | undefined) => Value) => Promise<Value>;

export function createUpdate(store: Store): Update {
  const compareAndSet = createCompareAndSet();
  /** The last versions that this process wrote. */
  const newest = new LRUCache<string, Document>({max: bounds.maxRememberedVersions});

  return <Value>(key: Key, next: (current: Value | undefined) => Value) => {
    const name = keyPath(key);
    return compareAndSet(key, async () => {
      const current = newest.get(name) ?? (await store.get(key).catch(asUnreadable));
      // Not the newest version any more if the write fails.
      newest.delete(name);
      const value = next(current?.value as Value | undefined);
      newest.set(name, await store.write(key, value, {expected: current ?? 0}));
      return value;
    });
  };
}

/** Writes a document unless one exists. Returns whether it was written. */
export async function writeNew(store: Store, key: Key, value: unknown): Promise<boolean> {
  try {
    await store.write(key, value, {expected: 0});
    return true;
  } catch (error) {
    if (error instanceof VersionConflict) return false;
    throw error;
  }
}
