import {expect, it, onTestFinished, vi} from 'vitest';

import {withClient} from '../store/testing/redis-process.ts';
import {startRedis} from '../store/testing/redis-server.ts';
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

it('ends a window after its duration when the clock of Redis was set back by half a day', async () => {
  const redis = await startRedis();
  onTestFinished(() => redis.stop());
  const counts = openSharedCounts(redis.url, 60);
  onTestFinished(() => counts?.close());
  await vi.waitFor(() => counts?.add('anna', 7), {timeout: 30_000, interval: 50});
  // Redis stores the time at which a key expires.
  await withClient(redis.port, async client => {
    for (const key of await client.keys('*:calls:*')) await client.pexpire(key, 43_200_000);
  });
  for (let calls = 8; calls < 10; calls += 1) {
    const count = await counts?.add('anna', 1);
    expect(count?.taken).toBe(calls);
    expect(count?.remainingMs).toBeLessThanOrEqual(60_000);
  }
});
