import {expect, it} from 'vitest';

import {DerError, readBits} from './der.ts';

/** ITU-T X.690, section 8.6: the first byte is the number of unused bits in the last one. */
it.each([
  ['00', ''],
  ['00ff', 'ff'],
  ['03ff', 'f8'],
  ['07ffff', 'ff80'],
])('the bits of %s are %s: unused ones are 0', (content, bits) => {
  expect(readBits(Buffer.from(content, 'hex')).toString('hex')).toBe(bits);
});

it.each(['', '01', '08ff'])('"%s" is not a bit string', content => {
  expect(() => readBits(Buffer.from(content, 'hex'))).toThrow(DerError);
});
