import {createServer as createHttpServer, type RequestListener, type Server} from 'node:http';
import {createServer as createHttpsServer, type ServerOptions} from 'node:https';
import type {Socket} from 'node:net';

import {bounds} from '../../limits/bounds.ts';
import {refuseMalformedRequests, refuseExpectation} from './malformed-requests.ts';
import {requireMinDataRate} from './min-data-rate.ts';
import {dispatchInOrder} from './pipelining.ts';

const limits = {
  headersTimeout: bounds.headersTimeoutMs,
  // A steadily sent request may take this long: 16 MB at half a megabit a second. `requireMinDataRate` ends the others.
  requestTimeout: bounds.requestTimeoutMs,
  connectionsCheckingInterval: 1_000,
  // Longer than proxies keep idle connections, 60 seconds with most: a proxy must not find one closed that it just chose.
  keepAliveTimeout: bounds.keepAliveTimeoutMs,
  maxHeaderSize: bounds.maxHeaderBytes,
  // Node.js would refuse it without the error body; `validateHost` does it.
  requireHostHeader: false,
};

const tlsLimits = {
  handshakeTimeout: bounds.handshakeTimeoutMs,
  // As Node.js has it for HTTP anyway: a client that has ended its side still waits for the response.
  allowHalfOpen: true,
} as const;

export interface Listener {
  /** Does not listen yet. */
  readonly server: Server;
  /** Hands requests to `handle`, those of one connection one after another. Until then none gets a response. */
  readonly serve: (handle: RequestListener) => void;
}

/** Creates a server that slow, broken and greedy clients can't hold up. @param tls `undefined`: plain HTTP. */
export function createListener(tls: ServerOptions | undefined, maxConnections: number): Listener {
  const server = tls ? createHttpsServer({...limits, ...tlsLimits, ...tls}) : createHttpServer(limits);
  // Node.js hands the bytes of TLS records to its parser even while the parser is paused, and drops them. With a listener it holds them back.
  if (tls) server.on('secureConnection', (socket: Socket) => socket.on('data', () => undefined));
  server.maxConnections = maxConnections;
  server.timeout = bounds.inactivityTimeoutMs;
  // Otherwise Node.js ends such a connection itself. This option has no type.
  Object.assign(server, {httpAllowHalfOpen: true});
  refuseMalformedRequests(server);
  server.on('checkExpectation', (request, response) => dispatchInOrder(request, response, refuseExpectation));

  return {
    server,
    serve(handle) {
      const start: RequestListener = (request, response) => {
        requireMinDataRate(request, response);
        handle(request, response);
      };
      server.on('request', (request, response) => dispatchInOrder(request, response, start));
    },
  };
}
