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
}

/** Where an operator reads what happened to the store. */
export interface GuardLog extends StoreLog {
  error(message: string): void;
}

/**
 * Opens a store, marks it with a random id unless it has one, and refuses changes with {@link StoreReplaced} while the mark is
 * missing or another one: ids would be given a second time, and changes be lost with the store. Reads go on.
 *
 * The mark is read by `ping`, and before a change where it was last read `bounds.storeIdentityIntervalMs` ago, or where a step failed or
 * the connection was lost since then. A check without an answer decides nothing: in a cluster, nodes without the mark go on.
 *
 * The first check also looks at the format, and rejects with {@link StoreTooNew}.
 *
 * @param open Opens the store with a log; every warning in it makes the next change check the mark.
 */
export function guardStore(open: (log: StoreLog) => Store, log: GuardLog): GuardedStore {
  const store = open({
    info: message => log.info(message),
    warn(message) {
      due = 0;
      log.warn(message);
    },
  });
  let mark: string | undefined;
  let replaced: StoreReplaced | undefined;
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

  const check = () => (checking ??= readMark().finally(() => (checking = undefined)));

  const watched = <Result>(step: Promise<Result>): Promise<Result> => step.catch(noteFailure);

  function noteFailure(error: unknown): never {
    if (error instanceof StoreUnavailable) due = 0;
    throw error;
  }

  async function change<Result>(step: () => Promise<Result>): Promise<Result> {
    if (performance.now() >= due) await check();
    if (replaced) throw replaced;
    return watched(step());
  }

  return {
    ...store,
    read: (keys, options) => watched(store.read(keys, options)),
    scan: (index, range) => watched(store.scan(index, range)),
    write: (key, value, options) => change(() => store.write(key, value, options)),
    remove: (key, expected) => change(() => store.remove(key, expected)),
    addEntries: entries => change(() => store.addEntries(entries)),
    removeEntries: entries => change(() => store.removeEntries(entries)),
    next: counter => change(() => store.next(counter)),
    add: (counter, amount) => change(() => store.add(counter, amount)),
    async ping() {
      await check();
      if (replaced) throw replaced;
    },
    isReplaced: () => replaced !== undefined,
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
