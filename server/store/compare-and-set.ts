import {bounds} from '../limits/bounds.ts';
import {type Key, type Store, VersionConflict} from './store.ts';

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
    const name = JSON.stringify(key);
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
      requireRetry(error, count);
    }
  }
}

/** Returns when an attempt may be repeated after a version conflict. @throws {TooManyConflicts} @throws The error of any other failure. */
export function requireRetry(error: unknown, attempt: number): void {
  if (!(error instanceof VersionConflict)) throw error;
  if (attempt === bounds.maxUpdateAttempts)
    throw new TooManyConflicts(`The document changed during each of ${attempt} attempts.`, {cause: error});
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
