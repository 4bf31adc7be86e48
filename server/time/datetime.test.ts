import fc from 'fast-check';
import {describe, expect, it} from 'vitest';

import {anyCharacter} from '../testing/any-character.ts';
import {formatDatetime, parseDatetime} from './datetime.ts';

describe('a moment', () => {
  it.each([
    ['2015-12-14T12:59:00+0100', '2015-12-14T12:59:00+0100'],
    ['2015-12-14T12:59:00+01:00', '2015-12-14T12:59:00+0100'],
    ['2015-12-14T12:59:00+01', '2015-12-14T12:59:00+0100'],
    ['2015-12-14 06:59:00.5-05', '2015-12-14T12:59:00+0100'],
    ['2015-12-14T11:59:00Z', '2015-12-14T12:59:00+0100'],
    ['2015-12-14T12:59:00.999+0100', '2015-12-14T12:59:00+0100'],
    ['2015-12-14T12:59', '2015-12-14T12:59:00+0100'],
    ['2015-12-14 12:59:30', '2015-12-14T12:59:30+0100'],
    ['2015-07-14T12:59:00', '2015-07-14T12:59:00+0200'],
    ['2015-12-14', '2015-12-14T00:00:00+0100'],
    ['2015-07-14', '2015-07-14T00:00:00+0200'],
    ['2015-12-13T20:00:00-0500', '2015-12-14T02:00:00+0100'],
    ['2015-12-14T06:29:00-05:30', '2015-12-14T12:59:00+0100'],
    ['2015-12-14T12:59:00+23:59', '2015-12-13T14:00:00+0100'],
    ['1980-04-06T12:00:00+0030', '1980-04-06T13:30:00+0200'],
    // The start of summer time: half past two does not exist.
    ['2027-03-28T02:30:00', '2027-03-28T03:30:00+0200'],
    ['2027-03-28T01:59:59', '2027-03-28T01:59:59+0100'],
    ['2027-03-28T03:00:00', '2027-03-28T03:00:00+0200'],
    // The end of summer time: half past two occurs twice.
    ['2026-10-25T02:30:00', '2026-10-25T02:30:00+0200'],
    ['2026-10-25T02:30:00+0100', '2026-10-25T02:30:00+0100'],
    ['2026-10-25T03:00:00', '2026-10-25T03:00:00+0100'],
    ['2026-10-25', '2026-10-25T00:00:00+0200'],
    // The first and the last valid second.
    ['1899-12-31T23:00:00Z', '1900-01-01T00:00:00+0100'],
    ['2199-12-31T22:59:59Z', '2199-12-31T23:59:59+0100'],
  ])('%s is %s', (text, written) => {
    const instant = parseDatetime(text);
    expect(instant === undefined ? undefined : formatDatetime(instant)).toBe(written);
  });

  it.each([
    ...[
      '',
      'i morgen',
      '14-12-2015',
      '2015-13-01',
      '2015-02-29',
      '2015-12-14T24:00:00',
      '2015-12-14T12:60:00',
      '2015-12-14T12:59:60',
    ],
    // Before Denmark had a single time, and after the last day of the elements.
    ...[
      '0100-01-01',
      '1800-01-01T00:00:00Z',
      '1899-12-31T22:59:59Z',
      '2199-12-31T23:00:00Z',
      '2199-12-31T23:59:59-23:59',
      '2200-01-01',
      '9999-12-31',
    ],
    ...[
      '2015-12-14T12',
      '2015-12-14T12:59:00+24:00',
      '2015-12-14T12:59:00+10:60',
      '2015-12-14T12:59:00 +0100',
      '1450094340',
    ],
  ])('is not %j', text => {
    expect(parseDatetime(text)).toBeUndefined();
  });

  it('is exact to the millisecond', () => {
    expect(parseDatetime('1970-01-01T00:00:01.2569Z')).toBe(1256);
  });

  it('is formatted as it was parsed, for any moment', () => {
    const seconds = fc.integer({min: Date.UTC(1900, 0) / 1000, max: Date.UTC(2199, 11, 30) / 1000});
    fc.assert(
      fc.property(seconds, second => {
        expect(parseDatetime(formatDatetime(second * 1000))).toBe(second * 1000);
      }),
    );
  });

  it('has a year of four digits and an offset in minutes for every accepted text', () => {
    const nearly = fc.stringMatching(/^\d{4}-[01]\d-[0-3]\d(T[0-2]\d:[0-5]\d(Z|[+-][0-2]\d:?[0-5]\d)?)?$/);
    fc.assert(
      fc.property(fc.oneof(nearly, fc.string({unit: anyCharacter})), text => {
        const instant = parseDatetime(text);
        if (instant === undefined) return;
        expect(formatDatetime(instant)).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d{4}$/);
      }),
      {numRuns: 300},
    );
  });
});
