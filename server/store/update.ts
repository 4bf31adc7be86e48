import {LRUCache} from 'lru-cache';

import {bounds} from '../limits/bounds.ts';
import {requireRetry} from './compare-and-set.ts';
import {createMutex} from './mutex.ts';
import {keyPath} from './key.ts';
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
  const withLock = createMutex();
  const seen = new LRUCache<string, Document>({max: bounds.maxRememberedVersions});

  return <Value>(key: Key, next: (current: Value | undefined) => Value) => {
    const name = keyPath(key);

    function write(current: Document | undefined, attempt: number): Promise<Value> {
      const value = next(current?.value as Value | undefined);
      return store.write(key, value, {expected: current ?? 0}).then(
        written => {
          seen.set(name, written);
          return value;
        },
        (error: unknown) => {
          seen.delete(name);
          requireRetry(error, attempt);
          return read(attempt + 1);
        },
      );
    }
    const read = (attempt: number) => store.read([key]).then(([current]) => write(current, attempt));

    return withLock(name, () => {
      const current = seen.get(name);
      return current ? write(current, 1) : read(1);
    });
  };
}
