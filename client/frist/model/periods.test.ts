import fc from 'fast-check';
import {expect, it} from 'vitest';

import {
  addDays,
  includes,
  mergePeriods,
  monthsBefore,
  type Period,
  weeksPeriod,
} from '../../frist/model/dates.ts';

const start = '2026-01-01';
const anyPeriod = fc
  .tuple(fc.nat(60), fc.nat(10))
  .map(([first, length]): Period => ({from: addDays(start, first), to: addDays(start, first + length)}));

it('merges periods into disjoint, ordered ones with gaps between them that cover the same days', () => {
  fc.assert(
    fc.property(fc.array(anyPeriod), periods => {
      const united = mergePeriods(periods);
      const days = Array.from({length: 75}, (_, day) => addDays(start, day));
      const isSame = days.every(
        day =>
          united.filter(one => includes(one, day)).length === Number(periods.some(one => includes(one, day))),
      );
      const hasGaps = united.every(
        ({from}, place) => !place || addDays(united[place - 1]?.to ?? '', 1) < from,
      );
      return isSame && hasGaps;
    }),
  );
});

it.each([
  ['2026-11-23', 3, '2026-08-01', '2026-11-22'],
  ['2026-12-01', 3, '2026-09-01', '2026-11-30'],
  ['2027-01-31', 24, '2025-01-01', '2027-01-30'],
])('counts back from %s by %d months to %s – %s', (day, months, from, to) => {
  expect(monthsBefore(day, months)).toEqual({from, to});
});

it('returns the weeks that a month touches, within the calendar', () => {
  expect(weeksPeriod('2026-12')).toEqual({from: '2026-11-30', to: '2027-01-03'});
  // 31 December 2199 is a Tuesday.
  expect(weeksPeriod('2199-12')).toEqual({from: '2199-11-25', to: '2199-12-31'});
});
