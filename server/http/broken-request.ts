import type {Server} from 'node:http';
import type {Socket} from 'node:net';

import {errorBody} from './problem.ts';

/** How long, in milliseconds, a client that is still sending may take to notice its answer. */
const lingering = 1_000;

const problems: Record<string, [code: number, message: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'The address and the headers of a request may take 16 KiB together.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not arrive in time.'],
};

/**
 * Answers what never becomes a request, because the parser of Node.js refuses it, with the one error body too.
 */
export function answerBrokenRequests(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const [code, message] = problems[error.code ?? ''] ?? [400, 'The request is not HTTP.'];
    const body = errorBody(code, message);
    const text = JSON.stringify(body);
    socket.end(
      [
        `HTTP/1.1 ${code} ${body.status}`,
        'Connection: close',
        'Content-Type: application/json; charset=utf-8',
        `Content-Length: ${Buffer.byteLength(text)}`,
        '',
        text,
      ].join('\r\n'),
    );
    // Closing while the client still sends would make it lose the answer.
    socket.resume();
    setTimeout(() => socket.destroy(), lingering).unref();
  });
}
