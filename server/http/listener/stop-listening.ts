import type {Server} from 'node:http';
import {setImmediate} from 'node:timers/promises';

/** How long, in milliseconds, a turn of the event loop takes that only accepts connections. */
const shortTurnMs = 0.1;
const maxTurns = 1_000;

/**
 * Closes the listening socket and idle connections. The operating system resets connections that are not accepted yet, and a client
 * does not know then whether its request was handled. So this waits for a turn of the event loop with little else to do than to
 * accept them.
 */
export async function stopListening(server: Server): Promise<void> {
  for (let turn = 0; turn < maxTurns; turn++) {
    const started = performance.now();
    await setImmediate();
    if (performance.now() - started < shortTurnMs) break;
  }
  server.close();
}
