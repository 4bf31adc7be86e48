import {expect, it} from 'vitest';

import {
  includes,
  isDate,
  monthsFrom,
  periodOf,
  weeksOf,
  yearPeriod,
  yearStart,
} from '../../frist/model/dates.ts';

it.each([
  ['1900-01', 365],
  ['2026-01', 365],
  ['2026-11', 365],
  ['2027-03', 366],
  ['2199-11', 61],
])('the months from %s on have each of their days once', (start, count) => {
  const days = monthsFrom(start).flatMap(month =>
    weeksOf(month)
      .flat()
      .filter(day => includes(periodOf(month), day)),
  );
  const {from, to} = yearPeriod(start);
  expect(days.every(isDate)).toBe(true);
  expect([days.at(0), days.at(-1), new Set(days).size]).toEqual([from, to, count]);
});

it.each([
  ['2026-11-25', '2026-11'],
  ['2026-11-01', '2026-11'],
  ['2027-10-31', '2026-11'],
  ['2027-11-01', '2027-11'],
  ['2026-10-31', '2025-11'],
  ['1900-01-01', '1900-01'],
  ['2199-12-31', '2199-11'],
])('the year that shows %s in November 2026 begins with %s', (day, start) => {
  expect(yearStart(day, '2026-11-25')).toBe(start);
  expect(includes(yearPeriod(start), day)).toBe(true);
});
