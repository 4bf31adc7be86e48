import {LRUCache} from 'lru-cache';

import {bounds} from '../limits/bounds.ts';
import {requireRetry} from './compare-and-set.ts';
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

/** What this process knows of a document that it updates. */
interface Place {
  /** As it was written last. */
  newest: Document | undefined;
  /** When the last update that was begun ends; never rejects. `undefined`: none is under way. */
  end: Promise<void> | undefined;
}

export function createUpdate(store: Store): Update {
  const places = new LRUCache<string, Place>({max: bounds.maxRememberedVersions});

  function placeOf(name: string): Place {
    let place = places.get(name);
    if (!place) places.set(name, (place = {newest: undefined, end: undefined}));
    return place;
  }

  return <Value>(key: Key, next: (current: Value | undefined) => Value) => {
    const place = placeOf(keyPath(key));

    function write(current: Document | undefined, attempt: number): Promise<Value> {
      const value = next(current?.value as Value | undefined);
      return store.write(key, value, {expected: current ?? 0}).then(
        written => {
          place.newest = written;
          return value;
        },
        (error: unknown) => {
          place.newest = undefined;
          requireRetry(error, attempt);
          return read(attempt + 1);
        },
      );
    }
    const read = (attempt: number) => store.read([key]).then(([current]) => write(current, attempt));
    const work = () => (place.newest ? write(place.newest, 1) : read(1));

    // One after the other: in this process, none finds that another one came first.
    const result = place.end?.then(work) ?? work();
    const release = () => {
      if (place.end === end) place.end = undefined;
    };
    const end: Promise<void> = result.then(release, release);
    place.end = end;
    return result;
  };
}
