import type {IncomingMessage, ServerResponse} from 'node:http';

import {bounds} from '../../limits/bounds.ts';
import {setCommonHeaders} from '../response/send.ts';
import {closeAfterLinger, lateRequestMessage, sendRawError} from './malformed-requests.ts';

/** A body may take `timeoutMs`, and one second more for each `bytesPerSecond` that have arrived. */
const defaultRate = {timeoutMs: bounds.bodyTimeoutMs, bytesPerSecond: bounds.bodyBytesPerSecond};

const checkIntervalMs = 1_000;

/** Ends a request whose body arrives too slowly: with 408, or by closing the connection if the response was sent before. */
export function requireMinDataRate(
  request: IncomingMessage,
  response: ServerResponse,
  {timeoutMs, bytesPerSecond} = defaultRate,
): void {
  const {headers, socket} = request;
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  if (!hasBody || request.complete) return;
  const started = Date.now();
  const before = socket.bytesRead;
  const check = setInterval(() => {
    const allowedMs = timeoutMs + ((socket.bytesRead - before) / bytesPerSecond) * 1_000;
    const isOver = request.complete || socket.destroyed;
    if (!isOver && Date.now() - started <= allowedMs) return;
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
  sendRawError(response, 408, lateRequestMessage, {Connection: 'close'});
  closeAfterLinger(socket);
}
