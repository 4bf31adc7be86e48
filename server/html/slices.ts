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

/** The last turn of the event loop that is taken by a slice. */
let lastTurn: Promise<unknown> = Promise.resolve();

/** Resolves in a turn of the event loop that no other work of this file takes. */
export function nextTurn(): Promise<unknown> {
  return (lastTurn = lastTurn.then(() => setImmediate()));
}

/** Runs one slice per turn of the event loop, of all concurrent work. */
export async function finishInTurns<Result>(work: SlicedWork<Result>): Promise<Result> {
  for (;;) {
    const {done, value} = work.next();
    if (done) return value;
    await nextTurn();
  }
}
