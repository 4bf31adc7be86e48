import {setImmediate} from 'node:timers/promises';

/** Work that pauses between its slices, which take some ten milliseconds each. */
export type SlicedWork<Result> = Generator<undefined, Result, undefined>;

/** The approximate number of characters of markup in a slice. */
export const sliceLength = 32 * 1024;

/** Runs all slices synchronously. */
export function finish<Result>(work: SlicedWork<Result>): Result {
  for (;;) {
    const {done, value} = work.next();
    if (done) return value;
  }
}

let lastTurn: Promise<unknown> = Promise.resolve();

/** Resolves in a turn of the event loop without another slice. */
function nextTurn(): Promise<unknown> {
  lastTurn = lastTurn.then(() => setImmediate());
  return lastTurn;
}

/** Runs one slice per turn of the event loop, of all concurrent work. */
export async function finishInTurns<Result>(work: SlicedWork<Result>): Promise<Result> {
  for (;;) {
    const {done, value} = work.next();
    if (done) return value;
    await nextTurn();
  }
}
