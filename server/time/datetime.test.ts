import fc from 'fast-check';
import {describe, expect, it} from 'vitest';

import {formatDatetime, parseDatetime} from './datetime.ts';

describe('a moment', () => {
  it.each([
    ['2015-12-14T12:59:00+0100', '2015-12-14T12:59:00+0100'],
    ['2015-12-14T12:59:00+01:00', '2015-12-14T12:59:00+0100'],
    ['2015-12-14T11:59:00Z', '2015-12-14T12:59:00+0100'],
    ['2015-12-14T12:59:00.999+0100', '2015-12-14T12:59:00+0100'],
    ['2015-12-14T12:59', '2015-12-14T12:59:00+0100'],
    ['2015-12-14 12:59:30', '2015-12-14T12:59:30+0100'],
    ['2015-07-14T12:59:00', '2015-07-14T12:59:00+0200'],
    ['2015-12-14', '2015-12-14T00:00:00+0100'],
    ['2015-07-14', '2015-07-14T00:00:00+0200'],
    ['2015-12-13T20:00:00-0500', '2015-12-14T02:00:00+0100'],
    // Summer time begins: there is no half past two.
    ['2027-03-28T02:30:00', '2027-03-28T03:30:00+0200'],
    ['2027-03-28T01:59:59', '2027-03-28T01:59:59+0100'],
    ['2027-03-28T03:00:00', '2027-03-28T03:00:00+0200'],
    // Summer time ends: half past two comes twice.
    ['2026-10-25T02:30:00', '2026-10-25T02:30:00+0200'],
    ['2026-10-25T02:30:00+0100', '2026-10-25T02:30:00+0100'],
    ['2026-10-25T03:00:00', '2026-10-25T03:00:00+0100'],
    ['2026-10-25', '2026-10-25T00:00:00+0200'],
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
    ],
    ...[
      '2015-12-14T12',
      '2015-12-14T12:59:00+25:00',
      '2015-12-14T12:59:00 +0100',
      '1450094340',
      '2015-12-14T12:59:00+01',
    ],
  ])('is not %j', text => {
    expect(parseDatetime(text)).toBeUndefined();
  });

  it('is written as it is read, at any time of any year', () => {
    const seconds = fc.integer({min: Date.UTC(1995, 0) / 1000, max: Date.UTC(2100, 0) / 1000});
    fc.assert(
      fc.property(seconds, second => {
        expect(parseDatetime(formatDatetime(second * 1000))).toBe(second * 1000);
      }),
    );
  });
});
