import fc from 'fast-check';
import {describe, expect, it} from 'vitest';

import {nearest} from './config.ts';

const words = ['serve', 'check', 'backup', 'restore'];

describe('nearest', () => {
  it.each([
    ['server', 'serve'],
    ['chek', 'check'],
    ['back-up', 'backup'],
    ['store', 'restore'],
    ['demo', undefined],
    ['x', undefined],
    ['', undefined],
    ['constructor', undefined],
  ])('returns for "%s": %s', (word, expected) => {
    expect(nearest(word, words)).toBe(expected);
  });

  it('finds a word with one letter added, removed or replaced', () => {
    const typos = fc.tuple(
      fc.constantFrom(...words),
      fc.nat(20),
      fc.constantFrom(0, 1),
      fc.constantFrom('', 'q'),
    );
    fc.assert(
      fc.property(typos, ([word, seed, removed, added]) => {
        const index = seed % word.length;
        const typo = word.slice(0, index) + added + word.slice(index + removed);
        expect(nearest(typo, words)).toBe(word);
      }),
    );
  });
});
