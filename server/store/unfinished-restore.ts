import {type Key, type Store, StoreUnusable} from './store.ts';

/** Has the digest of the backup during a restore. */
export const unfinishedRestoreKey: Key = ['tavle', 'restore'];

/** A restore into the store was interrupted. */
export class RestoreUnfinished extends StoreUnusable {
  override readonly name = 'RestoreUnfinished';

  constructor() {
    super(
      'A restore into the store has not been finished. Repeat "tavle restore" with the same backup, or empty the store.',
    );
  }
}

/** @throws {RestoreUnfinished} */
export async function requireFinishedRestore(store: Store): Promise<void> {
  const [found] = await store.read([unfinishedRestoreKey]);
  if (found) throw new RestoreUnfinished();
}
