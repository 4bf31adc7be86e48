import {setTimeout} from 'node:timers/promises';

import type {Store} from './store.ts';
import {StoreTooNew} from './store-format.ts';

/** The pause, in milliseconds, between two looks at a store that does not answer yet. */
const pause = 50;

/** Whether a store can be reached just now. @throws {StoreTooNew} */
export function answers(store: Store): Promise<boolean> {
  return store.ping().then(
    () => true,
    (error: unknown) => {
      if (error instanceof StoreTooNew) throw error;
      return false;
    },
  );
}

/** Waits until a store can be reached; resolves to whether that was before `ended` was aborted. @throws {StoreTooNew} */
export async function firstAnswer(store: Store, ended: AbortSignal): Promise<boolean> {
  while (!ended.aborted) {
    if (await answers(store)) return true;
    await setTimeout(pause);
  }
  return false;
}
