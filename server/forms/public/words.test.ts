import {describe, expect, it} from 'vitest';

import {bounds} from '../../bounds.ts';
import {searchedText, searchWordsOf, sortKeyOf, wordsOf} from './words.ts';

it.each([
  ['Anmeld JORDFLYTNING', ['anmeld', 'jordflytning']],
  ['Ærø, Østerå og Aabenraa', ['aeroe', 'oesteraa', 'og', 'aabenraa']],
  ['e-mail: idé/Übersee (2026)', ['e', 'mail', 'ide', 'ubersee', '2026']],
  // The letter å as one character, and as a letter with a mark.
  ['\u00e5r a\u030ar', ['aar', 'aar']],
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
