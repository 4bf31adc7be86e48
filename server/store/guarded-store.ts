import {randomUUID} from 'node:crypto';

import {bounds} from '../bounds.ts';
import {cacheFor} from '../memoize.ts';
import {
  type Engine,
  type Key,
  type StoreLog,
  StoreReplaced,
  StoreUnavailable,
  StoreUnusable,
  VersionConflict,
} from './engine.ts';
import {createStore, type Store, uncheckedDocuments} from './store.ts';
import {countingOnly} from './storage-quota.ts';
import {writeNew} from './saving.ts';
import {claimFormat, requireFinishedRestore} from './readiness.ts';

/* Refuses changes to an engine whose data was emptied or replaced, for the service: otherwise ids would be assigned
 * twice. `tavle restore` uses `identityKey`. Change what counts as replaced in `checkIdentity`. A new method of engines
 * that writes must run in `change`. Reads must still work. */

/** The key of a store's random id, which the first service on it writes. */
export const identityKey: Key = ['tavle', 'identity'];

/** An engine that refuses changes after its data was emptied, replaced or removed. */
export interface GuardedEngine extends Engine {
  readonly isReplaced: () => boolean;
  /** Returns whether the engine refused changes at the last check while it served reads. */
  readonly refusesChanges: () => boolean;
}

/** Records an operation of a store: its name, its duration in seconds and its outcome. */
export type StoreMeter = (
  operation: string,
  seconds: number,
  outcome: 'done' | 'conflict' | 'failed',
) => void;

export interface GuardLog extends StoreLog {
  error(message: string): void;
}

/**
 * Opens an engine and writes a random identity into it unless it has one. Refuses changes with {@link StoreReplaced} while the identity is missing or
 * different: otherwise ids would be assigned twice, and changes would be lost with the store. Reads continue.
 *
 * `ping` reads the identity. A change reads it if the last check is older than `bounds.storeIdentityIntervalMs`, or if an operation
 * failed or the connection was lost after it. A check without a response changes nothing: in a cluster, the other nodes continue.
 *
 * The first check also reads the format and whether a restore is unfinished, and rejects with {@link StoreUnusable}.
 *
 * @param open Opens the engine with a log. After a warning in this log, the next change checks the identity.
 * @param meter Records each operation, including the check before it. Default: records nothing.
 */
export function guardEngine(
  open: (log: StoreLog) => Engine,
  log: GuardLog,
  meter: StoreMeter = () => undefined,
): GuardedEngine {
  const engine = open({
    info: message => log.info(message),
    warn(message) {
      nextCheckAt = 0;
      log.warn(message);
    },
  });
  const store = createStore(engine, uncheckedDocuments, countingOnly);
  let identity: string | undefined;
  let replaced: StoreReplaced | undefined;
  let isRefusing = false;
  /** When the next change must check the identity, by `performance.now()`. */
  let nextCheckAt = 0;

  function setReplaced(found: StoreReplaced | undefined): void {
    if (found && !replaced) log.error(found.message);
    if (!found && replaced) log.info('The store has its former identity again. Changes are accepted.');
    replaced = found;
  }

  /** @throws {StoreUnavailable} when the engine does not respond. */
  async function checkIdentity(): Promise<void> {
    nextCheckAt = performance.now() + bounds.storeIdentityIntervalMs;
    const [pinged, read] = await Promise.allSettled([
      store.ping(),
      identity === undefined ? claimIdentity(store) : readIdentity(store),
    ]);
    if (read.status === 'rejected' && read.reason instanceof StoreUnusable) throw read.reason;
    if (pinged.status === 'rejected') {
      if (!(pinged.reason instanceof StoreReplaced)) throw pinged.reason;
      setReplaced(pinged.reason);
    } else if (read.status === 'fulfilled') {
      identity ??= read.value;
      const finding =
        read.value === undefined
          ? 'The store was emptied since the service started.'
          : 'The store was replaced since the service started.';
      setReplaced(read.value === identity ? undefined : new StoreReplaced(finding));
    }
  }

  /** Checks whether the store accepts changes, and logs when that has changed. @throws {StoreUnavailable} */
  async function checkWritable(): Promise<void> {
    try {
      await store.checkWritable();
    } catch (error) {
      if (!isRefusing) log.error(`The store serves reads only. ${(error as Error).message}`);
      isRefusing = true;
      throw error;
    }
    if (isRefusing) log.info('The store takes changes again.');
    isRefusing = false;
  }

  /** Concurrent callers share one check. */
  const check = cacheFor(0, checkIdentity);

  const record = (operation: string, started: number, outcome: Parameters<StoreMeter>[2]) =>
    meter(operation, (performance.now() - started) / 1000, outcome);

  function measure<Result>(operation: string, step: Promise<Result>, started: number): Promise<Result> {
    return step.then(
      result => {
        record(operation, started, 'done');
        return result;
      },
      (error: unknown) => {
        if (error instanceof StoreUnavailable) nextCheckAt = 0;
        record(operation, started, error instanceof VersionConflict ? 'conflict' : 'failed');
        throw error;
      },
    );
  }

  /** @throws {StoreReplaced} */
  async function checkBefore(operation: string, started: number): Promise<void> {
    try {
      if (operation === 'ping' || started >= nextCheckAt) await check();
      if (replaced) throw replaced;
    } catch (error) {
      // Pings that fail before the first response are not recorded: the store starts or is being connected.
      if (operation !== 'ping' || identity !== undefined) record(operation, started, 'failed');
      throw error;
    }
  }

  function change<Result>(operation: string, step: () => Promise<Result>): Promise<Result> {
    const started = performance.now();
    const isChecked = started < nextCheckAt && !replaced;
    const changed = isChecked
      ? measure(operation, step(), started)
      : checkBefore(operation, started).then(() => measure(operation, step(), started));
    // Checks at once, so that the log and the metrics show the reason before the next readiness check.
    changed.catch((error: unknown) => {
      if (error instanceof StoreUnavailable) checkWritable().catch(() => undefined);
    });
    return changed;
  }

  const read = <Result>(operation: string, result: Promise<Result>) =>
    measure(operation, result, performance.now());

  return {
    ...engine,
    read: (...given) => read('read', engine.read(...given)),
    readStarts: (...given) => read('read', engine.readStarts(...given)),
    scan: (...given) => read('scan', engine.scan(...given)),
    write: (...given) => change('write', () => engine.write(...given)),
    remove: (...given) => change('remove', () => engine.remove(...given)),
    addEntries: (...given) => change('addEntries', () => engine.addEntries(...given)),
    removeEntries: (...given) => change('removeEntries', () => engine.removeEntries(...given)),
    add: (...given) => change('add', () => engine.add(...given)),
    confirmReplicated: () => change('confirmReplicated', () => engine.confirmReplicated()),
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

/**
 * Returns the identity of a store, and writes one if it is missing. Processes that start at the same time get the same identity.
 *
 * @throws {StoreUnusable}
 */
async function claimIdentity(store: Store): Promise<string | undefined> {
  await claimFormat(store);
  await requireFinishedRestore(store);
  const found = await readIdentity(store);
  if (found !== undefined) return found;
  const identity = randomUUID();
  return (await writeNew(store, identityKey, identity)) ? identity : readIdentity(store);
}
