import type {IncomingMessage, ServerResponse} from 'node:http';
import type {Socket} from 'node:net';

import {bounds} from '../bounds.ts';

/* Discards the bodies of refused requests, and finds the connections that must end after the response. For the
 * listener, the body reader, invalid requests and the logging of requests. `bounds.ts` limits what `discard`
 * reads. `body.ts` reads accepted bodies. A client that is still sending must be able to read its response. */

const checkIntervalMs = 50;

interface Discarding {
  /** The request whose body is discarded. */
  readonly request: IncomingMessage;
  /** Whether its response was the last one of the connection. */
  isLast: boolean;
}

const discarding = new WeakMap<Socket, Discarding>();

/** Whether a request has a body (RFC 9112, section 6.3). */
export function hasBody({headers}: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Whether the data that arrives on a connection is the body of a request whose response was sent. */
export const isDiscarding = (socket: Socket): boolean => discarding.get(socket)?.request.complete === false;

/** Whether a connection processes no further request (RFC 9112, section 9.6). */
export const isEnding = (socket: Socket): boolean =>
  !socket.writable || discarding.get(socket)?.isLast === true;

/**
 * Invites the body of a request with `Expect: 100-continue` (RFC 9110, section 10.1.1). To be called when the body is about to be read: a client
 * whose request is refused need not send it.
 */
export function inviteBody({headers, httpVersion}: IncomingMessage, response: ServerResponse): void {
  if (headers.expect === undefined) return;
  if (httpVersion === '1.1') response.writeContinue();
  delete headers.expect;
}

/**
 * Returns whether a response must close its connection (RFC 9112, section 9.6): its request has a body that was not invited, and may never
 * arrive, or a body that is too long to be discarded.
 */
export function leavesBody(request: IncomingMessage): boolean {
  if (request.complete || !hasBody(request)) return false;
  return (
    request.headers.expect !== undefined ||
    Number(request.headers['content-length'] ?? 0) > bounds.maxDiscardedBodyBytes
  );
}

/**
 * Reads and discards what arrives of a body after the response to its request. Otherwise the next request on the connection would not be read. Or
 * the close would reset the connection, and a client that is still sending would lose the response (RFC 9112, section 9.6). Closes the connection
 * after `bounds.maxDiscardedBodyBytes` or `bounds.discardTimeoutMs`.
 */
export function discardRest(request: IncomingMessage, response: ServerResponse): void {
  // Runs before the listener of Node.js, which closes the connection.
  response.prependOnceListener('finish', () => {
    if (!request.readableEnded && !request.destroyed) discard(request);
  });
}

function discard(request: IncomingMessage): void {
  const {socket} = request;
  const state: Discarding = {request, isLast: false};
  const before = socket.bytesRead;
  const started = performance.now();
  const check = setInterval(() => {
    const bytes = socket.bytesRead - before;
    if (bytes > bounds.maxDiscardedBodyBytes || performance.now() - started > bounds.discardTimeoutMs)
      socket.destroy();
  }, checkIntervalMs);
  check.unref();
  discarding.set(socket, state);
  // Node.js calls `destroySoon` after the last response of a connection.
  socket.destroySoon = () => {
    state.isLast = true;
    // Other connections stay open: clients may stop sending, and lose the response, when the server ends.
    if (request.headers.expect !== undefined) socket.end();
  };
  request.once('close', () => {
    clearInterval(check);
    discarding.delete(socket);
    Reflect.deleteProperty(socket, 'destroySoon');
    if (state.isLast) socket.destroySoon();
  });
  request.unpipe();
  request.resume();
}
