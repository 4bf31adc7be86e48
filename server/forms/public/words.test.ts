import fc from 'fast-check';
import {describe, expect, it} from 'vitest';

import {bounds} from '../../bounds.ts';
import {createMatcher, searchedText, searchWordsOf, sortKeyOf, wordsOf} from './words.ts';

it.each([
  ['Anmeld JORDFLYTNING', ['anmeld', 'jordflytning']],
  ['Ærø, Østerå og Aabenraa', ['aeroe', 'oesteraa', 'og', 'aabenraa']],
  ['e-mail: idé/Übersee (2026)', ['e', 'mail', 'ide', 'ubersee', '2026']],
  // The letter å as one character, and as a letter with a mark.
  ['\u00e5r a\u030ar', ['aar', 'aar']],
  // Soft hyphens and zero-width spaces are invisible. Texts from PDF files contain ligatures.
  ['Bygge\u00adtil\u200bladelse 50 m² o\ufb03ciel', ['byggetilladelse', '50', 'm2', 'officiel']],
  ['Дом 7', ['дом', '7']],
  ['§ – „“ …', []],
  ['', []],
])('the words of the text %j are %j', (text, words) => {
  expect(wordsOf(text)).toEqual(words);
});

describe('the searched text of a form', () => {
  it('has each word once, in the first of its fields', () => {
    expect(searchedText(['Tilskud til tilskud', 'Moms, TILSKUD', null])).toBe(' tilskud til \n moms \n  ');
  });

  it.each([
    ['letters that are folded to two', 'æ'],
    ['letters of three bytes', '語'],
    ['syllables that are decomposed into letters of three bytes', '한'],
    ['letters of four bytes', '𐓘'],
  ])('has at most 400 bytes, whatever the fields are: %s', (_, letter) => {
    const text = searchedText([letter.repeat(255), `${letter} `.repeat(500_000), letter.repeat(200)]);
    expect(text.length).toBe(bounds.maxSearchedFormBytes);
    expect(text).toMatch(/^[\0-\xff]*$/);
  });
});

describe('the words of a search', () => {
  it('count once', () => {
    expect(searchWordsOf('moms Moms MOMS')).toEqual(['moms']);
  });

  it('are at most eight, of at most 40 bytes', () => {
    const words = searchWordsOf(`${'x'.repeat(100)} ${'語'.repeat(50)} a b c d f g h k`);
    expect(words.map(word => word.length)).toEqual([40, 40, 1, 1, 1, 1, 1, 1]);
  });

  it('ignore stop words, unless there are no others', () => {
    expect(searchWordsOf('Jeg vil anmelde et byggeri på en grund')).toEqual(['anmelde', 'byggeri', 'grund']);
    expect(searchWordsOf('og')).toEqual(['og']);
  });
});

it('the sort key orders as Danish does: æ, ø and å last, and aa as å', () => {
  const titles = ['Ål', 'Zoo', 'ære', 'Aabning', 'Øl', 'arv', 'Byg', 'Éclair', 'etage'];
  const sorted = titles.toSorted((one, other) => (sortKeyOf(one) < sortKeyOf(other) ? -1 : 1));
  expect(sorted).toEqual(['arv', 'Byg', 'Éclair', 'etage', 'Zoo', 'ære', 'Øl', 'Aabning', 'Ål']);
});

/** Returns the score of one form for a search. */
const scoreOf = (search: string, ...fields: string[]) => createMatcher(search)(searchedText(fields));

describe('a word of a search', () => {
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
