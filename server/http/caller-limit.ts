import {LRUCache} from 'lru-cache';

import {Problem} from '../problem.ts';

/* Counts the calls of each caller, for the limits per minute of callers, feeds and visitors. To limit something else,
 * create a limit with `createCallerLimit` in `app.ts`. The settings and `bounds.ts` have the maximums. Each process
 * counts for itself. The memory must stay bounded (`rememberedCallers`). */

export interface Count {
  readonly max: number;
  /** In seconds. */
  readonly duration: number;
  /** The calls in this window, including this one. */
  readonly taken: number;
  /** The remaining seconds of the window. */
  readonly seconds: number;
}

export type CallerLimit = (caller: string) => Count;

interface Window {
  taken: number;
  /** By `performance.now()`. */
  ends: number;
}

const rememberedCallers = 100_000;

/** The length of a window in seconds. */
const duration = 60;

/**
 * Creates a rate limit, which each process counts for itself.
 *
 * @param max Calls of one caller in a window.
 * @param onRefused Runs for each call above it. Default: nothing.
 */
export function createCallerLimit(max: number, onRefused?: () => void): CallerLimit {
  // The option `max` would preallocate: 20 ms and 4 MB for each limit.
  const windows = new LRUCache<string, Window>({maxSize: rememberedCallers, sizeCalculation: () => 1});

  return caller => {
    // This clock is never set back, unlike that of `Date.now()`.
    const now = Math.floor(performance.now());
    let window = windows.get(caller);
    if (!window || window.ends <= now) {
      window = {taken: 0, ends: now + duration * 1000};
      windows.set(caller, window);
    }
    window.taken += 1;
    if (window.taken > max) onRefused?.();
    return {max, duration, taken: window.taken, seconds: Math.ceil((window.ends - now) / 1000)};
  };
}

/**
 * @param message The reason for the caller, a sentence.
 * @param reason The reason in the log. Default: the message.
 * @throws {Problem} 429 when a call is not within its limit.
 */
export function requireWithin({taken, max, seconds}: Count, message: string, reason = message): void {
  if (taken <= max) return;
  throw new Problem(429, `${message} Try again in ${seconds} seconds.`, {
    headers: {'Retry-After': String(seconds)},
    reason,
  });
}
