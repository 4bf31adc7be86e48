import fc from 'fast-check';
import {describe, expect, it} from 'vitest';

import {bounds} from '../bounds.ts';
import {Problem} from '../problem.ts';
import {parseJson} from './body.ts';

const {maxJsonDepth, maxJsonValues} = bounds;

/** Returns the parsed value, or the message of the error. */
function outcomeOf(text: string): unknown {
  try {
    return {value: parseJson(Buffer.from(text))};
  } catch (error) {
    if (error instanceof Problem) return error.message;
    throw error;
  }
}

function tryJson(text: string): unknown {
  try {
    return {value: JSON.parse(text) as unknown};
  } catch {
    return 'The body must be valid JSON.';
  }
}

/** Counts keys and values as the documentation of the bound does. */
function count(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  const keys = Array.isArray(value) ? 0 : Object.keys(value).length;
  return Object.values(value).reduce<number>((sum, item) => sum + count(item), 1 + keys);
}

const anyJson = fc.jsonValue({maxDepth: 6}).filter(value => !JSON.stringify(value).includes('__proto__'));

const tooMany = `The body must not contain more than ${maxJsonValues} keys and values.`;
const tooDeep = `The body must not nest deeper than ${maxJsonDepth} levels.`;

describe('parseJson', () => {
  it('returns what JSON.parse returns for any JSON within the bounds, however it is indented', () => {
    fc.assert(
      fc.property(anyJson, fc.constantFrom(undefined, 1, '\t', '\r\n '), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(outcomeOf(text)).toEqual(tryJson(text));
      }),
    );
  });

  it('accepts and rejects edited JSON as JSON.parse does', () => {
    const characters = fc.constantFrom(...Array.from('{}[]",:\\ \n019-.eEutrfalsnæ🚢'));
    const edit = fc.record({index: fc.nat(), removed: fc.nat(2), added: fc.string({unit: characters})});
    fc.assert(
      fc.property(anyJson, fc.array(edit, {minLength: 1, maxLength: 3}), (value, edits) => {
        let text = JSON.stringify(value);
        for (const {index, removed, added} of edits) {
          const at = index % (text.length + 1);
          text = text.slice(0, at) + added + text.slice(at + removed);
        }
        fc.pre(!text.includes('\\u') && text.isWellFormed());
        expect(outcomeOf(text)).toEqual(tryJson(text));
      }),
    );
  });

  it('parses texts with quotes and backslashes as JSON.parse does', () => {
    const unit = fc.constantFrom('"', '\\', 'a', '{', '[', ',', ' ');
    fc.assert(
      fc.property(fc.array(fc.string({unit, maxLength: 30})), texts => {
        const text = JSON.stringify(texts);
        expect(outcomeOf(text)).toEqual({value: texts});
      }),
    );
  });

  it('counts every key and every value once', () => {
    fc.assert(
      fc.property(anyJson, value => {
        const padding = maxJsonValues - 1 - count(value);
        const filled = (items: number) =>
          JSON.stringify([value, ...Array<number>(items).fill(-1.5e3)], null, 1);
        expect(outcomeOf(filled(padding))).toHaveProperty('value');
        expect(outcomeOf(filled(padding + 1))).toBe(tooMany);
      }),
      {numRuns: 30},
    );
  });

  const fill = (unit: string) => `[${unit.repeat(maxJsonValues)}`;
  it.each([
    ['lists', fill('[],'), tooMany],
    ['objects', fill('{},'), tooMany],
    ['texts', fill('"",'), tooMany],
    ['texts without anything between them', fill('""'), tooMany],
    ['numbers', fill('1 '), tooMany],
    ['keys', `{${'"a":1,'.repeat(maxJsonValues)}`, tooMany],
    ['opening brackets', '['.repeat(maxJsonDepth + 1), tooDeep],
    ['opening braces', '{"a":'.repeat(maxJsonDepth + 1), tooDeep],
    ['brackets after closing ones', `${']'.repeat(100)}[[[]]]`, 'The body must be valid JSON.'],
    ['a text that never ends', `["a", "${'\\"'.repeat(50_000)}`, 'The body must be valid JSON.'],
    ['a text that ends in a backslash', '["a\\', 'The body must be valid JSON.'],
  ])('rejects %s', (_, text, message) => {
    expect(outcomeOf(text)).toBe(message);
  });

  it('does not count brackets and commas in texts', () => {
    const text = '[{,'.repeat(maxJsonValues);
    expect(outcomeOf(JSON.stringify({text}))).toEqual({value: {text}});
  });
});
