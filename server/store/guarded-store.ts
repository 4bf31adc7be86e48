import {randomUUID} from 'node:crypto';

import {bounds} from '../limits/bounds.ts';
import {type Key, type Store, StoreReplaced, StoreUnavailable, VersionConflict} from './store.ts';
import {claimFormat, StoreTooNew} from './store-format.ts';
import type {StoreLog} from './store-log.ts';

/** Holds the random id of a store, from the first start of a service on it. */
export const identityKey: Key = ['tavle', 'identity'];

/** A store that takes no changes once it is not the store that it was. */
export interface GuardedStore extends Store {
  /** Whether the store was found emptied, replaced or removed. */
  readonly isReplaced: () => boolean;
  /** Whether the store, when it was last asked to, took no changes while it served reads. */
  readonly refusesChanges: () => boolean;
}

/** Records a step of a store: its name, how long it took in seconds, and what came of it. */
export type StoreMeter = (
  operation: string,
  seconds: number,
  outcome: 'done' | 'conflict' | 'failed',
) => void;

/** Where an operator reads what happened to the store. */
export interface GuardLog extends StoreLog {
  error(message: string): void;
}

/**
 * Opens a store, marks it with a random id unless it has one, and refuses changes with {@link StoreReplaced} while the mark is
 * missing or another one: ids would be given a second time, and changes be lost with the store. Reads go on.
 *
 * The mark is read by `ping`, and before a change where it was last read `bounds.storeIdentityIntervalMs` ago, or where a step failed or
 * the connection was lost after that. A check without a response decides nothing: in a cluster, nodes without the mark go on.
 *
 * The first check also looks at the format, and rejects with {@link StoreTooNew}.
 *
 * @param open Opens the store with a log; every warning in it makes the next change check the mark.
 * @param meter Records each step, with the check that came before it. Default: none is recorded.
 */
export function guardStore(
  open: (log: StoreLog) => Store,
  log: GuardLog,
  meter: StoreMeter = () => undefined,
): GuardedStore {
  const store = open({
    info: message => log.info(message),
    warn(message) {
      due = 0;
      log.warn(message);
    },
  });
  let mark: string | undefined;
  let replaced: StoreReplaced | undefined;
  let isRefusing = false;
  /** When the next change checks the mark, by `performance.now()`. */
  let due = 0;
  let checking: Promise<void> | undefined;

  function decide(found: StoreReplaced | undefined): void {
    if (found && !replaced) log.error(found.message);
    if (!found && replaced)
      log.info('The store is the one again that the service started with; changes are taken.');
    replaced = found;
  }

  /** @throws {StoreUnavailable} when the engine does not answer. */
  async function readMark(): Promise<void> {
    due = performance.now() + bounds.storeIdentityIntervalMs;
    const [answered, read] = await Promise.allSettled([
      store.ping(),
      mark === undefined ? claimFormat(store).then(() => claim(store)) : readIdentity(store),
    ]);
    if (read.status === 'rejected' && read.reason instanceof StoreTooNew) throw read.reason;
    if (answered.status === 'rejected') {
      if (!(answered.reason instanceof StoreReplaced)) throw answered.reason;
      decide(answered.reason);
    } else if (read.status === 'fulfilled') {
      mark ??= read.value;
      decide(read.value === mark ? undefined : differs(read.value));
    }
  }

  /** Asks the store whether it takes changes, and logs when that has changed. @throws {StoreUnavailable} */
  async function checkWritable(): Promise<void> {
    try {
      await store.checkWritable();
    } catch (error) {
      if (!isRefusing) log.error(`The store serves reads only. ${(error as Error).message}`);
      isRefusing = true;
      throw error;
    }
    noteChange();
  }

  /** Notes that a change was taken, or would be. */
  function noteChange(): void {
    if (isRefusing) log.info('The store takes changes again.');
    isRefusing = false;
  }

  const check = () => (checking ??= readMark().finally(() => (checking = undefined)));

  const record = (operation: string, started: number, outcome: Parameters<StoreMeter>[2]) =>
    meter(operation, (performance.now() - started) / 1000, outcome);

  function watch<Result>(operation: string, step: Promise<Result>, started: number): Promise<Result> {
    return step.then(
      result => {
        record(operation, started, 'done');
        return result;
      },
      (error: unknown) => {
        if (error instanceof StoreUnavailable) due = 0;
        record(operation, started, error instanceof VersionConflict ? 'conflict' : 'failed');
        throw error;
      },
    );
  }

  /** @throws {StoreReplaced} */
  async function checkBefore(operation: string, started: number): Promise<void> {
    try {
      if (operation === 'ping' || started >= due) await check();
      if (replaced) throw replaced;
    } catch (error) {
      record(operation, started, 'failed');
      throw error;
    }
  }

  function change<Result>(operation: string, step: () => Promise<Result>): Promise<Result> {
    const started = performance.now();
    const isChecked = started < due && !replaced;
    const changed = isChecked
      ? watch(operation, step(), started)
      : checkBefore(operation, started).then(() => watch(operation, step(), started));
    // Finds out why, so that the log and the metrics say so before anyone asks whether the service is ready.
    changed.then(noteChange, (error: unknown) => {
      if (error instanceof StoreUnavailable) checkWritable().catch(() => undefined);
    });
    return changed;
  }

  return {
    ...store,
    read: (keys, options) => watch('read', store.read(keys, options), performance.now()),
    scan: (index, range) => watch('scan', store.scan(index, range), performance.now()),
    write: (key, value, options) => change('write', () => store.write(key, value, options)),
    remove: (key, expected) => change('remove', () => store.remove(key, expected)),
    addEntries: entries => change('addEntries', () => store.addEntries(entries)),
    removeEntries: entries => change('removeEntries', () => store.removeEntries(entries)),
    next: counter => change('next', () => store.next(counter)),
    add: (counter, amount) => change('add', () => store.add(counter, amount)),
    async ping() {
      const started = performance.now();
      await checkBefore('ping', started);
      record('ping', started, 'done');
    },
    checkWritable,
    isReplaced: () => replaced !== undefined,
    refusesChanges: () => isRefusing,
  };
}

async function readIdentity(store: Store): Promise<string | undefined> {
  const [found] = await store.read([identityKey]);
  return found?.value as string | undefined;
}

/** Reads the mark of a store, or writes one; processes that start at the same time agree. */
async function claim(store: Store): Promise<string | undefined> {
  const found = await readIdentity(store);
  if (found !== undefined) return found;
  try {
    return (await store.write(identityKey, randomUUID(), {expected: 0})).value;
  } catch (error) {
    if (error instanceof VersionConflict) return readIdentity(store);
    throw error;
  }
}

function differs(found: string | undefined): StoreReplaced {
  return new StoreReplaced(
    found === undefined
      ? 'The store was emptied since the service started.'
      : 'The store is another one than when the service started.',
  );
}
