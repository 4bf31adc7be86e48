import fc from 'fast-check';
import {describe, expect, it} from 'vitest';

import {closeDirections, hasTooManyMarks, isVisible} from './visible-text.ts';

describe('isVisible', () => {
  it.each([
    ...[
      '\u200b',
      '\u2800',
      '\u3164',
      '\u115f\u1160',
      '\u00ad',
      '\u034f',
      '\ufe0f',
      '\u{e0041}',
      '\ufeff',
      '\u2060',
    ],
    ...[
      '\u202e',
      '\u00a0\u3000\u1680',
      '\u0301\u20dd',
      '\0\x07',
      '\ud800',
      '\ue000',
      '\ufffc',
      '\u{1d159}',
      '\u180e',
      '',
    ],
  ])('is false for %j', text => {
    expect(isVisible(text)).toBe(false);
  });

  it.each([
    'a',
    '\u200bå\u200b',
    '.',
    '🚢',
    '👩\u200d👧',
    '1\ufe0f\u20e3',
    '中',
    'ع',
    '🇩🇰',
    'e\u0301',
    '½',
    '-',
  ])('is true for %j', text => {
    expect(isVisible(text)).toBe(true);
  });
});

describe('hasTooManyMarks', () => {
  it.each([
    ['marks', 'a' + '\u0301'.repeat(17)],
    ['different marks', 'a' + '\u0301\u0316'.repeat(9)],
    ['emoji modifiers', '👍' + '🏽'.repeat(17)],
    ['marks with invisible characters between them', 'a' + '\u0301\u200d'.repeat(17)],
    ['decimal references', 'a' + '&#769;'.repeat(17)],
    ['hexadecimal references', 'a' + '&#x301;'.repeat(17)],
    ['named references', 'a' + '&DownBreve;'.repeat(17)],
    ['marks with tags between them', 'a' + '\u0301<b></b>'.repeat(17)],
    ['marks with comments between them', 'a' + '&#769<!-- -->'.repeat(17)],
    ['marks and references', 'a' + '\u0301'.repeat(9) + '&#769;'.repeat(8)],
    ['very many marks', 'a' + '\u0301'.repeat(30_000)],
  ])('is true for %s', (_, text) => {
    expect(hasTooManyMarks(text)).toBe(true);
  });

  it.each([
    ['sixteen marks', 'a' + '\u0301'.repeat(16)],
    ['many letters with marks', 'a\u0301'.repeat(1_000)],
    ['people', '👩🏽\u200d👩🏽\u200d👧🏽\u200d👦🏽'.repeat(50)],
    ['Danish in decomposed letters', 'Årsopgørelse på ål'.normalize('NFD').repeat(50)],
    ['Hindi', 'क्षि'.repeat(50)],
  ])('is false for %s', (_, text) => {
    expect(hasTooManyMarks(text)).toBe(false);
  });
});

describe('closeDirections', () => {
  it.each([
    ['Moms', 'Moms'],
    ['\u202eMoms', '\u202eMoms\u202c'],
    ['\u2067a\u202bb', '\u2067a\u202bb\u202c\u2069'],
    ['\u2068a\u2069 b', '\u2068a\u2069 b'],
    ['\u2067a\u202eb\u2069c', '\u2067a\u202eb\u2069c'],
    ['a\u202c\u2069b', 'ab'],
    ['\u2067a\u202cb', '\u2067ab\u2069'],
    ['\u200fa', '\u200fa'],
  ])('%j becomes %j', (text, closed) => {
    expect(closeDirections(text)).toBe(closed);
  });

  it('takes no more than linear time', () => {
    const start = process.cpuUsage();
    closeDirections('\u202a'.repeat(100_000) + '\u2069'.repeat(100_000));
    const {user, system} = process.cpuUsage(start);
    // A search for the start of each isolate took more than a minute.
    expect((user + system) / 1_000).toBeLessThan(1_000);
  });

  it('leaves a closed text as it is, for any text', () => {
    const unit = fc.constantFrom('a', '\u202a', '\u202e', '\u202c', '\u2066', '\u2068', '\u2069');
    fc.assert(
      fc.property(fc.string({unit}), text => {
        const closed = closeDirections(text);
        expect(closeDirections(closed)).toBe(closed);
      }),
    );
  });
});
