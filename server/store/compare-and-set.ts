import {bounds} from '../limits/bounds.ts';
import {type Key, VersionConflict} from './store.ts';

/** Other writers changed the same document at every attempt. The next try may succeed. */
export class TooManyConflicts extends Error {
  override readonly name = 'TooManyConflicts';
}

/**
 * Repeats an attempt to read a document, decide, and write it under the version that was read, until no other writer came between.
 * Within this process, attempts on one document run one after the other; other processes are only met at the write.
 *
 * @throws {TooManyConflicts} after `bounds.maxUpdateAttempts`.
 */
export type CompareAndSet = <Result>(key: Key, attempt: () => Promise<Result>) => Promise<Result>;

export function createCompareAndSet(): CompareAndSet {
  /** When the last work on each document ends; never rejects. */
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

/** Lets an attempt be repeated where another writer came first. @throws {TooManyConflicts} @throws The error of any other failure. */
export function requireRetry(error: unknown, attempt: number): void {
  if (!(error instanceof VersionConflict)) throw error;
  if (attempt === bounds.maxUpdateAttempts)
    throw new TooManyConflicts(`Other writers came first ${attempt} times.`, {cause: error});
}
