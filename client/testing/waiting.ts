import {expect, vi} from 'vitest';

/** Retries an expectation until it succeeds. */
export function eventually<Result>(expectation: () => Result | Promise<Result>): Promise<Result> {
  return vi.waitFor(expectation, {timeout: 30_000, interval: 20});
}

/** Waits until an element shows that it is loading, which it does after a second. */
export function showsLate({shadowRoot}: Element): Promise<void> {
  return eventually(() => {
    const late = shadowRoot?.querySelector('.late');
    expect(late && getComputedStyle(late).opacity).toBe('1');
  });
}
