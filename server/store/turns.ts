/* Divides long work into short turns, between which other requests run: lists, calendars, checks of markup, searches,
 * and large reads from Redis. `bounds.ts` has the length of a turn. Callers must bound the work between two calls of
 * `takeTurn`. Short reads must not wait for long ones (`first`). */

import {bounds} from '../bounds.ts';

/** The waiting parts, in the order of the calls. */
const waiting: {readonly first: (() => void)[]; readonly later: (() => void)[]} = {first: [], later: []};

/** When the current turn began, by `performance.now()`. `undefined`: no part has run since other work ran. */
let startedAt: number | undefined;

/**
 * Waits until the next part of a long read may run. The parts of all reads share the time of a turn, so other requests wait about as long for a
 * hundred long reads as for one. The first part of a read runs before the later parts of others, so a short list does not wait for long ones.
 * Callers await this function before each part. They bound the work of a part, since nothing interrupts it.
 */
export function takeTurn(isFirst: boolean): Promise<void> {
  if (startedAt === undefined) {
    startTurn();
    return Promise.resolve();
  }
  return new Promise(resolve => {
    waiting[isFirst ? 'first' : 'later'].push(resolve);
    setImmediate(runNext);
  });
}

function startTurn(): void {
  startedAt = performance.now();
  setImmediate(() => (startedAt = undefined));
}

/** Runs one part, unless the time of the turn is used up. The part completes before the next immediate. */
function runNext(): void {
  if (startedAt === undefined) startTurn();
  else if (performance.now() - startedAt > bounds.longReadTurnMs) {
    setImmediate(runNext);
    return;
  }
  (waiting.first.shift() ?? waiting.later.shift())?.();
}
