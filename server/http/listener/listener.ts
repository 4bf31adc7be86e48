import {createServer as createHttpServer, type RequestListener, type Server} from 'node:http';
import {createServer as createHttpsServer, type ServerOptions} from 'node:https';
import type {Socket} from 'node:net';

import {bounds} from '../../limits/bounds.ts';
import {refuseMalformedRequests, refuseExpectation} from './malformed-requests.ts';
import {requireMinDataRate} from './min-data-rate.ts';
import {dispatchInOrder} from './pipelining.ts';

const limits = {
  headersTimeout: bounds.headersTimeoutMs,
  // For a steadily sent request: 16 MB at half a megabit per second. `requireMinDataRate` ends slower ones earlier.
  requestTimeout: bounds.requestTimeoutMs,
  connectionsCheckingInterval: 1_000,
  // Longer than the 60 seconds of most proxies: a proxy must not send a request on a connection that is being closed.
  keepAliveTimeout: bounds.keepAliveTimeoutMs,
  maxHeaderSize: bounds.maxHeaderBytes,
  // Node.js would refuse requests without the error body. `validateHost` checks them.
  requireHostHeader: false,
};

const tlsLimits = {
  handshakeTimeout: bounds.handshakeTimeoutMs,
  // The default for HTTP: a client that has ended its side still waits for the response.
  allowHalfOpen: true,
} as const;

export interface Listener {
  /** Is not listening. */
  readonly server: Server;
  /** Passes requests to `handle`, those of one connection one after the other. Before this call no request gets a response. */
  readonly serve: (handle: RequestListener) => void;
}

/** Creates a server that slow, malformed and excessive requests cannot block. @param tls `undefined`: plain HTTP. */
export function createListener(tls: ServerOptions | undefined, maxConnections: number): Listener {
  const server = tls ? createHttpsServer({...limits, ...tlsLimits, ...tls}) : createHttpServer(limits);
  // Node.js passes TLS data to its parser even while the parser is paused, and drops it. With a `data` listener it buffers the data.
  if (tls) server.on('secureConnection', (socket: Socket) => socket.on('data', () => undefined));
  server.maxConnections = maxConnections;
  server.timeout = bounds.inactivityTimeoutMs;
  // Otherwise Node.js ends half-closed connections. The option has no type.
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
