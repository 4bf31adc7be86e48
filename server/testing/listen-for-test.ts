import type {Server} from 'node:http';

import {onTestFinished} from 'vitest';

import {listen} from './listen.ts';

/** Starts listening on a free port of the loopback address for one test, and returns the port. */
export async function listenForTest(server: Server): Promise<number> {
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return listen(server);
}
