import {afterEach, beforeEach, expect, it, vi} from 'vitest';

import {createLineLimit} from './line-limit.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('limits the lines per minute, and reports the number of the others', () => {
  const reported: number[] = [];
  const take = createLineLimit(3, leftOut => void reported.push(leftOut));
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
