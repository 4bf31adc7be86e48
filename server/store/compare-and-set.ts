import {bounds} from '../limits/bounds.ts';
import {createMutex} from './mutex.ts';
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
  const withLock = createMutex();
  return (key, attempt) => withLock(JSON.stringify(key), () => repeat(attempt));
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
