import fc from 'fast-check';
import {describe, expect, it} from 'vitest';

import {nearest} from './nearest.ts';

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
  ])('of "%s" is %s', (word, expected) => {
    expect(nearest(word, words)).toBe(expected);
  });

  it('finds a word in which one letter was added, removed or replaced', () => {
    const slips = fc.tuple(
      fc.constantFrom(...words),
      fc.nat(20),
      fc.constantFrom(0, 1),
      fc.constantFrom('', 'q'),
    );
    fc.assert(
      fc.property(slips, ([word, at, removed, added]) => {
        const place = at % word.length;
        const slip = word.slice(0, place) + added + word.slice(place + removed);
        expect(nearest(slip, words)).toBe(word);
      }),
    );
  });
});
