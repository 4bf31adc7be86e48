import {LRUCache} from 'lru-cache';

import {bounds} from '../limits/bounds.ts';
import {requireRetry} from './compare-and-set.ts';
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

interface KnownDocument {
  /** The last version that this process wrote. */
  newest: Document | undefined;
  /** The end of the last update that was started; never rejects. `undefined`: none is running. */
  end: Promise<void> | undefined;
}

export function createUpdate(store: Store): Update {
  const documents = new LRUCache<string, KnownDocument>({max: bounds.maxRememberedVersions});

  function knownOf(name: string): KnownDocument {
    let known = documents.get(name);
    if (!known) documents.set(name, (known = {newest: undefined, end: undefined}));
    return known;
  }

  return <Value>(key: Key, next: (current: Value | undefined) => Value) => {
    const known = knownOf(keyPath(key));

    function write(current: Document | undefined, attempt: number): Promise<Value> {
      const value = next(current?.value as Value | undefined);
      return store.write(key, value, {expected: current ?? 0}).then(
        written => {
          known.newest = written;
          return value;
        },
        (error: unknown) => {
          known.newest = undefined;
          requireRetry(error, attempt);
          return read(attempt + 1);
        },
      );
    }
    const read = (attempt: number) => store.read([key]).then(([current]) => write(current, attempt));
    const work = () => (known.newest ? write(known.newest, 1) : read(1));

    // Updates of this process run one after the other, so they do not conflict.
    const result = known.end?.then(work) ?? work();
    const release = () => {
      if (known.end === end) known.end = undefined;
    };
    const end: Promise<void> = result.then(release, release);
    known.end = end;
    return result;
  };
}
