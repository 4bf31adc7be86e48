import {setImmediate} from 'node:timers/promises';

/** The last turn of the event loop that a caller takes. */
let lastTurn: Promise<unknown> = Promise.resolve();

/**
 * Waits for a turn of the event loop that no other caller takes: a check of markup, or a search of form variants, takes about ten
 * milliseconds. Reads of lists wait for those of `store/turns.ts`.
 */
export async function takeTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => setImmediate());
  await lastTurn;
}
