import fc from 'fast-check';
import {describe, expect, it} from 'vitest';

import {anyCharacter} from '../testing/any-character.ts';
import {addDays, compactDate, formatDate, parseDate, today} from './dates.ts';

const someDay = fc
  .date({min: new Date('1900-01-01'), max: new Date('2199-12-30'), noInvalidDate: true})
  .map(date => date.toISOString().slice(0, 10));

it.each([
  ['2026-11-21T22:59:59Z', '2026-11-21'],
  ['2026-11-21T23:00:00Z', '2026-11-22'],
  ['2026-07-01T21:59:59Z', '2026-07-01'],
  ['2026-07-01T22:00:00Z', '2026-07-02'],
  ['2027-03-28T00:59:59Z', '2027-03-28'],
  ['2027-03-28T21:59:59Z', '2027-03-28'],
  ['2027-03-28T22:00:00Z', '2027-03-29'],
  ['2026-10-25T22:59:59Z', '2026-10-25'],
  ['2026-10-25T23:00:00Z', '2026-10-26'],
  ['2026-12-31T23:00:00Z', '2027-01-01'],
])('today in Denmark at %s is %s', (now, day) => {
  expect(today(new Date(now))).toBe(day);
});

describe('dd-MM-yyyy', () => {
  it.each([
    ['01-12-2026', '2026-12-01'],
    ['29-02-2028', '2028-02-29'],
    ['31-12-2199', '2199-12-31'],
  ])('%s is %s', (text, date) => {
    expect(parseDate(text)).toBe(date);
  });

  it.each([
    ...['31-02-2027', '29-02-2027', '31-04-2027', '00-01-2027', '01-00-2027', '01-13-2027', '32-01-2027'],
    ...[
      '2026-12-01',
      '1-12-2026',
      '01-12-26',
      '01/12/2026',
      '01-12-2026 ',
      ' 01-12-2026',
      '01-12-2026T00:00',
      '01-01-2200',
      '31-12-9999',
      '',
    ],
  ])('is not %j', text => {
    expect(parseDate(text)).toBeUndefined();
  });

  it('is formatted as it was parsed', () => {
    fc.assert(
      fc.property(someDay, day => {
        expect(parseDate(formatDate(day))).toBe(day);
      }),
    );
  });
});

it('days are added over months, years and changes of the clock', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  expect(addDays('2027-03-27', 2)).toBe('2027-03-29');
  expect(addDays('2026-10-26', -1)).toBe('2026-10-25');
  fc.assert(
    fc.property(someDay, fc.integer({min: -400, max: 400}), (day, days) => {
      expect(addDays(addDays(day, days), -days)).toBe(day);
    }),
  );
});

it('has the same order as compact text and in time', () => {
  fc.assert(
    fc.property(someDay, someDay, (one, other) => {
      expect(compactDate(one) < compactDate(other)).toBe(one < other);
    }),
  );
});

it('rejects any other text', () => {
  const nearly = fc.stringMatching(/^[0-9]{2}-[0-9]{2}-[0-9]{4}$/);
  fc.assert(
    fc.property(fc.oneof(nearly, fc.string({unit: anyCharacter})), text => {
      const date = parseDate(text);
      if (date !== undefined) expect(formatDate(date)).toBe(text);
    }),
  );
});
