import {setImmediate} from 'node:timers/promises';

let lastTurn: Promise<unknown> = Promise.resolve();

/** Waits for a turn of the event loop that no other caller takes: checks of long texts take some ten milliseconds each. */
export async function takeTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => setImmediate());
  await lastTurn;
}
