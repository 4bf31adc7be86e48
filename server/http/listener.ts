import {createServer as createHttpServer, type Server} from 'node:http';
import {createServer as createHttpsServer, type ServerOptions} from 'node:https';

import {answerBrokenRequests} from './broken-request.ts';
import {requirePace} from './pace.ts';

/** How many connections a process takes at once where nobody says otherwise. */
export const defaultConnections = 5_000;

/** In milliseconds. */
const second = 1_000;

const limits = {
  headersTimeout: 10 * second,
  // What is sent steadily may take this long: 16 MB at half a megabit a second. `requirePace` ends the others.
  requestTimeout: 600 * second,
  connectionsCheckingInterval: second,
  // Longer than proxies keep idle connections, 60 seconds with most: a proxy must not find one closed that it just chose.
  keepAliveTimeout: 75 * second,
  maxHeaderSize: 16 * 1024,
  // By Node.js it would be refused without the error body; `requireOneHost` does it.
  requireHostHeader: false,
};

const tlsLimits = {
  handshakeTimeout: 10 * second,
  // As Node.js has it for HTTP anyway: who has asked may be done writing, and waits for the answer still.
  allowHalfOpen: true,
} as const;

/** A connection on which nothing moves is ended, such as one whose client does not read its answer. */
const silence = 120 * second;

/**
 * Makes a server, HTTPS where `tls` is given, that slow and broken clients can't hold up. It listens to nothing and
 * answers nothing yet but requests that never become whole.
 */
export function createListener(tls: ServerOptions | undefined, mostConnections: number): Server {
  const server = tls ? createHttpsServer({...limits, ...tlsLimits, ...tls}) : createHttpServer(limits);
  server.maxConnections = mostConnections;
  server.timeout = silence;
  // Else Node.js ends such a connection itself. It has no type for this switch.
  Object.assign(server, {httpAllowHalfOpen: true});
  answerBrokenRequests(server);
  requirePace(server);
  return server;
}
