import {once} from 'node:events';
import type {AddressInfo, Server} from 'node:net';

/* Listens on a free port, for servers that a test closes itself. `listen-for-test.ts` also closes them. */

/** Starts listening on the loopback address and returns the port. Default: a free port. */
export async function listen(server: Server, port = 0): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
