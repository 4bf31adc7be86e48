import {vi} from 'vitest';

import type {TavleCalendar, TavleDashboard} from '../index.ts';

/** Retries an expectation until it succeeds. */
export function eventually<Result>(expectation: () => Result | Promise<Result>): Promise<Result> {
  return vi.waitFor(expectation, {timeout: 30_000, interval: 20});
}

/** Adds an element without a required property, and advances the clock until it reports that. */
export async function waitForMissingProperty<Element extends TavleCalendar | TavleDashboard>(
  add: () => Element,
  property: 'getToken' | 'cvr' = 'getToken',
): Promise<Element> {
  vi.useFakeTimers({toFake: ['setTimeout', 'clearTimeout']});
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  const element = add();
  if (property === 'getToken') element.getToken = undefined;
  else (element as TavleCalendar).cvr = '';
  await vi.advanceTimersByTimeAsync(10_100);
  vi.useRealTimers();
  await element.updateComplete;
  warn.mockRestore();
  return element;
}
