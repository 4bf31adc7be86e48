import {LRUCache} from 'lru-cache';

import {Problem} from '../http/response/problem.ts';
import type {SharedCounts} from './shared-counts.ts';

export interface Count {
  readonly max: number;
  /** In seconds. */
  readonly duration: number;
  /** Includes this call. */
  readonly taken: number;
  /** The remaining seconds of the window. */
  readonly seconds: number;
}

export type CallerLimit = (caller: string) => Count;

interface Window {
  taken: number;
  /** By {@link monotonicMs}. */
  ends: number;
}

const rememberedCallers = 100_000;

/** The number of parts of a limit that a process reports one by one. */
const parts = 50;

/**
 * Creates a rate limit. Never waits: each process counts locally, reports every fiftieth part of the limit, and reads the shared count in the
 * response. Together they admit at most a fiftieth more for each process. Without a connection, each process counts alone.
 *
 * @param duration The length of the window in seconds. Default: a minute.
 */
export function createCallerLimit(max: number, duration = 60, shared?: SharedCounts): CallerLimit {
  // The option `max` would preallocate: 20 ms and 4 MB for each limit.
  const windows = new LRUCache<string, Window>({maxSize: rememberedCallers, sizeCalculation: () => 1});
  const part = Math.ceil(max / parts);

  function report(caller: string, window: Window): void {
    shared?.add(caller, part).then(
      ({taken, remainingMs}) => {
        // Only whole parts are shared, so the remainder was counted since.
        window.taken = taken + (window.taken % part);
        window.ends = monotonicMs() + remainingMs;
      },
      () => undefined,
    );
  }

  return caller => {
    const now = monotonicMs();
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

/** Returns whole milliseconds of a clock that is never set back, unlike that of `Date.now()`. */
const monotonicMs = () => Math.floor(performance.now());

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
