import type {Context} from 'koa';
import bodyParser from 'koa-bodyparser';

import {bounds} from '../bounds.ts';
import {Problem} from '../problem.ts';
import {reserveBody} from './admission.ts';

/** Brotli is not accepted: no caller needs it. */
const codings = ['identity', 'gzip', 'deflate'];

/**
 * Returns a function that reads the JSON object in the body of a request.
 *
 * @param max The maximum size in bytes, also after decompression. It is reserved for a body whose length is not declared.
 * @returns Throws a {@link Problem}: 415 without `Content-Type: application/json` or with an unknown `Content-Encoding`, 413 when the body is larger,
 *   400 when it is not a JSON object, 429 and 503 as `reserveBody` throws them.
 */
export function createBodyReader(max: number): (context: Context) => Promise<Record<string, unknown>> {
  // Its JSON parser bounds neither depth nor values, and its text parser replaces what is not UTF-8.
  const readBytes = bodyParser({
    enableTypes: ['text'],
    extendTypes: {text: ['application/json']},
    textLimit: String(max),
    // Its types lack this option of `co-body`: bytes instead of a text.
    ...({encoding: null} as object),
    onerror(error) {
      const {status} = error as {status?: number};
      if (status === 413) throw tooLarge(max);
      const message = 'The body cannot be read: it is incomplete, or not encoded as Content-Encoding says.';
      throw new Problem(400, message, {cause: error});
    },
  });

  return async context => {
    if (!context.is('application/json'))
      throw new Problem(415, 'The body must be JSON, sent with Content-Type: application/json.');
    const coding = context.get('Content-Encoding').toLowerCase() || 'identity';
    if (!codings.includes(coding)) throw new Problem(415, 'Content-Encoding must be gzip or deflate.');
    context.req.headers['content-encoding'] = coding;
    const declared = coding === 'identity' ? context.request.length : undefined;
    if (declared !== undefined && declared > max) throw tooLarge(max);
    reserveBody(context, declared ?? max);
    await readBytes(context, () => Promise.resolve());
    const bytes = context.request.rawBody as string | Buffer as Buffer;
    reserveBody(context, bytes.length);
    const body = parseJson(bytes);
    if (typeof body !== 'object' || body === null || Array.isArray(body))
      throw new Problem(400, 'The body must be a JSON object.');
    return body as Record<string, unknown>;
  };
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
  checkBounds(bytes);
  const value = parse(decode(bytes));
  checkTexts(value);
  return value;
}

/** Counts levels, keys and values before memory is allocated for them. The parser rejects bytes that are not JSON. */
function checkBounds(bytes: Buffer): void {
  let depth = 0;
  let values = 0;
  let inScalar = false;
  for (let at = startOf(bytes); at < bytes.length; at++) {
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

/** Returns the position after an optional byte order mark. */
function startOf(bytes: Buffer): number {
  return bytes.subarray(0, byteOrderMark.length).equals(byteOrderMark) ? byteOrderMark.length : 0;
}

/** Returns the position of the quote that ends a text; the length of `bytes` without one. @param start The first byte of the text. */
function endOfText(bytes: Buffer, start: number): number {
  const end = bytes.indexOf(quote, start);
  if (end < 0) return bytes.length;
  if (bytes[end - 1] !== backslash) return end;

  // The quote may be escaped. A search for each quote would be slow in a text of many quotes.
  let at = start;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at;
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', {fatal: true}).decode(bytes);
  } catch {
    throw new Problem(400, 'The body must be UTF-8.');
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own message repeats the input.
    throw new Problem(400, 'The body must be valid JSON.');
  }
}

function checkTexts(value: unknown): void {
  const pending = [value];
  while (pending.length) {
    const next = pending.pop();
    if (typeof next === 'string') checkText(next);
    if (typeof next !== 'object' || next === null) continue;
    if (!Array.isArray(next)) Object.keys(next).forEach(checkKey);
    pending.push(...(Object.values(next) as unknown[]));
  }
}

function checkKey(key: string): void {
  if (key === '__proto__') throw new Problem(400, 'The body must not contain a key "__proto__".');
  checkText(key);
}

function checkText(text: string): void {
  if (!text.isWellFormed()) throw new Problem(400, 'The body must not contain an unpaired surrogate.');
}
