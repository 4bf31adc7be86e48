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
      if (!(error instanceof VersionConflict)) throw error;
      if (count === bounds.maxUpdateAttempts) {
        throw new TooManyConflicts(`Other writers came first ${count} times.`, {cause: error});
      }
    }
  }
}
