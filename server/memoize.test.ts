import {expect, it} from 'vitest';

import {cacheFor} from './memoize.ts';

it('shares a result that takes longer than the interval, and computes again after it', async () => {
  const started: ((result: string) => void)[] = [];
  const read = cacheFor(0, () => new Promise<string>(resolve => started.push(resolve)));
  const both = [read(), read()];
  expect(started).toHaveLength(1);
  started[0]?.('first');
  expect(await Promise.all(both)).toEqual(['first', 'first']);
  void read();
  expect(started).toHaveLength(2);
});
