import {expect, it} from 'vitest';

import {isDate, weeksOf} from './dates.ts';
import {includes, periodOf} from './periods.ts';
import {monthsOf, yearOf, yearPeriod} from './year.ts';

it.each(['1900', '2026', '2028', '2199'])('the months of %s have each of its days once', year => {
  const months = monthsOf(year);
  const days = months.flatMap(month =>
    weeksOf(month)
      .flat()
      .filter(day => includes(periodOf(month), day)),
  );
  const {from, to} = yearPeriod(year);
  expect(days.every(isDate)).toBe(true);
  expect([days.at(0), days.at(-1), new Set(days).size]).toEqual([from, to, year === '2028' ? 366 : 365]);
  expect(days.every(day => yearOf(day) === year)).toBe(true);
});
