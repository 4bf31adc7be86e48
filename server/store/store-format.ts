import {asUnreadable} from './data-lost.ts';
import {writeNew} from './update.ts';
import {type Key, type Store, StoreUnusable} from './store.ts';

/** The format of stored data. It is incremented when an older release could not read a store, or would damage it. */
export const storeFormat = 1;

/** The key of a store's format. A store without it has format 1. */
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
