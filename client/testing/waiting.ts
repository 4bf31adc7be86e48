import {vi} from 'vitest';

/** Retries an expectation until it succeeds. */
export function eventually<Result>(expectation: () => Result | Promise<Result>): Promise<Result> {
  return vi.waitFor(expectation, {timeout: 30_000, interval: 20});
}
