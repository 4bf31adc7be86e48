import fc from 'fast-check';
import {describe, expect, it} from 'vitest';

import {hasCvrForm, isCvr} from './cvr.ts';

describe('a CVR number', () => {
  it.each(['10150817', '19552101', '24256790', '61056416', '12345674', '29189609', '13748136'])(
    'is %s',
    text => {
      expect(isCvr(text)).toBe(true);
    },
  );

  it.each([
    '12345678',
    '93005620',
    '87654321',
    '1234567',
    '123456740',
    '',
    ' 12345674',
    '1234567٤',
    '00000000',
  ])('is not %j', text => {
    expect(isCvr(text)).toBe(false);
  });

  it('is invalid with any single wrong digit', () => {
    const digit = fc.integer({min: 0, max: 9});
    fc.assert(
      fc.property(
        fc.constantFrom('10150817', '24256790', '61126228'),
        fc.nat(7),
        digit,
        (cvr, place, other) => {
          const changed = cvr.slice(0, place) + String(other) + cvr.slice(place + 1);
          expect(isCvr(changed)).toBe(changed === cvr);
        },
      ),
    );
  });

  it('only needs eight digits in test environments', () => {
    expect(hasCvrForm('93005620')).toBe(true);
    expect(hasCvrForm('9300562')).toBe(false);
  });
});
