import type {IncomingMessage, Server, ServerResponse} from 'node:http';

import {bareAnswer, closeSoon} from './bare-answer.ts';

/** How fast a body must come at the least. */
interface Pace {
  /** How long, in milliseconds, a body may take however little arrives. */
  readonly patience: number;
  /** Each of so many bytes gives it a second more. */
  readonly bytesPerSecond: number;
}

const defaultPace: Pace = {patience: 15_000, bytesPerSecond: 32 * 1024};

/** The pause, in milliseconds, between two looks at a body. */
const lookPause = 1_000;

/**
 * Ends requests whose body only drips: with 408, and without a word where the answer is out already. A large body may
 * take its time as long as it keeps coming.
 */
export function requirePace(server: Server, pace = defaultPace): void {
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (hasBody(request)) watch(request, response, pace);
  });
}

function hasBody({headers}: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function watch(request: IncomingMessage, response: ServerResponse, {patience, bytesPerSecond}: Pace): void {
  const {socket} = request;
  const started = Date.now();
  const before = socket.bytesRead;
  const look = setInterval(() => {
    const granted = patience + ((socket.bytesRead - before) / bytesPerSecond) * 1_000;
    const isOver = request.complete || socket.destroyed;
    if (!isOver && Date.now() - started <= granted) return;
    clearInterval(look);
    if (!isOver) end(request, response);
  }, lookPause);
  look.unref();
  request.once('close', () => clearInterval(look));
}

function end({socket}: IncomingMessage, response: ServerResponse): void {
  if (response.headersSent) {
    socket.destroy();
    return;
  }
  const {headers, text} = bareAnswer(408, 'The request did not arrive in time.');
  response.writeHead(408, {...headers, Connection: 'close'}).end(text);
  closeSoon(socket);
}
