/* Reads the JSON bodies of requests, for `operations/routes.ts` and the demo. Add a content coding to `decoders`, and a
 * check of texts to `checkTexts`. Check the size, the depth and the number of values before memory is allocated for
 * them: `bounds.ts` has the limits. */

import type {Context} from 'koa';
import {Transform} from 'node:stream';
import {createGunzip, createInflate} from 'node:zlib';

import bodyParser from 'koa-bodyparser';

import {bounds} from '../bounds.ts';
import {Problem} from '../problem.ts';
import {reserveBody} from './admission.ts';
import {inviteBody} from './unread-body.ts';

/** `x-gzip` is gzip (RFC 9110, section 8.4.1.3). Brotli is not accepted: no caller needs it. */
const decoders = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
]);

/**
 * Returns a function that reads the JSON object in the body of a request. Memory for a body whose length is not declared is reserved as its bytes
 * arrive. The listener discards the rest of a refused body.
 *
 * @param max The maximum size in bytes, also after decompression.
 * @returns Throws a {@link Problem}: 415 without `Content-Type: application/json` or with an unknown `Content-Encoding`, 413 when the body is larger,
 *   400 when it is not a JSON object, 429 and 503 as `reserveBody` throws them.
 */
export function createBodyReader(max: number): (context: Context) => Promise<Record<string, unknown>> {
  // The JSON parser of `bodyParser` limits neither depth nor values, and its text parser replaces bytes that are not UTF-8.
  const readBytes = bodyParser({
    enableTypes: ['text'],
    extendTypes: {text: ['application/json']},
    textLimit: String(max),
    // Returns bytes instead of a text. The types of `bodyParser` lack this option.
    ...({encoding: null} as object),
    onerror(error, context) {
      if (error instanceof Problem) throw error;
      if ((error as {status?: number}).status === 413) throw tooLarge(max);
      throw unreadable(context.get('Content-Encoding'), error);
    },
  });

  return async context => {
    const type = context.is('application/json');
    // `is` returns null for a request without a body, whatever its type.
    const isMissing = type === null;
    if (!type && !(isMissing && /^application\/json *(?:;|$)/i.test(context.get('Content-Type'))))
      throw new Problem(415, 'The body must be JSON, sent with Content-Type: application/json.');
    if (isMissing) throw notJson();
    const coding = context.get('Content-Encoding').toLowerCase() || 'identity';
    // Codings are case-insensitive (RFC 9110, section 8.4.1), but not for `bodyParser`.
    context.req.headers['content-encoding'] = coding;
    const createDecoder = decoders.get(coding);
    if (!createDecoder && coding !== 'identity')
      throw new Problem(415, 'Content-Encoding must be gzip or deflate.');
    const declared = createDecoder ? undefined : context.request.length;
    if (declared !== undefined && declared > max) throw tooLarge(max);
    if (declared !== undefined) reserveBody(context, declared);
    inviteBody(context.req, context.res);
    const read = declared === undefined ? withBody(context, countBytes(context, createDecoder?.())) : context;
    await readBytes(read, () => Promise.resolve());
    const body = parseJson(context.request.rawBody as string | Buffer as Buffer);
    if (typeof body !== 'object' || body === null || Array.isArray(body))
      throw new Problem(400, 'The body must be a JSON object.');
    return body as Record<string, unknown>;
  };
}

/** Returns a context whose body is a stream. */
function withBody(context: Context, stream: Transform): Context {
  return Object.create(context, {req: {value: Object.assign(stream, {headers: {}})}}) as Context;
}

/** Returns the decompressed body of a request as a stream that reserves memory for the bytes that have arrived. */
function countBytes(context: Context, decoder?: Transform): Transform {
  let size = 0;
  const counter = new Transform({
    transform(chunk: Buffer, _, done) {
      size += chunk.length;
      try {
        reserveBody(context, size);
        done(null, chunk);
      } catch (error) {
        done(error as Problem);
      }
    },
  });
  // Unlike `pipeline`, this keeps the connection open if the body of its request is broken.
  context.req.once('error', error => (decoder ?? counter).destroy(error));
  decoder?.once('error', error => counter.destroy(error));
  return decoder ? context.req.pipe(decoder).pipe(counter) : context.req.pipe(counter);
}

function unreadable(coding: string, cause: Error): Problem {
  const hint = coding === 'deflate' ? ' The format of deflate is zlib (RFC 9110, section 8.4.1.2).' : '';
  return new Problem(
    400,
    `The body cannot be read: it is incomplete, or not encoded as Content-Encoding says.${hint}`,
    {cause},
  );
}

function tooLarge(max: number): Problem {
  const size = max < 1024 ** 2 ? `${max / 1024} KiB` : `${max / 1024 ** 2} MiB`;
  return new Problem(413, `The body must not be larger than ${size}.`);
}

const [quote, backslash, comma, colon, openBrace, closeBrace] = [0x22, 0x5c, 0x2c, 0x3a, 0x7b, 0x7d];
const byteOrderMark = Buffer.from('\u{feff}');

/**
 * Parses JSON (RFC 8259) from its bytes, in time linear in their number.
 *
 * @throws {Problem} 400 when the bytes are not UTF-8 or not JSON, nest deeper than `bounds.maxJsonDepth`, contain more keys and
 *   values than `bounds.maxJsonValues`, a key `__proto__`, which has no honest use, or an unpaired surrogate, which no URL can
 *   contain and many JSON parsers reject.
 */
export function parseJson(bytes: Buffer): unknown {
  const text = decodeText(bytes);
  checkBounds(bytes);
  try {
    return JSON.parse(text, checkTexts);
  } catch (error) {
    if (error instanceof Problem) throw error;
    // Not the `JSON.parse` message, which repeats the input.
    throw notJson();
  }
}

/** Counts levels, keys and values before memory is allocated for them. The parser rejects bytes that are not JSON. */
function checkBounds(bytes: Buffer): void {
  let depth = 0;
  let values = 0;
  let inScalar = false;
  const hasMark = bytes.subarray(0, byteOrderMark.length).equals(byteOrderMark);
  for (let at = hasMark ? byteOrderMark.length : 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    // Brackets differ from braces in this bit only.
    const brace = byte | 0x20;
    const isBetween = byte <= 0x20 || byte === comma || byte === colon || brace === closeBrace;
    const isScalar = byte !== quote && brace !== openBrace && !isBetween;
    // Only the first byte of a number, `true`, `false` or `null` counts.
    if (!isBetween && !(isScalar && inScalar)) values += 1;
    inScalar = isScalar;
    if (byte === quote) at = endOfText(bytes, at + 1);
    else if (brace === openBrace) depth += 1;
    else if (brace === closeBrace) depth -= 1;
    if (depth > bounds.maxJsonDepth)
      throw new Problem(400, `The body must not nest deeper than ${bounds.maxJsonDepth} levels.`);
    if (values > bounds.maxJsonValues)
      throw new Problem(400, `The body must not contain more than ${bounds.maxJsonValues} keys and values.`);
  }
}

/** Returns the position of the quote that ends a text; the length of `bytes` if none does. @param start The first byte of the text. */
function endOfText(bytes: Buffer, start: number): number {
  const end = bytes.indexOf(quote, start);
  if (end < 0) return bytes.length;
  if (bytes[end - 1] !== backslash) return end;

  // The quote may be escaped. A search for each quote would be slow in a text of many quotes.
  let at = start;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at;
}

function decodeText(bytes: Buffer): string {
  // JSON begins with ASCII, which has zero bytes in UTF-16 and UTF-32 (RFC 4627, section 3).
  if (bytes.subarray(0, 4).includes(0)) throw notUtf8();
  try {
    return new TextDecoder('utf-8', {fatal: true}).decode(bytes);
  } catch {
    throw notUtf8();
  }
}

const notUtf8 = () => new Problem(400, 'The body must be UTF-8.');
const notJson = () => new Problem(400, 'The body must be valid JSON.');

/** Checks a key and its value, and returns the value. */
function checkTexts(key: string, value: unknown): unknown {
  if (key === '__proto__') throw new Problem(400, 'The body must not contain a key "__proto__".');
  if (!key.isWellFormed() || (typeof value === 'string' && !value.isWellFormed()))
    throw new Problem(400, 'The body must not contain an unpaired surrogate.');
  return value;
}
