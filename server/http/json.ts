/** How many lists and objects may lie in each other. */
const mostLevels = 32;

/** Says what is wrong with a text that should have been JSON. */
export class NotJson extends Error {
  override readonly name = 'NotJson';
}

/**
 * Reads JSON from its bytes (RFC 8259).
 *
 * @throws {NotJson} when they are not UTF-8 or not JSON, nest deeper than 32 levels, hold a key `__proto__`, which has no
 *   honest use, or half a surrogate pair, which no address can name and many a reader of JSON refuses.
 */
export function parseJson(bytes: Buffer): unknown {
  const value = parse(decode(bytes));
  examine(value, mostLevels);
  return value;
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', {fatal: true}).decode(bytes);
  } catch {
    throw new NotJson('The body is not UTF-8.');
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // What the parser says repeats the input.
    throw new NotJson('The body is not JSON.');
  }
}

function examine(value: unknown, levels: number): void {
  if (typeof value === 'string') examineText(value);
  if (typeof value !== 'object' || value === null) return;
  if (levels === 0) throw new NotJson(`The body nests deeper than ${mostLevels} levels.`);
  if (Object.hasOwn(value, '__proto__')) throw new NotJson('The body has a key __proto__.');
  for (const [key, item] of Object.entries(value)) {
    examineText(key);
    examine(item, levels - 1);
  }
}

function examineText(text: string): void {
  if (!text.isWellFormed()) throw new NotJson('The body holds half a surrogate pair.');
}
