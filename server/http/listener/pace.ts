import type {IncomingMessage, ServerResponse} from 'node:http';

import {bounds} from '../../limits/bounds.ts';
import {setCommonHeaders} from '../response/send.ts';
import {bareAnswer, closeSoon} from './bare-answer.ts';

/** How fast a body must come at the least. */
interface Pace {
  /** How long, in milliseconds, a body may take however little arrives. */
  readonly timeoutMs: number;
  /** Each of so many bytes gives it a second more. */
  readonly bytesPerSecond: number;
}

const defaultPace: Pace = {timeoutMs: bounds.bodyTimeoutMs, bytesPerSecond: bounds.bodyBytesPerSecond};

const checkIntervalMs = 1_000;

/**
 * Ends a request whose body only drips: with 408, and without a word where the response was sent already. A large body may
 * take its time as long as it keeps coming. The time starts with this call.
 */
export function requirePace(request: IncomingMessage, response: ServerResponse, pace = defaultPace): void {
  if (hasBody(request) && !request.complete) watch(request, response, pace);
}

function hasBody({headers}: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function watch(request: IncomingMessage, response: ServerResponse, {timeoutMs, bytesPerSecond}: Pace): void {
  const {socket} = request;
  const started = Date.now();
  const before = socket.bytesRead;
  const check = setInterval(() => {
    const granted = timeoutMs + ((socket.bytesRead - before) / bytesPerSecond) * 1_000;
    const isOver = request.complete || socket.destroyed;
    if (!isOver && Date.now() - started <= granted) return;
    clearInterval(check);
    if (!isOver) end(request, response);
  }, checkIntervalMs);
  check.unref();
  request.once('close', () => clearInterval(check));
}

function end({socket}: IncomingMessage, response: ServerResponse): void {
  if (response.headersSent) {
    socket.destroy();
    return;
  }
  setCommonHeaders(response);
  const {headers, text} = bareAnswer(408, 'The request did not arrive in time. Send it again.');
  response.writeHead(408, {...headers, Connection: 'close'}).end(text);
  closeSoon(socket);
}
