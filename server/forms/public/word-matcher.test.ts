import fc from 'fast-check';
import {describe, expect, it} from 'vitest';

import {createWordMatcher, searchedText, searchWordsOf} from './words.ts';

/** Returns the score of one form for a search. */
const scoreOf = (search: string, ...fields: string[]) =>
  createWordMatcher(searchWordsOf(search))(searchedText(fields));

describe('a word', () => {
  it('ranks by its field, then as a whole word, the beginning of one or inside one', () => {
    const fields = [
      ['Grave'],
      ['Gravetilladelse'],
      ['Opgravede'],
      ['x', 'grave'],
      ['x', 'gravetilladelse'],
      ['x', 'opgravede'],
      ['x', 'x', 'grave'],
      ['x', 'x', 'gravetilladelse'],
      ['x', 'x', 'opgravede'],
    ];
    expect(fields.map(each => scoreOf('grave', ...each))).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1]);
  });

  it('is not found across words or fields', () => {
    expect(scoreOf('moms', 'mo', 'ms')).toBeUndefined();
    expect(scoreOf('moms', 'mo ms')).toBeUndefined();
  });

  it('is found in other scripts and after folding that makes it longer', () => {
    expect(scoreOf('дом', 'Новый ДОМ')).toBe(9);
    expect(scoreOf('ae', 'Ærø')).toBe(8);
    expect(scoreOf('ß', 'Strasse')).toBe(7);
  });
});

const word = fc.string({unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 9});
const field = fc.array(word, {maxLength: 4}).map(words => words.join(' '));

it('scores all words as a comparison of each word with each word of the fields does', () => {
  /** Returns the score of a word by the definition; 0: none. */
  const expectedOf = (wanted: string, fields: string[]) =>
    Math.max(
      0,
      ...fields.flatMap((text, place) =>
        text.split(' ').map(each => {
          const kind = each === wanted ? 3 : each.startsWith(wanted) ? 2 : each.includes(wanted) ? 1 : 0;
          return kind && kind + (2 - place) * 3;
        }),
      ),
    );
  fc.assert(
    fc.property(
      fc.uniqueArray(word, {minLength: 1, maxLength: 8}),
      fc.tuple(field, field, field),
      (words, fields) => {
        const scores = words.map(each => expectedOf(each, fields));
        const sum = scores.includes(0) ? undefined : scores.reduce((one, other) => one + other);
        expect(scoreOf(words.join(' '), ...fields)).toBe(sum);
      },
    ),
  );
});

it('has a place for each of the longest words of a search', () => {
  const words = Array.from({length: 8}, (_, index) => String.fromCodePoint(0x4e00 + index).repeat(13));
  expect(createWordMatcher(searchWordsOf(words.join(' ')))(searchedText(words.slice(4)))).toBeUndefined();
  expect(scoreOf(words.slice(0, 4).join(' '), words.slice(0, 4).join(' '))).toBe(4 * 9);
});
