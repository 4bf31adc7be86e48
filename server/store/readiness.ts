import {setTimeout} from 'node:timers/promises';

import {type Store, StoreUnusable} from './store.ts';

const retryIntervalMs = 50;

/** Returns whether a store responds. @throws {StoreUnusable} */
function isReachable(store: Store): Promise<boolean> {
  return store.ping().then(
    () => true,
    (error: unknown) => {
      if (error instanceof StoreUnusable) throw error;
      return false;
    },
  );
}

/** Waits until a store responds. Resolves to false if `signal` is aborted before. @throws {StoreUnusable} */
export async function waitUntilReachable(store: Store, signal: AbortSignal): Promise<boolean> {
  while (!signal.aborted) {
    if (await isReachable(store)) return true;
    await setTimeout(retryIntervalMs);
  }
  return false;
}
