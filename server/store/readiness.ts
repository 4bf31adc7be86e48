import {setTimeout} from 'node:timers/promises';

import type {Store} from './store.ts';
import {StoreTooNew} from './store-format.ts';

const retryIntervalMs = 50;

/** Returns whether a store responds. @throws {StoreTooNew} */
function isReachable(store: Store): Promise<boolean> {
  return store.ping().then(
    () => true,
    (error: unknown) => {
      if (error instanceof StoreTooNew) throw error;
      return false;
    },
  );
}

/** Waits until a store responds. Resolves to false if `signal` is aborted before. @throws {StoreTooNew} */
export async function waitUntilReachable(store: Store, signal: AbortSignal): Promise<boolean> {
  while (!signal.aborted) {
    if (await isReachable(store)) return true;
    await setTimeout(retryIntervalMs);
  }
  return false;
}
