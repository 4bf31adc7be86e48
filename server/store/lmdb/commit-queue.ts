import {bounds} from '../../bounds.ts';
import {StoreUnavailable} from '../engine.ts';

/* The queue of changes to an LMDB store, for `lmdb-store.ts`. Change the size of a commit in `maxWeight`; `bounds.ts`
 * has the longest wait. No change may resolve before its commit, and none that was reported as overdue may run
 * later. */

interface QueuedChange {
  readonly change: () => unknown;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly weight: number;
  /** The outcome of the change, until it is committed. */
  result?: unknown;
  error?: Error;
}

/** The approximate maximum of keys in one commit: more would block the other work of this process. */
const maxWeight = 4_000;

/**
 * Commits concurrent changes together, for `lmdb-store.ts`, and bounds the time that they wait for the write lock.
 *
 * @param commit Runs changes in one transaction. Its promise settles when the commit ends.
 */
export function createCommitQueue(commit: (changes: () => void) => Promise<void>) {
  let waiting: QueuedChange[] = [];
  let isRunning = false;
  let isOverdue = false;

  async function drain(): Promise<void> {
    if (waiting.length) await commitBatch(takeBatch());
    if (waiting.length) drainSoon();
    else isRunning = false;
  }

  /** Drains after a whole turn of the event loop, so that the requests which arrive in it share a commit. */
  const drainSoon = () => setImmediate(() => setImmediate(() => void drain()));

  function takeBatch(): QueuedChange[] {
    let weight = 0;
    const end = waiting.findIndex(each => (weight += each.weight) > maxWeight);
    return waiting.splice(0, end < 0 ? waiting.length : Math.max(end, 1));
  }

  async function commitBatch(batch: readonly QueuedChange[]): Promise<void> {
    let isOver = false;
    const expire = () => {
      if (isOver) return;
      isOver = isOverdue = true;
      for (const {reject} of [...batch, ...waiting]) reject(overdue());
      waiting = [];
    };
    // `setImmediate`, because timers fire before commits that ended during a long turn of the event loop.
    const timer = setTimeout(() => setImmediate(expire), bounds.storeTimeoutMs).unref();
    try {
      await commit(() => {
        if (!isOver) batch.forEach(perform);
      });
      batch.forEach(settle);
    } catch (error) {
      for (const {reject} of batch) reject(error as StoreUnavailable);
    }
    clearTimeout(timer);
    isOver = true;
    isOverdue = false;
  }

  return {
    /** @throws {StoreUnavailable} while a commit is overdue. */
    check: (): Promise<void> => (isOverdue ? Promise.reject(overdue()) : Promise.resolve()),

    /**
     * Runs a change and resolves once it is committed.
     *
     * @param weight The approximate number of keys that the change has.
     * @throws {StoreUnavailable} When a commit takes longer than `bounds.storeTimeoutMs`, and at once while a commit is overdue. A change
     *   that did not run by then never runs. A change that did run may still be committed.
     */
    run: <Result>(change: () => Result, weight = 1): Promise<Result> =>
      new Promise((resolve, reject) => {
        if (isOverdue) {
          reject(overdue());
          return;
        }
        waiting.push({change, resolve: resolve as QueuedChange['resolve'], reject, weight});
        if (isRunning) return;
        isRunning = true;
        drainSoon();
      }),
  };
}

function perform(queued: QueuedChange): void {
  try {
    queued.result = queued.change();
  } catch (error) {
    queued.error = error as Error;
  }
}

function settle({resolve, reject, result, error}: QueuedChange): void {
  if (error) reject(error);
  else resolve(result);
}

function overdue(): StoreUnavailable {
  return new StoreUnavailable(
    undefined,
    `A change was not committed within ${bounds.storeTimeoutMs / 1_000} seconds: another process holds the write lock of the store, or the disk does not respond.`,
  );
}
