import {expect, it} from 'vitest';

import {isYear, monthsOf, rangeOf} from './span.ts';

it.each([
  ['2026-11', '2026-10-26', '2026-12-06'],
  ['2027-02', '2027-02-01', '2027-02-28'],
  ['2026', '2026-01-01', '2026-12-31'],
])('%s is loaded from %s to %s', (span, from, to) => {
  expect(rangeOf(span)).toEqual([from, to]);
});

it('a year has twelve months', () => {
  expect(isYear('2026')).toBe(true);
  expect(monthsOf('2026')).toHaveLength(12);
  expect(monthsOf('2026').at(0)).toBe('2026-01');
  expect(monthsOf('2026').at(-1)).toBe('2026-12');
  expect(monthsOf('2026').some(isYear)).toBe(false);
});
