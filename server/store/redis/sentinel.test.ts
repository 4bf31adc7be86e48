import {beforeAll, describe, expect, it, type TestContext, vi} from 'vitest';

import {openEngine} from '../../testing/engines.ts';
import {openStore} from '../open-store.ts';
import {type Key, silent, StoreUnavailable} from '../engine.ts';
import {storeContract} from '../testing/contract.ts';
import {killUnreplicated} from '../testing/kill-unreplicated.ts';
import {whenReachable} from '../testing/reachable.ts';
import {isMaster, withClient} from '../testing/redis-process.ts';
import {type RedisSentinels, sentinelUser, startRedisSentinels} from '../testing/redis-sentinel.ts';
import {startWriters} from '../testing/writers.ts';

/** The address of the shared test servers, with a key prefix of this file. */
let shared: string;
beforeAll(async () => {
  shared = (await openEngine('Redis Sentinel')).address;
});

const retryTimeoutMs = 30_000;

storeContract('Redis behind Sentinels', () => whenReachable(openStore(shared, silent, {retryTimeoutMs})));
storeContract(
  'Redis behind Sentinels with two required replicas',
  () => whenReachable(openStore(shared, silent, {replicas: 2, retryTimeoutMs})),
  {requiresReplicas: true},
);

const key: Key = ['test', 'sentinels', 'x'];

/** Starts servers for one test, which may stop the master. */
async function start({onTestFinished}: TestContext) {
  const sentinels = await startRedisSentinels(1000);
  onTestFinished(() => sentinels.stop());
  return sentinels;
}

// Concurrent, because these tests mostly wait for Sentinels to find each other and to detect failures.

describe.concurrent('a store on a master behind Sentinels', () => {
  it.for(['dies', 'hangs'])(
    'loses no acknowledged change and repeats none when the master %s',
    async (failure, context) => {
      const {url, master, replicas} = await start(context);
      const store = await whenReachable(openStore(url, silent, {replicas: 1}));
      const writers = startWriters(store, 'failover');
      await writers.progress();
      if (failure === 'dies') await killUnreplicated(master, replicas);
      else master.freeze();
      await writers.progress();
      await writers.stop();
      expect(writers.counts.refused).toBeGreaterThan(0);
      expect(await writers.violations(await whenReachable(store))).toEqual([]);
      await store.close();
    },
  );

  it('finds the new master when the old one becomes a replica', async context => {
    const {url, master, replicas} = await start(context);
    const log = {info: vi.fn(), warn: vi.fn()};
    const store = await whenReachable(openStore(url, log));
    await store.write(key, 'before');
    const sentinel = Number(/:(\d+)/.exec(url)?.[1]);
    await withClient(sentinel, client => client.call('SENTINEL', 'FAILOVER', 'tavle-test'));
    const next = await vi.waitFor(async () => {
      const promoted = await Promise.all(replicas.map(isMaster));
      return replicas[promoted.indexOf(true)]?.port ?? Promise.reject(new Error('No replica is a master.'));
    });
    // A Sentinel would do the same ten seconds later.
    await withClient(master.port, client => client.replicaof('127.0.0.1', next));
    await vi.waitFor(() => store.write(key, 'after'), {interval: 50});
    // Reads use a separate connection, which may still look for the new master.
    const [found] = await vi.waitFor(() => store.read([key]), {interval: 50});
    expect(found).toMatchObject({version: 2, value: 'after'});
    expect(log.info.mock.calls.flat()).toContain('Redis is reachable again.');
    await store.close();
  });

  it('reads from the new master once changes use it', async context => {
    const {url, master, replicas} = await start(context);
    const ports = replicas.map(({port}) => port) as [number, number];
    const store = await whenReachable(openStore(url, silent, {replicas: 1}));
    await store.write(key, 'before');
    // Simulates a network partition: the old master continues, and no Sentinel announces the new one.
    const sentinels = [...url.matchAll(/:(\d+)/g)].map(([, port]) => Number(port));
    const each = (command: string, ...parameters: (string | number)[]) =>
      Promise.all(
        sentinels.map(port =>
          withClient(port, client => client.call('SENTINEL', command, 'tavle-test', ...parameters)),
        ),
      );
    await each('REMOVE');
    await withClient(ports[0], client => client.replicaof('NO', 'ONE'));
    await withClient(ports[1], client => client.replicaof('127.0.0.1', ports[0]));
    await each('MONITOR', '127.0.0.1', ports[0], 2);
    await withClient(master.port, async client => {
      const [, waits] = /^id=(\d+).* cmd=wait /m.exec(String(await client.client('LIST'))) ?? [];
      await client.client('KILL', 'ID', Number(waits));
    });
    await vi.waitFor(() => store.write(key, 'after'), {interval: 50});
    const [found] = await vi.waitFor(() => store.read([key]), {interval: 50});
    expect(found).toMatchObject({value: 'after'});
    await store.close();
  });

  it('rejects with StoreUnavailable while all Sentinels are unreachable', async () => {
    const store = openStore('redis+sentinel://127.0.0.1:1,127.0.0.1:2/none', silent);
    await expect(store.ping()).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(store.next(key)).rejects.toBeInstanceOf(StoreUnavailable);
    await store.close();
  });
});

describe('Sentinels that require a password', () => {
  const password = 'kodeord-47';
  let sentinels: RedisSentinels;
  beforeAll(async () => {
    sentinels = await startRedisSentinels(1000, password);
    return () => sentinels.stop();
  });

  it('count as unavailable without it, and the warning contains no password', async () => {
    const {url} = sentinels;
    for (const login of [undefined, {password: 'kodeord-48'}]) {
      const warn = vi.fn();
      const store = openStore(url, {...silent, warn}, {sentinelLogin: login});
      await vi.waitFor(() => expect(warn).toHaveBeenCalled());
      await expect(store.ping()).rejects.toBeInstanceOf(StoreUnavailable);
      expect(warn.mock.calls.flat()).toEqual([expect.stringMatching(/NOAUTH|WRONGPASS/)]);
      expect(String(warn.mock.calls)).not.toContain('kodeord');
      await store.close();
    }
  });

  it('are used as the default user and as another one, also after a failover', async () => {
    const {url, master} = sentinels;
    const stores = [undefined, sentinelUser].map(username =>
      openStore(url, silent, {replicas: 1, sentinelLogin: {username, password}}),
    );
    for (const store of stores) await (await whenReachable(store)).write(key, 'before');
    // The connections to the frozen master stay open: only a subscription to the Sentinels announces the new master.
    master.freeze();
    for (const store of stores) {
      await vi.waitFor(() => store.write(key, 'after'), {interval: 50});
      await store.close();
    }
  });
});
