import {setImmediate} from 'node:timers/promises';

/** Work that pauses between its slices, which take some ten milliseconds each. */
export type SlicedWork<Result> = Generator<undefined, Result, undefined>;

/** How many characters of markup are read in a slice, about. */
export const sliceLength = 32 * 1024;

/** Does all of it at once. */
export function finish<Result>(work: SlicedWork<Result>): Result {
  for (;;) {
    const {done, value} = work.next();
    if (done) return value;
  }
}

let lastTurn: Promise<unknown> = Promise.resolve();

/** Resolves in a turn of the event loop that no other slice has. */
function nextTurn(): Promise<unknown> {
  lastTurn = lastTurn.then(() => setImmediate());
  return lastTurn;
}

/** Does it slice by slice. Of all work that is under way, one slice is done between two turns of the event loop. */
export async function finishInTurns<Result>(work: SlicedWork<Result>): Promise<Result> {
  for (;;) {
    const {done, value} = work.next();
    if (done) return value;
    await nextTurn();
  }
}
