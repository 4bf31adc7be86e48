import fc from 'fast-check';
import {expect, it} from 'vitest';

import {da} from '../strings/da.ts';
import {en} from '../strings/en.ts';
import {addDays, daysBetween, dueIn} from './dates.ts';

const today = '2026-11-22';

it.each([
  [-400, 'Udløbet', 'Passed', false],
  [-1, 'Udløbet', 'Passed', false],
  [0, 'I dag', 'Today', true],
  [1, 'I morgen', 'Tomorrow', true],
  [2, 'om 2 dage', 'in 2 days', true],
  [7, 'om 7 dage', 'in 7 days', true],
  [8, 'om 8 dage', 'in 8 days', false],
  [13, 'om 13 dage', 'in 13 days', false],
  [14, 'om 2 uger', 'in 2 weeks', false],
  [20, 'om 2 uger', 'in 2 weeks', false],
  [21, 'om 3 uger', 'in 3 weeks', false],
  [62, 'om 8 uger', 'in 8 weeks', false],
  [63, 'om 2 måneder', 'in 2 months', false],
  [731, 'om 23 måneder', 'in 23 months', false],
  [732, 'om 2 år', 'in 2 years', false],
])('a date %d days from today is due "%s", in English "%s", soon: %j', (days, danish, english, isSoon) => {
  const due = dueIn(addDays(today, days), today);
  expect(da.due(due.unit, due.count)).toBe(danish);
  expect(en.due(due.unit, due.count)).toBe(english);
  expect(due.isSoon).toBe(isSoon);
});

it('is due in two or more units, never more than the time left', () => {
  const lengths = {days: 1, weeks: 7, months: 28, years: 365};
  fc.assert(
    fc.property(fc.integer({min: 2, max: 10_000}), days => {
      const {unit, count} = dueIn(addDays(today, days), today);
      const length = lengths[unit as keyof typeof lengths];
      return count >= 2 && count * length <= days;
    }),
  );
});

it('counts days across clock changes', () => {
  expect(daysBetween('2026-03-28', '2026-03-30')).toBe(2);
  expect(daysBetween('2026-10-26', '2026-10-24')).toBe(-2);
});
