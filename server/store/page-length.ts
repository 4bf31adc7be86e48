import {setImmediate} from 'node:timers/promises';

import {bounds} from '../limits/bounds.ts';
import type {Document} from './store.ts';

/** Documents in the first page of a list, before anything is known of their size. */
const firstLength = 32;

/** How much longer than the page before a page may be. */
const maxGrowth = 2;

/** How many documents a list reads at a time: so many that a page has about `bounds.maxPageBytes`. */
export interface PageLength {
  /** How many items to read next. */
  readonly length: number;
  /**
   * Adapts the length to the documents of a page, and lets other work of the process run before the next page.
   *
   * @param items How many items the page had, where an item is more than one document.
   */
  adapt(page: readonly (Document | undefined)[], items?: number): Promise<void>;
}

export function createPageLength(): PageLength {
  let length = firstLength;
  return {
    get length() {
      return length;
    },
    async adapt(page, items = page.length) {
      const bytes = JSON.stringify(page).length;
      const fitting = Math.floor((bounds.maxPageBytes / bytes) * items);
      length = Math.max(1, Math.min(fitting, length * maxGrowth, bounds.maxPageLength));
      await setImmediate();
    },
  };
}
