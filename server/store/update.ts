import {LRUCache} from 'lru-cache';

import {bounds} from '../limits/bounds.ts';
import {createCompareAndSet} from './compare-and-set.ts';
import {keyPath} from './key.ts';
import type {Document, Key, Store} from './store.ts';

/**
 * Updates a document atomically, usually with one round trip: it writes over the last known version, and reads the document only after a
 * conflict.
 *
 * @param next Returns the new value for the stored one. Called again after a conflict.
 * @throws {TooManyConflicts}
 */
export type Update = <Value>(key: Key, next: (current: Value | undefined) => Value) => Promise<Value>;

export function createUpdate(store: Store): Update {
  const compareAndSet = createCompareAndSet();
  /** The last version of each document that this process wrote. */
  const newest = new LRUCache<string, Document>({max: bounds.maxRememberedVersions});

  return <Value>(key: Key, next: (current: Value | undefined) => Value) => {
    const path = keyPath(key);
    return compareAndSet(key, async () => {
      const current = newest.get(path) ?? (await store.read([key]))[0];
      const value = next(current?.value as Value | undefined);
      // After a failed write, it is unknown what is stored.
      newest.delete(path);
      newest.set(path, await store.write(key, value, {expected: current ?? 0}));
      return value;
    });
  };
}
