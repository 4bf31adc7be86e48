import {afterEach, beforeEach, expect, it, vi} from 'vitest';

import {createLineLimit} from './audit-log.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('limits the lines per minute, and reports the number of the others', () => {
  const reported: number[] = [];
  const limit = createLineLimit(3, ({count}) => void reported.push(count));
  const take = () => limit.allows('ada');
  expect(Array.from({length: 5}, take)).toEqual([true, true, true, false, false]);
  vi.advanceTimersByTime(59_000);
  expect(take()).toBe(false);
  expect(reported).toEqual([]);
  vi.advanceTimersByTime(1_000);
  expect(reported).toEqual([3]);
  expect(take()).toBe(true);
  vi.advanceTimersByTime(3_600_000);
  expect(reported).toEqual([3]);
});

it('counts each caller apart, and reports the skipped lines at its end', () => {
  const reported: object[] = [];
  const limit = createLineLimit(1, leftOut => void reported.push(leftOut));
  const callers = ['ada', 'ada', 'ada', 'bo', undefined, undefined];
  expect(callers.map(caller => limit.allows(caller))).toEqual([true, false, false, true, true, false]);
  limit.end();
  expect(reported).toEqual([
    {caller: 'ada', count: 2},
    {caller: undefined, count: 1},
  ]);
  vi.advanceTimersByTime(60_000);
  expect(reported).toHaveLength(2);
});
