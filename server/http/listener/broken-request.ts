import type {IncomingMessage, Server, ServerResponse} from 'node:http';
import type {Socket} from 'node:net';

import {bareAnswer, closeSoon} from './bare-answer.ts';

/** By the code of the parser's error. */
const problems: Record<string, [code: number, message: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'The URL and the headers must not be larger than 16 KiB together.'],
  CONNECT: [501, 'CONNECT is not supported: the service is not a proxy.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not arrive in time. Send it again.'],
};

/** Refuses a request that expects what is not known here (RFC 9110, section 10.1.1) with the error body. */
export function refuseExpectation(_: IncomingMessage, response: ServerResponse): void {
  const {headers, text} = bareAnswer(417, 'Expect must be 100-continue.');
  response.writeHead(417, headers).end(text);
}

/**
 * Answers what never becomes a request with the error body and closes the connection: what the parser of Node.js refuses,
 * and CONNECT (RFC 9110, section 9.3.6), for which Node.js would close it without a word.
 */
export function answerBrokenRequests(server: Server): void {
  const refused = new WeakSet<Socket>();
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const code = error.code ?? '';
    if (!/^(HPE|ERR_HTTP)_/.test(code)) {
      socket.destroy();
      return;
    }
    // Whatever comes after it on the connection is taken for broken once more.
    if (refused.has(socket)) return;
    refused.add(socket);
    refuseInTurn(socket, code);
  });

  server.on('connect', (_, socket: Socket) => {
    // Node.js looks after the connection no longer.
    socket.on('error', () => undefined).on('timeout', () => socket.destroy());
    refuseInTurn(socket, 'CONNECT');
  });
}

/**
 * What is broken may be a request of its own, whose turn comes after all whole requests that came before it (RFC 9112, section
 * 9.3.2), or the body of one that is being answered.
 *
 * @param socket Node.js keeps the answer whose turn it is on its connection.
 */
function refuseInTurn(socket: Socket & {_httpMessage?: ServerResponse | null}, code: string): void {
  const {_httpMessage: answer} = socket;
  if (answer?.req.complete) answer.once('finish', () => refuseInTurn(socket, code));
  else if (answer?.headersSent) closeSoon(socket);
  else refuse(socket, code);
}

function refuse(socket: Socket, code: string): void {
  if (socket.writable) {
    const [status, message] = problems[code] ?? [400, 'The request must be valid HTTP/1.1.'];
    const {status: name, headers, text} = bareAnswer(status, message);
    const lines = Object.entries(headers).map(([header, value]) => `${header}: ${value}`);
    socket.end([`HTTP/1.1 ${status} ${name}`, 'Connection: close', ...lines, '', text].join('\r\n'));
    socket.resume();
  }
  closeSoon(socket);
}
