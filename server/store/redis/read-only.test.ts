import {connect, createServer, type Socket} from 'node:net';

import {Redis} from 'ioredis';
import {afterAll, beforeAll, describe, expect, it, onTestFinished, vi} from 'vitest';

import {listen} from '../../testing/listen.ts';
import {metricIn} from '../../testing/metric.ts';
import {startServiceForTest, type TestService, useTestService} from '../../testing/service.ts';
import {startRedisForTest} from '../../testing/store.ts';
import type {RedisServer} from '../testing/redis-server.ts';
import {served, statusesOf} from '../testing/statuses.ts';

const soon = {interval: 200};

const refused = {change: 503, read: 200, readable: 200, ready: 503};

const readinessOf = ({url}: Pick<TestService, 'url'>) => fetch(`${url}/health/ready`);

const isRefusing = async ({url}: Pick<TestService, 'url'>) =>
  metricIn(await (await fetch(`${url}/metrics`)).text(), 'tavle_store_refuses_changes');

describe('while Redis refuses changes, the service', async () => {
  const service = await useTestService({}, {engine: 'Redis'});
  let redis: Redis;
  beforeAll(() => {
    redis = new Redis(service.engine.address);
  });
  afterAll(() => {
    redis.disconnect();
  });

  const linesOf = (text: string) => service.logLines().filter(({msg}) => msg.includes(text)).length;

  it.each([
    [
      'NOREPLICAS',
      ['CONFIG', 'SET', 'min-replicas-to-write', '1'],
      ['CONFIG', 'SET', 'min-replicas-to-write', '0'],
    ],
    ['READONLY', ['REPLICAOF', '127.0.0.1', '1'], ['REPLICAOF', 'NO', 'ONE']],
    ['OOM', ['CONFIG', 'SET', 'maxmemory', '1'], ['CONFIG', 'SET', 'maxmemory', '0']],
    ['NOPERM', ['ACL', 'SETUSER', 'default', '-@scripting'], ['ACL', 'SETUSER', 'default', '+@scripting']],
    [
      'The user executing the script',
      ['ACL', 'SETUSER', 'default', '-@write'],
      ['ACL', 'SETUSER', 'default', '+@write'],
    ],
  ])(
    'reports %s in /health/ready, serves reads, and recovers without a restart',
    async (reason, cause, cure) => {
      await vi.waitFor(async () => expect(await statusesOf(service)).toEqual(served), soon);
      const [before, after] = [linesOf('serves reads only'), linesOf('takes changes again')];
      await redis.call(...(cause as [string, ...string[]]));
      await vi.waitFor(async () => expect(await statusesOf(service)).toEqual(refused), soon);
      expect(await (await readinessOf(service)).json()).toMatchObject({
        message: expect.stringContaining(`Redis takes no changes, so they get 503: ${reason}`) as string,
      });
      expect(await isRefusing(service)).toBe(1);
      for (let turn = 0; turn < 5; turn++) expect(await statusesOf(service)).toEqual(refused);

      await redis.call(...(cure as [string, ...string[]]));
      // The metric needs no change, and no request to /health/ready.
      await vi.waitFor(async () => expect(await isRefusing(service)).toBe(0), soon);
      expect(await statusesOf(service)).toEqual(served);
      expect([linesOf('serves reads only'), linesOf('takes changes again')]).toEqual([before + 1, after + 1]);
    },
  );

  it('probes with at most one write a second, however many readiness checks it gets', async () => {
    const calls = async () =>
      Number(/cmdstat_eval:calls=(\d+)/.exec(await redis.info('commandstats'))?.[1] ?? 0);
    const before = await calls();
    const started = performance.now();
    const statuses = await Promise.all(
      Array.from({length: 50}, async () => (await readinessOf(service)).status),
    );
    const seconds = (performance.now() - started) / 1_000;
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect((await calls()) - before).toBeLessThanOrEqual(1 + seconds);
  });
});

/** Starts a proxy whose target server can be changed while connections to the former one stay open. */
async function startAddress(first: RedisServer) {
  let {port} = first;
  const sockets = new Set<Socket>();
  const server = createServer(client => {
    const upstream = connect(port, '127.0.0.1');
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(one);
      one.pipe(other);
      one.on('error', () => undefined).on('close', () => other.destroy());
    }
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return {
    url: `redis://127.0.0.1:${await listen(server)}`,
    moveTo: (next: RedisServer) => void ({port} = next),
  };
}

it('finds the new master at the address of a demoted one, and serves reads until then', async () => {
  const [old, next] = [await startRedisForTest(), await startRedisForTest()];
  const address = await startAddress(old);
  const service = await startServiceForTest(address.url);
  const [first, second] = [new Redis(old.url), new Redis(next.url)];
  onTestFinished(() => [first, second].forEach(redis => redis.disconnect()));
  await vi.waitFor(async () => expect(await statusesOf(service)).toEqual(served), soon);
  await second.replicaof('127.0.0.1', old.port);
  await vi.waitFor(
    async () => expect(await second.info('replication')).toContain('master_link_status:up'),
    soon,
  );
  await second.replicaof('NO', 'ONE');
  await first.replicaof('127.0.0.1', next.port);
  await vi.waitFor(async () => expect(await statusesOf(service)).toEqual(refused), soon);
  for (let turn = 0; turn < 20; turn++) expect(await statusesOf(service)).toEqual(refused);
  address.moveTo(next);
  // Like a load balancer, sends no changes to a service that is not ready.
  await vi.waitFor(async () => expect((await readinessOf(service)).status).toBe(200), soon);
  expect(await statusesOf(service)).toEqual(served);
});
