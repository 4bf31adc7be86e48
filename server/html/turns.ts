import {setImmediate} from 'node:timers/promises';

/** The last turn of the event loop that a caller takes. */
let lastTurn: Promise<unknown> = Promise.resolve();

/**
 * Waits for a turn of the event loop that no other caller takes, for forms (lists take turns of `store/turns.ts`): checks and searches of long
 * texts take some ten milliseconds each.
 */
export async function takeTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => setImmediate());
  await lastTurn;
}

/** Work that yields between slices of some milliseconds. */
export type SlicedWork<Result> = Generator<undefined, Result>;

/** Runs one slice per turn of the event loop, of all concurrent work. */
export async function finishInTurns<Result>(work: SlicedWork<Result>): Promise<Result> {
  for (;;) {
    const {done, value} = work.next();
    if (done) return value;
    await takeTurn();
  }
}
