import {describe, expect, it} from 'vitest';

import {searchWordsOf, sortKeyOf, wordsOf} from './words.ts';

describe('the words of a text', () => {
  it.each([
    ['Anmeld JORDFLYTNING', ['anmeld', 'jordflytning']],
    ['Ærø, Østerå og Aabenraa', ['aeroe', 'oesteraa', 'og', 'aabenraa']],
    ['e-mail: idé/Übersee (2026)', ['e', 'mail', 'ide', 'ubersee', '2026']],
    // The letter å as one character, and as a letter with a mark.
    ['\u00e5r a\u030ar', ['aar', 'aar']],
    ['Дом 7', ['дом', '7']],
    ['§ – „“ …', []],
    ['', []],
  ])('of %j are %j', (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });

  it('are truncated to the maximum length', () => {
    expect(wordsOf('x'.repeat(10_000))).toEqual(['x'.repeat(40)]);
  });
});

describe('the words of a search', () => {
  it('count once', () => {
    expect(searchWordsOf('moms Moms MOMS')).toEqual(['moms']);
  });

  it('ignore stop words, unless there are no others', () => {
    expect(searchWordsOf('Jeg vil anmelde et byggeri på en grund')).toEqual(['anmelde', 'byggeri', 'grund']);
    expect(searchWordsOf('og')).toEqual(['og']);
  });
});

describe('the sort key', () => {
  it('orders as Danish does: æ, ø and å last, and aa as å', () => {
    const titles = ['Ål', 'Zoo', 'ære', 'Aabning', 'Øl', 'arv', 'Byg', 'Éclair', 'etage'];
    const sorted = titles.toSorted((one, other) => (sortKeyOf(one) < sortKeyOf(other) ? -1 : 1));
    expect(sorted).toEqual(['arv', 'Byg', 'Éclair', 'etage', 'Zoo', 'ære', 'Øl', 'Aabning', 'Ål']);
  });
});
