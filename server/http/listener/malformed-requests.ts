import type {IncomingMessage, Server, ServerResponse} from 'node:http';
import type {Socket} from 'node:net';

import {errorBody} from '../response/problem.ts';

/** How long, in milliseconds, a client that is still sending may take to read its response. */
const lingerMs = 1_000;

export const lateRequestMessage = 'The request did not arrive in time. Send it again.';

/** By the code of the parser's error. */
const problems: Record<string, readonly [status: number, message: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'The URL and the headers must not be larger than 16 KiB together.'],
  CONNECT: [501, 'CONNECT is not supported: the service is not a proxy.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, lateRequestMessage],
};

/** Returns an error that no handler has a part in: the name of its status, its headers and its body. */
function rawError(code: number, message: string) {
  const body = errorBody(code, message);
  const text = JSON.stringify(body);
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
    'X-Content-Type-Options': 'nosniff',
  };
  return {status: body.status, headers, text};
}

/** Ends a connection whose client may still be sending: closed at once, it would lose its response. */
export function closeAfterLinger(socket: Socket): void {
  setTimeout(() => socket.destroy(), lingerMs).unref();
}

export function sendRawError(response: ServerResponse, code: number, message: string, further = {}): void {
  const {headers, text} = rawError(code, message);
  response.writeHead(code, {...headers, ...further}).end(text);
}

/** Refuses a request with an unknown expectation (RFC 9110, section 10.1.1). */
export function refuseExpectation(_: IncomingMessage, response: ServerResponse): void {
  sendRawError(response, 417, 'Expect must be 100-continue.');
}

/**
 * Responds with the error body to what never becomes a request, and closes the connection: what the parser of Node.js refuses,
 * and CONNECT (RFC 9110, section 9.3.6), for which Node.js sends no response.
 */
export function refuseMalformedRequests(server: Server): void {
  const refused = new WeakSet<Socket>();
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const code = error.code ?? '';
    if (!/^(HPE|ERR_HTTP)_/.test(code)) {
      socket.destroy();
      return;
    }
    // The parser also refuses what comes after it on the connection.
    if (refused.has(socket)) return;
    refused.add(socket);
    refuseInTurn(socket, code);
  });

  server.on('connect', (_, socket: Socket) => {
    // Node.js no longer handles the connection.
    socket.on('error', () => undefined).on('timeout', () => socket.destroy());
    refuseInTurn(socket, 'CONNECT');
  });
}

/**
 * The malformed part may be a separate request, whose turn comes after all whole requests before it (RFC 9112, section 9.3.2), or
 * the body of the request whose response is due.
 *
 * @param socket Node.js keeps the response that is due on the connection.
 */
function refuseInTurn(socket: Socket & {_httpMessage?: ServerResponse | null}, code: string): void {
  const {_httpMessage: response} = socket;
  if (response?.req.complete) {
    response.once('finish', () => refuseInTurn(socket, code));
    return;
  }
  if (!response?.headersSent && socket.writable) {
    const [status, message] = problems[code] ?? [400, 'The request must be valid HTTP/1.1.'];
    const {status: name, headers, text} = rawError(status, message);
    const lines = Object.entries(headers).map(([header, value]) => `${header}: ${value}`);
    socket.end([`HTTP/1.1 ${status} ${name}`, 'Connection: close', ...lines, '', text].join('\r\n'));
    socket.resume();
  }
  closeAfterLinger(socket);
}
