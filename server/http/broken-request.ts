import type {Server, ServerResponse} from 'node:http';
import type {Socket} from 'node:net';

import {bareAnswer, closeSoon} from './bare-answer.ts';

const problems: Record<string, [code: number, message: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'The address and the headers of a request may take 16 KiB together.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not arrive in time.'],
};

/**
 * Answers what never becomes a request, because the parser of Node.js refuses it or it expects what is not known here (RFC
 * 9110, section 10.1.1), with the one error body too.
 */
export function answerBrokenRequests(server: Server): void {
  server.on('checkExpectation', (_, response: ServerResponse) => {
    const {headers, text} = bareAnswer(417, 'Expect may only say 100-continue.');
    response.writeHead(417, headers).end(text);
  });

  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (!/^(HPE|ERR_HTTP)_/.test(error.code ?? '') || !socket.writable || isBeingAnswered(socket)) {
      socket.destroy();
      return;
    }
    const [code, message] = problems[error.code ?? ''] ?? [400, 'The request is not HTTP.'];
    const {status, headers, text} = bareAnswer(code, message);
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    socket.end([`HTTP/1.1 ${code} ${status}`, 'Connection: close', ...lines, '', text].join('\r\n'));
    socket.resume();
    closeSoon(socket);
  });
}

/**
 * An error in the middle of another answer would only look like a part of that. Node.js's own handler asks the same, but takes an
 * answer for unfinished that is written whole and not read yet.
 */
function isBeingAnswered({_httpMessage: answer}: Socket & {_httpMessage?: ServerResponse | null}): boolean {
  return answer?.headersSent === true && !answer.writableEnded;
}
