/* Checks whether a store responds, has a known format and is not half restored, for the service and commands. Add
 * another check as a function here, and call it in `guarded-store.ts` and `with-store.ts`. A change of stored data that
 * an older release could not read must increment `storeFormat`. */

import {setTimeout} from 'node:timers/promises';

import {asUnreadable, type Key, StoreUnusable} from './engine.ts';
import type {Store} from './store.ts';
import {writeNew} from './saving.ts';

/** The format of stored data. It is incremented when an older release could not read a store, or would damage it. */
const storeFormat = 1;

/** The key of a store's format. Only a store that no service or restore has filled lacks it. */
export const formatKey: Key = ['tavle', 'format'];

export class StoreTooNew extends StoreUnusable {
  override readonly name = 'StoreTooNew';

  constructor(found: unknown) {
    super(
      `The store has format ${String(found)}, and this version of tavle knows formats up to ${storeFormat}. Install the version of tavle that wrote it, or a newer one.`,
    );
  }
}

/** Returns the format of a store; `undefined` if it has none. @throws {StoreTooNew} */
export async function requireKnownFormat(store: Store): Promise<number | undefined> {
  const found = await store.get(formatKey).catch(asUnreadable);
  if (!found) return undefined;
  if (typeof found.value === 'number' && found.value <= storeFormat) return found.value;
  throw new StoreTooNew(found.value);
}

/** Writes the format into a store that has none. @throws {StoreTooNew} */
export async function claimFormat(store: Store): Promise<void> {
  if ((await requireKnownFormat(store)) !== undefined) return;
  if (!(await writeNew(store, formatKey, storeFormat))) await requireKnownFormat(store);
}

/** The key of the document that `tavle check` writes and removes. A check that was killed leaves it. */
export const trialKey: Key = ['tavle', 'check'];

/** The key of the time at which an unfinished restore began. */
export const unfinishedRestoreKey: Key = ['tavle', 'restore'];

/** A restore into the store was interrupted. */
export class RestoreUnfinished extends StoreUnusable {
  override readonly name = 'RestoreUnfinished';

  constructor() {
    super('A restore into the store has not been finished. Empty the store, then run "tavle restore" again.');
  }
}

/** @throws {RestoreUnfinished} */
export async function requireFinishedRestore(store: Store): Promise<void> {
  const [found] = await store.readVersions([unfinishedRestoreKey]);
  if (found) throw new RestoreUnfinished();
}

const retryIntervalMs = 50;

/** Waits until a store responds. Resolves to false if `signal` is aborted before. @throws {StoreUnusable} */
export async function waitUntilReachable(store: Store, signal: AbortSignal): Promise<boolean> {
  while (!signal.aborted) {
    try {
      await store.ping();
      return true;
    } catch (error) {
      if (error instanceof StoreUnusable) throw error;
    }
    await setTimeout(retryIntervalMs);
  }
  return false;
}
