import {expect, it, onTestFinished, vi} from 'vitest';

import {withClient} from '../store/testing/redis-process.ts';
import {openEngine} from '../testing/engines.ts';
import {openSharedCounts} from './shared-counts.ts';

it('spreads the counts of callers over the masters of a cluster', async () => {
  const {address} = await openEngine('Redis Cluster');
  const counts = openSharedCounts(address, 60);
  onTestFinished(() => counts?.close());
  const callers = Array.from({length: 30}, (_, number) => `person} ${number}`);
  await vi.waitFor(() => counts?.add('first', 1), {timeout: 30_000, interval: 50});
  await Promise.all(callers.map(async caller => counts?.add(caller, 7)));
  expect(await counts?.add(callers[0] ?? '', 1)).toMatchObject({taken: 8});

  const prefix = address.split('prefix=')[1] ?? '';
  const ports = [...address.matchAll(/:(\d+)/g)].map(([, port]) => Number(port));
  const holders = await Promise.all(
    ports.map(port => withClient(port, client => client.keys(`${prefix}:calls:*`))),
  );
  // Three masters, and the replica of each.
  expect(holders.filter(keys => keys.length > 0)).toHaveLength(6);
});
