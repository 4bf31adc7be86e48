import fc from 'fast-check';
import {describe, expect, it} from 'vitest';

import {anyCharacter} from '../testing/any-character.ts';
import {keyGroup, keyPath, keyRest, parsePath, splitPath} from './key.ts';
import type {Key} from './engine.ts';

const path = keyPath;

describe('the path of a key', () => {
  it.each<[Key, string]>([
    [['dashboard', 'ada', 'frister'], 'dashboard/ada/frister'],
    [['dashboard', 'a/b', 'c'], 'dashboard/a%2Fb/c'],
    [['dashboard', 'a', 'b/c'], 'dashboard/a/b%2Fc'],
    [['dashboard', '{a}', 'ø'], 'dashboard/%7Ba%7D/%C3%B8'],
    [['dashboard', '%ud800', ''], 'dashboard/%25ud800/'],
    [['dashboard', '\ud800', '~x'], 'dashboard/%ud800/%7Ex'],
  ])('of %j is %s', (key, expected) => {
    expect(path(key)).toBe(expected);
  });

  it('differs for different keys, whatever characters they contain', () => {
    const segment = fc.string({unit: anyCharacter, maxLength: 300});
    const key = fc.tuple(segment, segment, segment) as fc.Arbitrary<Key>;
    fc.assert(
      fc.property(key, key, (one, other) => {
        expect(path(one) === path(other)).toBe(JSON.stringify(one) === JSON.stringify(other));
      }),
    );
  });

  it('is short and contains only unreserved characters and escapes', () => {
    fc.assert(
      fc.property(fc.string({unit: anyCharacter, maxLength: 5000}), text => {
        expect(path(['a', text, text])).toMatch(/^a\/[\w.~!'()*%-]{0,200}\/[\w.~!'()*%-]{0,200}$/);
      }),
    );
  });

  it('can be parsed, except for the digests of long segments', () => {
    // A character becomes up to twelve when it is escaped, and a segment may have 200.
    const segment = fc.oneof(
      fc.string({unit: anyCharacter, maxLength: 16}),
      fc.constantFrom('', '~', '%41', 'a/b'),
    );
    const key = fc
      .tuple(segment, segment)
      .chain(two => fc.array(segment).map((rest): Key => [...two, ...rest]));
    fc.assert(
      fc.property(key, each => {
        expect(parsePath(path(each))).toEqual(each);
        expect(splitPath(path(each))).toEqual({group: keyGroup(each), rest: keyRest(each)});
      }),
    );
    expect(parsePath(path(['a', 'x'.repeat(300)]))[1]).toMatch(/^~/);
  });
});
