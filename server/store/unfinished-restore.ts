import {type Key, type Store, StoreUnusable} from './store.ts';

/** Has the time at which a restore began, until it has finished. */
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
