import {bounds} from '../limits/bounds.ts';
import {Problem} from './problem.ts';

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
