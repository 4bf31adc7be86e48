import {vi} from 'vitest';

import type {Store} from '../store.ts';

/* Waits for a store on a server that has just started, for tests on Redis. */

/** Resolves to the store once it responds. */
export async function whenReachable(store: Store): Promise<Store> {
  await vi.waitFor(() => store.ping(), {timeout: 15_000, interval: 20});
  return store;
}
