import {bounds} from '../../limits/bounds.ts';
import {StoreUnavailable} from '../store.ts';

/** Bounds the time that changes wait for a writer which another process can hold up. */
export interface CommitQueue {
  /**
   * Runs a change and resolves once it is committed.
   *
   * @throws {StoreUnavailable} When nothing was committed for `bounds.storeTimeoutMs`, and at once while that commit is still overdue:
   *   nothing is queued behind it. A change that did not run by then never runs; one that did may still be committed.
   */
  readonly run: <Result>(change: () => Result) => Promise<Result>;
  /** @throws {StoreUnavailable} while a commit is overdue. */
  readonly check: () => Promise<void>;
}

/** @param commit Runs a change in a transaction, and settles with the commit. */
export function createCommitQueue(commit: <Result>(change: () => Result) => Promise<Result>): CommitQueue {
  const waiting = new Set<(error: StoreUnavailable) => void>();
  let settled = 0;
  let isOverdue = false;
  let timer: NodeJS.Timeout | undefined;

  function watch(): void {
    clearTimeout(timer);
    timer = waiting.size ? setTimeout(expire, bounds.storeTimeoutMs, settled).unref() : undefined;
  }

  /** @param before How many changes had settled when the time began. */
  function expire(before: number): void {
    // After a long turn of the event loop, timers come before the commits that ended during it.
    setImmediate(() => {
      if (settled !== before) return;
      isOverdue = true;
      for (const abandon of waiting) abandon(overdue());
      waiting.clear();
    });
  }

  const check = () => (isOverdue ? Promise.reject(overdue()) : Promise.resolve());

  return {
    check,
    async run<Result>(change: () => Result): Promise<Result> {
      await check();
      return new Promise((resolve, reject) => {
        waiting.add(reject);
        if (waiting.size === 1) watch();
        commit(() => (waiting.has(reject) ? change() : (undefined as never)))
          .then(resolve, reject)
          .finally(() => {
            settled += 1;
            isOverdue = false;
            waiting.delete(reject);
            watch();
          });
      });
    },
  };
}

function overdue(): StoreUnavailable {
  return new StoreUnavailable(
    undefined,
    `A change was not committed within ${bounds.storeTimeoutMs / 1_000} seconds: another process holds the write lock of the store, or the disk does not respond.`,
  );
}
