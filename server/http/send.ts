import type {ServerResponse} from 'node:http';
import {Readable} from 'node:stream';

import type {Context} from 'koa';

/* Writes responses: JSON, bodies in slices, and headers. For every module that writes a response, such as `reply.ts`
 * and `static-files.ts`. A header of all responses belongs in `startCommonHeaders` (`request-logging.ts`), one of some
 * in `send`. For a client that reads slowly, memory must not hold a second copy of the body. */

/** Returns the JSON of a response, which ends with a newline: terminals and tools for lines of text expect one. */
export const jsonText = (value: object): string => `${JSON.stringify(value)}\n`;

/** The size of one write. Shorter bodies are written as a whole. */
const sliceBytes = 64 * 1024;

/**
 * Sets the bytes of a body. Writes a long body in slices with back-pressure: over TLS, Node.js encrypts at once whatever is written, so
 * each connection whose client does not read would hold a copy of the body.
 */
export function setBody(context: Context, bytes: Buffer): void {
  if (bytes.length <= sliceBytes) {
    context.body = bytes;
    return;
  }
  context.body = Readable.from(slicesOf(bytes));
  context.length = bytes.length;
}

function* slicesOf(bytes: Buffer): Generator<Buffer> {
  for (let start = 0; start < bytes.length; start += sliceBytes)
    yield bytes.subarray(start, start + sliceBytes);
}

interface CommonHeaders {
  /** Names and values in turn. */
  readonly headers: string[];
  /** The request headers that the response depends on (RFC 9110, section 12.5.5). */
  vary?: string;
  /** Returns whether the response closes its connection (RFC 9112, section 9.6). Called when the response is written. */
  readonly isLast: () => boolean;
}

const none: CommonHeaders = {headers: [], isLast: () => false};

/** A property of the response: a `WeakMap` with an entry for each request would cost more garbage collection. */
const common = Symbol('common headers');

type Response = ServerResponse & {[common]?: CommonHeaders};

/** Sets default headers of a response, which a header of the same name overrides. Keeps the array, without a copy. */
export function startCommonHeaders(res: Response, headers: string[], isLast: () => boolean): void {
  res[common] = {headers, isLast};
}

/** Adds to the headers of {@link startCommonHeaders}. */
export function addCommonHeader(res: Response, name: string, value: string): void {
  res[common]?.headers.push(name, value);
}

/** Adds the name of a request header that the response depends on. */
export function addVary({[common]: shared}: Response, name: string): void {
  if (shared) shared.vary = shared.vary === undefined ? name : `${shared.vary}, ${name}`;
}

/** Writes the common headers to a response that {@link send} does not write. */
export function setCommonHeaders(res: ServerResponse): void {
  const headers = commonHeadersOf(res);
  if (res.headersSent) return;
  for (let index = 0; index < headers.length; index += 2) {
    const [name = '', value = ''] = headers.slice(index, index + 2);
    // Static files set their own `Vary`.
    const before = name === 'Vary' ? res.getHeader(name) : undefined;
    if (before !== undefined)
      res.setHeader(name, [...new Set(`${String(before)}, ${value}`.split(/, */))].join(', '));
    else if (!res.hasHeader(name)) res.setHeader(name, value);
  }
}

/**
 * Writes a complete response without Koa: setting all headers at once takes a fraction of the time.
 *
 * @param headers Names and values in turn, without `Content-Length`.
 */
export function send(context: Context, status: number, headers: readonly string[], body?: string): void {
  const {res} = context;
  context.respond = false;
  // A client that was too slow has received a 408.
  if (res.headersSent) return;
  // Logs include the status of responses to disconnected clients.
  res.statusCode = status;
  if (!context.writable) return;
  const all = commonHeadersOf(res).concat(headers);
  if (body === undefined) {
    res.writeHead(status, all).end();
    return;
  }
  const length = Buffer.byteLength(body);
  all.push('Content-Length', String(length));
  // Node.js writes ASCII faster as Latin-1.
  res.writeHead(status, all).end(body, length === body.length ? 'latin1' : 'utf8');
}

function commonHeadersOf({[common]: {headers, vary, isLast} = none}: Response): string[] {
  const all = vary === undefined ? headers : [...headers, 'Vary', vary];
  return isLast() ? [...all, 'Connection', 'close'] : all;
}
