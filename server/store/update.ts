import {LRUCache} from 'lru-cache';

import {bounds} from '../limits/bounds.ts';
import {createCompareAndSet} from './compare-and-set.ts';
import type {Document, Key, Store} from './store.ts';

/**
 * Changes a document in one step on what is stored, with one round trip as a rule: it is written under the version that was seen last, and
 * read only where another writer came first.
 *
 * @param next Returns what the document becomes, given what is stored; is called again when another writer came first.
 * @throws {TooManyConflicts}
 */
export type Update = <Value>(key: Key, next: (current: Value | undefined) => Value) => Promise<Value>;

export function createUpdate(store: Store): Update {
  const compareAndSet = createCompareAndSet();
  const seen = new LRUCache<string, Document>({max: bounds.maxRememberedVersions});
  return <Value>(key: Key, next: (current: Value | undefined) => Value) => {
    const name = JSON.stringify(key);
    return compareAndSet(key, async () => {
      const current = seen.get(name) ?? (await store.read([key]))[0];
      seen.delete(name);
      const value = next(current?.value as Value | undefined);
      seen.set(name, await store.write(key, value, {expected: current ?? 0}));
      return value;
    });
  };
}
