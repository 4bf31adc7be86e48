import type {Context} from 'koa';

import {Problem} from './problem.ts';

/** So many bytes of bodies a process takes at once: four of the largest. What is made of them takes several times as much. */
const room = 64 * 1024 * 1024;

/** A smaller body is always let in: their number is bounded by that of the requests. */
const small = 64 * 1024;

let taken = 0;

/** How many bytes of bodies the process holds just now, or waits for. */
export const bodyBytes = (): number => taken;

/**
 * Keeps room for a body until its request is answered. A body that is larger than what is left is let in too, so that
 * small ones can't keep a large one out for ever.
 *
 * @param size In bytes; the most that it may become, where it is not known.
 * @throws {Problem} 503 when there is no room.
 */
export function takeRoom({res}: Context, size: number): void {
  if (size <= small) return;
  if (taken >= room) {
    throw new Problem(503, 'Too many large bodies at once. Try again in a moment.', {
      headers: {'Retry-After': '2'},
    });
  }
  taken += size;
  res.once('close', () => (taken -= size));
}
