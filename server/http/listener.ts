import {
  createServer as createHttpServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import {createServer as createHttpsServer, type ServerOptions} from 'node:https';
import type {Socket} from 'node:net';

import {bounds} from '../bounds.ts';
import {memoize} from '../memoize.ts';
import {type ConnectionOptions, limitConnections, setBusy} from './connections.ts';
import {setCommonHeaders} from './send.ts';
import {
  closeAfterLinger,
  lateRequestMessage,
  refuseExpectation,
  refuseMalformedRequests,
  sendRawError,
} from './malformed-requests.ts';
import {discardRest, hasBody, isEnding} from './unread-body.ts';

/* Creates the HTTP and HTTPS servers, for the service, its metrics and the demo. Add an option of Node.js to `limits`
 * or `tlsLimits`; `bounds.ts` has the times and sizes. The requests of one connection must run one after the other
 * (`Pipeline`). A slow client must not block others. */

const limits = {
  headersTimeout: bounds.headersTimeoutMs,
  // Enough for a body of 16 MiB at a quarter of a megabit per second. `requireMinDataRate` ends slower requests earlier.
  requestTimeout: bounds.requestTimeoutMs,
  connectionsCheckingInterval: 1_000,
  // Longer than the 60 seconds of most proxies: a proxy must not send a request on a connection that is being closed.
  keepAliveTimeout: bounds.keepAliveTimeoutMs,
  maxHeaderSize: bounds.maxHeaderBytes,
  // Node.js would refuse requests without `Host`, but not with the error body. `validateHost` checks it.
  requireHostHeader: false,
};

const tlsLimits = {
  handshakeTimeout: bounds.handshakeTimeoutMs,
  // Node.js sets this for HTTP, but not for TLS: a client that has ended its side still receives the response.
  allowHalfOpen: true,
  // With the default, HTTP/1.1 alone, the handshake with a client that offers only HTTP/1.0, such as `curl --http1.0`, fails.
  ALPNProtocols: ['http/1.1', 'http/1.0'],
};

/** Creates a server that slow, malformed and excessive requests cannot block. @param tls `undefined`: plain HTTP. */
export function createListener(
  tls: ServerOptions | undefined,
  maxConnections: number,
  options?: ConnectionOptions,
) {
  const server: Server = tls
    ? createHttpsServer({...limits, ...tlsLimits, ...tls})
    : createHttpServer(limits);
  // Node.js passes TLS data to its HTTP parser even while the parser is paused, and the data is lost. With a `data` listener, Node.js buffers the
  // data.
  if (tls) server.on('secureConnection', (socket: Socket) => socket.on('data', () => undefined));
  limitConnections(server, maxConnections, options);
  server.timeout = bounds.inactivityTimeoutMs;
  // Otherwise Node.js ends half-closed connections. The option has no type.
  Object.assign(server, {httpAllowHalfOpen: true});
  refuseMalformedRequests(server);
  const inOrder =
    (handle: RequestListener): RequestListener =>
    (request, response) =>
      pipelineOf(request.socket).add(response, () => {
        if (hasBody(request)) {
          requireMinDataRate(request, response);
          discardRest(request, response);
        }
        handle(request, response);
      });
  server.on('checkExpectation', inOrder(refuseExpectation));

  return {
    /** Not listening yet. */
    server,
    /** Passes requests to `handle`; requests of one connection one after the other. Before this call no request gets a response. */
    serve: (handle: RequestListener): void => {
      server.on('request', inOrder(handle));
      // The body reader sends `100 Continue`, so that a request can be refused before its body.
      server.on('checkContinue', inOrder(handle));
    },
  };
}

/**
 * Starts each request of a connection after the previous responses are finished. Node.js dispatches pipelined requests (RFC 9112, section
 * 9.3.2) all at once, so a client that does not read could occupy any number of them.
 *
 * While requests wait, the connection is not read. Data that was read before may contain more requests. A connection with more than
 * `bounds.maxPipelinedRequests` waiting requests is closed. Its client may resend the requests that got no response.
 */
class Pipeline {
  readonly #socket: Socket;
  readonly #waiting: (() => void)[] = [];
  #isBusy = false;

  constructor(socket: Socket) {
    this.#socket = socket;
    // Node.js resumes a connection whenever a body is read or a response is drained: pause it again.
    socket.on('resume', () => this.#waiting.length && socket.pause());
  }

  add(response: ServerResponse, handle: () => void): void {
    if (isEnding(this.#socket)) return;
    const start = () => {
      this.#setBusy(true);
      response.on('close', this.#startNext);
      handle();
    };
    if (!this.#isBusy) {
      start();
      return;
    }
    this.#waiting.push(start);
    if (this.#waiting.length > bounds.maxPipelinedRequests) this.#socket.destroy();
    else this.#socket.pause();
  }

  #setBusy(isBusy: boolean): void {
    this.#isBusy = isBusy;
    setBusy(this.#socket, isBusy);
  }

  readonly #startNext = (): void => {
    this.#setBusy(false);
    // After `Connection: close` no further request may be processed (RFC 9112, section 9.6).
    if (isEnding(this.#socket)) this.#waiting.length = 0;
    const next = this.#waiting.shift();
    if (!next) return;
    next();
    if (!this.#waiting.length) this.#socket.resume();
  };
}

const pipelineOf = memoize((socket: Socket) => new Pipeline(socket));

const bodyCheckIntervalMs = 1_000;

/**
 * Ends a request whose body arrives too slowly: with 408, or by closing the connection if the response was sent before. A body may take
 * `bounds.bodyTimeoutMs`, and one second more for each `bounds.bodyBytesPerSecond` that have arrived.
 */
function requireMinDataRate(request: IncomingMessage, response: ServerResponse): void {
  const {socket} = request;
  if (request.complete) return;
  const started = performance.now();
  const before = socket.bytesRead;
  const check = setInterval(() => {
    const arrived = socket.bytesRead - before;
    const allowedMs = bounds.bodyTimeoutMs + (arrived / bounds.bodyBytesPerSecond) * 1_000;
    const isOver = request.complete || socket.destroyed;
    if (!isOver && performance.now() - started <= allowedMs) return;
    clearInterval(check);
    if (!isOver) endLate(request, response);
  }, bodyCheckIntervalMs);
  check.unref();
  request.once('close', () => clearInterval(check));
}

function endLate({socket}: IncomingMessage, response: ServerResponse): void {
  if (response.headersSent) {
    socket.destroy();
    return;
  }
  setCommonHeaders(response);
  sendRawError(response, 408, lateRequestMessage, {Connection: 'close'});
  closeAfterLinger(socket);
}
