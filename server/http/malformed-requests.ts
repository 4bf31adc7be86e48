import type {IncomingMessage, Server, ServerResponse} from 'node:http';
import type {Socket} from 'node:net';

import {errorBody} from '../problem.ts';
import {jsonText} from './send.ts';
import {isDiscarding, isEnding, leavesBody} from './unread-body.ts';

/* Responds, without Koa, to requests that Node.js rejects or that do not arrive in time, for `listener.ts`. Add the
 * status and message of another error to `problems`. The body must be the same error body as in all interfaces: see
 * `errorBody`. A client that is still sending must be able to read the response. */

/** How long a client that is still sending may read its response: as nginx's `lingering_timeout`. */
const lingerMs = 5_000;

export const lateRequestMessage = 'The request did not arrive in time. Send it again.';

/** Status and message by the error code of the parser. */
const problems: Record<string, readonly [status: number, message: string]> = {
  HPE_INVALID_URL: [
    400,
    'The URL must be percent-encoded UTF-8 in visible ASCII, and begin with / or http://.',
  ],
  HPE_INVALID_CONSTANT: [
    400,
    'The URL must be percent-encoded and followed by HTTP/1.1: it has a space, or the version is missing.',
  ],
  HPE_HEADER_OVERFLOW: [431, 'The URL and the headers must not be larger than 32 KiB together.'],
  // Also data that is not HTTP, such as a TLS handshake.
  HPE_INVALID_METHOD: [400, 'The request must be valid HTTP/1.1 with a known method, such as GET.'],
  CONNECT: [501, 'CONNECT is not supported: the service is not a proxy.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, lateRequestMessage],
};

/** Returns the status name, the headers and the body of an error that is sent without Koa. */
function rawError(code: number, message: string) {
  const body = errorBody(code, message);
  const text = jsonText(body);
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
    'X-Content-Type-Options': 'nosniff',
  };
  return {status: body.status, headers, text};
}

/** Closes a connection whose client may still be sending. If it was closed at once, the client would lose the response. */
export function closeAfterLinger(socket: Socket): void {
  setTimeout(() => socket.destroy(), lingerMs).unref();
}

export function sendRawError(response: ServerResponse, code: number, message: string, further = {}): void {
  const {headers, text} = rawError(code, message);
  response.writeHead(code, {...headers, ...further}).end(text);
}

/** Responds with 417 to an unknown expectation (RFC 9110, section 10.1.1). */
export function refuseExpectation(request: IncomingMessage, response: ServerResponse): void {
  const headers = leavesBody(request) ? {Connection: 'close'} : {};
  sendRawError(response, 417, 'Expect must be 100-continue.', headers);
}

/**
 * Responds with the error body to data that the parser of Node.js rejects and to CONNECT (RFC 9110, section 9.3.6), for which Node.js
 * sends no response. Closes the connection.
 */
export function refuseMalformedRequests(server: Server): void {
  const refused = new WeakSet<Socket>();
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const code = error.code ?? '';
    if (!/^(HPE|ERR_HTTP)_/.test(code)) {
      socket.destroy();
      return;
    }
    // The parser also rejects the data that follows on the connection.
    if (refused.has(socket)) return;
    refused.add(socket);
    sendErrorInOrder(socket, code);
  });

  server.on('connect', (_, socket: Socket) => {
    // After CONNECT, Node.js ignores the connection.
    socket.on('error', () => undefined).on('timeout', () => socket.destroy());
    sendErrorInOrder(socket, 'CONNECT');
  });
}

/**
 * Sends the error after the responses to all complete requests (RFC 9112, section 9.3.2). The malformed part may also be the body of the
 * request whose response is pending.
 *
 * @param socket Node.js stores the pending response in it.
 */
function sendErrorInOrder(socket: Socket & {_httpMessage?: ServerResponse | null}, code: string): void {
  const {_httpMessage: response} = socket;
  if (response?.req.complete) {
    response.once('finish', () => sendErrorInOrder(socket, code));
    return;
  }
  if (!response?.headersSent && !isEnding(socket) && !isDiscarding(socket)) {
    const [status, message] = problems[code] ?? [400, 'The request must be valid HTTP/1.1.'];
    const {status: name, headers, text} = rawError(status, message);
    const lines = Object.entries(headers).map(([header, value]) => `${header}: ${value}`);
    socket.end([`HTTP/1.1 ${status} ${name}`, 'Connection: close', ...lines, '', text].join('\r\n'));
    socket.resume();
  }
  closeAfterLinger(socket);
}
