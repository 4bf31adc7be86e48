import {LRUCache} from 'lru-cache';

import type {Instant} from '../time/datetime.ts';
import type {SharedCounts} from './shared-counts.ts';

export interface Count {
  readonly max: number;
  /** In seconds. */
  readonly duration: number;
  /** This call included. */
  readonly taken: number;
  /** The rest of the window. */
  readonly seconds: number;
}

export type CallerLimit = (caller: string) => Count;

interface Window {
  taken: number;
  ends: Instant;
}

const rememberedCallers = 100_000;

/** Each process reports so many parts of a caller's limit to the others, one by one. */
const parts = 50;

/**
 * Nothing waits: a process counts for itself, reports every fiftieth part of the limit to the others at once, and reads in the response
 * what they have counted. So all of them together let through a fiftieth more for each process at most. While the others can't be
 * reached, each process counts for itself alone.
 *
 * @param duration Of the window, in seconds.
 */
export function createCallerLimit(max: number, duration: number, shared?: SharedCounts): CallerLimit {
  // `max` would allocate room for all of them at once: 20 ms and 4 MB for each limit.
  const windows = new LRUCache<string, Window>({maxSize: rememberedCallers, sizeCalculation: () => 1});
  const part = Math.ceil(max / parts);

  function report(caller: string, window: Window): void {
    shared?.add(caller, part).then(
      ({taken, ends}) => {
        // All that is shared are whole parts, so what was counted since is what goes beyond them here.
        window.taken = taken + (window.taken % part);
        window.ends = ends;
      },
      () => undefined,
    );
  }

  return caller => {
    const now = Date.now();
    let window = windows.get(caller);
    if (!window || window.ends <= now) {
      window = {taken: 0, ends: now + duration * 1000};
      windows.set(caller, window);
    }
    window.taken += 1;
    const {taken, ends} = window;
    if (taken <= max && taken % part === 0) report(caller, window);
    return {max, duration, taken, seconds: Math.ceil((ends - now) / 1000)};
  };
}
