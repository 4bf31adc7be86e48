import {beforeAll, describe, expect, it, onTestFinished, vi} from 'vitest';

import {slotOf} from './cluster-nodes.ts';
import {openEngine} from '../../testing/engines.ts';
import {isThorough} from '../../testing/thoroughness.ts';
import {openForTest, startRedisForTest} from '../../testing/store.ts';
import {openEngine as openRedisEngine, openStore} from '../open-store.ts';
import {type Key, silent, StoreUnavailable, VersionConflict} from '../engine.ts';
import {storeContract} from '../testing/contract.ts';
import {openSlot} from '../testing/open-slot.ts';
import {whenReachable} from '../testing/reachable.ts';
import {killUnreplicated} from '../testing/kill-unreplicated.ts';
import {type RedisCluster, startRedisCluster} from '../testing/redis-cluster.ts';
import {isMaster, until, withClient} from '../testing/redis-process.ts';
import type {RedisServer} from '../testing/redis-server.ts';
import {startWriters} from '../testing/writers.ts';

/** The address of the shared test servers, with a key prefix of this file. */
let shared: string;
beforeAll(async () => {
  shared = (await openEngine('Redis Cluster')).address;
});
const openShared = (replicas: number) =>
  whenReachable(openStore(shared, silent, {replicas, retryTimeoutMs: 30_000}));

storeContract('Redis Cluster', () => openShared(0));
storeContract('Redis Cluster with one required replica', () => openShared(1), {requiresReplicas: true});

it('a key of a cluster is in the slot that CLUSTER KEYSLOT returns', async () => {
  const keys = [
    'tavle:{a/b}/c',
    'tavle:{virksomhed/24256790}/frister#index',
    'tavle:{frist/1}',
    'x:{%C3%B8/~A}y',
  ];
  const port = Number(/:(\d+)/.exec(shared)?.[1]);
  const slots = await withClient(port, client =>
    Promise.all(keys.map(key => client.call('CLUSTER', 'KEYSLOT', key))),
  );
  expect(keys.map(slotOf)).toEqual(slots);
});

it('a cluster whose nodes announce no address is named in the log', async () => {
  const cluster = await startRedisCluster(2_000, 0, '--cluster-preferred-endpoint-type', 'unknown-endpoint');
  onTestFinished(() => cluster.stop());
  const warn = vi.fn();
  const store = openStore(cluster.url, {...silent, warn});
  onTestFinished(() => store.close());
  await vi.waitFor(() => expect(warn).toHaveBeenCalled());
  await expect(store.ping()).rejects.toBeInstanceOf(StoreUnavailable);
  expect(warn.mock.calls.flat()).toEqual([
    'The Redis cluster is unreachable: its nodes announce no address. Set cluster-preferred-endpoint-type to ip or hostname on every node.',
  ]);
});

it('a cluster without slots is named in the log', async () => {
  const own = await startRedisForTest('--cluster-enabled', 'yes');
  const warn = vi.fn();
  const store = openStore(own.url.replace('redis://', 'redis+cluster://'), {...silent, warn});
  onTestFinished(() => store.close());
  await vi.waitFor(() => expect(warn).toHaveBeenCalled());
  expect(warn.mock.calls.flat()).toEqual([
    'The Redis cluster is unreachable: no node holds a slot. Create the cluster with "redis-cli --cluster create".',
  ]);
});

it('a cluster whose nodes cannot be reached is named in the log, with what to do', async () => {
  const warn = vi.fn();
  const store = openStore('redis+cluster://127.0.0.1:1', {...silent, warn});
  onTestFinished(() => store.close());
  await vi.waitFor(() => expect(warn).toHaveBeenCalled());
  expect(warn.mock.calls.flat()).toEqual([
    'The Redis cluster is unreachable: Connection is closed. Start its nodes, or correct the scheme, the hosts and the ports in TAVLE_STORE.',
  ]);
});

it('the password of a cluster can be changed while the store is open', async () => {
  const cluster = await startRedisCluster(2_000, 0);
  onTestFinished(() => cluster.stop());
  const onAll = (...command: [string, ...string[]]) =>
    Promise.all(cluster.masters.map(({port}) => withClient(port, client => client.call(...command))));
  await onAll('ACL', 'SETUSER', 'tavle', 'on', '~*', '+@all', '>old');
  const urlWith = (password: string) => cluster.url.replace('://', `://tavle:${password}@`);
  const engine = openRedisEngine(urlWith('old'), silent, {});
  onTestFinished(() => engine.close());
  const paths = Array.from({length: 20}, (_, number) => `test/${number}`);
  const addToAll = () => Promise.all(paths.map(path => engine.add(path, 1)));
  await vi.waitFor(() => engine.ping());
  await addToAll();
  await expect(engine.login?.(urlWith('new'), undefined)).rejects.toThrow('WRONGPASS');
  await onAll('ACL', 'SETUSER', 'tavle', '>new');
  await engine.login?.(urlWith('new'), undefined);
  await onAll('ACL', 'SETUSER', 'tavle', '<old');
  await onAll('CLIENT', 'KILL', 'USER', 'tavle');
  await vi.waitFor(addToAll);
});

describe('a cluster with concurrent clients', () => {
  // The service's largest request: one entry for each of 100,000 companies.
  const size = isThorough ? 100_000 : 20_000;

  it(`adds ${size} entries in all slots while it serves reads`, async () => {
    const store = await openForTest(shared);
    const key: Key = ['others', 'x', 'y'];
    await store.write(key, 'there');
    const entries = Array.from({length: size}, (_, index) => ({
      index: ['company', String(index), 'frister'] as const,
      member: 'x',
    }));
    const adding = {done: false};
    const added = store.addEntries(entries).finally(() => (adding.done = true));
    let reads = 0;
    while (!adding.done) {
      expect((await store.read([key]))[0]?.value).toBe('there');
      reads++;
    }
    await added;
    expect(reads).toBeGreaterThan(10);
    const some = await Promise.all(
      [0, size / 2, size - 1].map(index => store.scan(entries[index]?.index ?? key, {limit: 2})),
    );
    expect(some).toEqual([['x'], ['x'], ['x']]);
    await store.removeEntries(entries);
    expect(await store.scan(['company', '77', 'frister'], {limit: 2})).toEqual([]);
  });
});

describe('during changes of a cluster, the store', () => {
  let cluster: RedisCluster;
  beforeAll(async () => {
    cluster = await startRedisCluster(1500);
    return () => cluster.stop();
  });
  const key: Key = ['test', 'moving', 'x'];
  const slot = slotOf('tavle:{test/moving}/x');

  it.each([0, 1])(
    'reads and writes while a slot moves to another node, with %d required replicas',
    async replicas => {
      const store = await openForTest(cluster.url, silent, {replicas});
      const before = await store.write(key, 'before');
      const move = await openSlot(cluster.masters, slot);
      await move.moveAllKeys();
      expect(await store.read([key])).toEqual([before]);
      expect((await store.write(key, 'moving')).version).toBe(before.version + 1);

      await move.finish();
      expect((await store.read([key]))[0]?.value).toBe('moving');
      expect((await store.write(key, 'there')).version).toBe(before.version + 2);
    },
  );

  it.each([0, 1])(
    'reads and writes while only some keys of a slot have moved, with %d required replicas',
    async replicas => {
      const store = await openForTest(cluster.url, silent, {replicas});
      const keyOf = (name: string): Key => ['test', 'moving', name];
      const [moved, stays, missing] = [keyOf('x'), keyOf('y'), keyOf('never written')];
      const keys = [moved, stays, missing];
      for (const each of [moved, stays]) await store.write(each, 'before');
      const values = async () => (await store.read(keys)).map(document => document?.value);

      const move = await openSlot(cluster.masters, slot);
      await move.moveKey('tavle:{test/moving}/x');
      expect(await values()).toEqual(['before', 'before', undefined]);
      await Promise.all(keys.map(each => store.write(each, 'after')));
      expect(await values()).toEqual(['after', 'after', 'after']);
      await store.remove(missing);

      await move.moveAllKeys();
      await move.finish();
      expect(await values()).toEqual(['after', 'after', undefined]);
    },
  );

  it('writes a document with a stamp while only one of them has moved', async () => {
    const store = await openForTest(cluster.url, silent, {replicas: 1});
    const document: Key = ['test', 'moving', 'stamped'];
    const stamp: Key = ['test', 'moving', 'stamp'];
    const write = (value: string, expected: number) => store.write(document, value, {expected, stamp});
    const stampNow = async () => (await store.readVersions([stamp]))[0]?.operation;
    await write('before', 0);
    const stampBefore = await stampNow();

    const move = await openSlot(cluster.masters, slot);
    await move.moveKey('tavle:{test/moving}/stamp');
    expect(await write('during', 1)).toMatchObject({version: 2});
    expect((await store.read([document]))[0]?.value).toBe('during');
    expect(await stampNow()).not.toBe(stampBefore);
    await expect(write('outdated', 1)).rejects.toBeInstanceOf(VersionConflict);

    await move.moveAllKeys();
    await move.finish();
    expect(await write('after', 2)).toMatchObject({version: 3});
    expect((await store.read([document]))[0]?.value).toBe('after');
  });

  it('refuses to write a document with parts while only some of them have moved, and changes none', async () => {
    const store = await openForTest(cluster.url);
    const document: Key = ['test', 'moving', 'whole'];
    const write = (text: string) => store.write(document, text, {parts: {part: text}});
    const read = async () => {
      const found = await store.get(document, {parts: ['part']});
      return [found?.value, found?.parts?.part];
    };
    await write('before');

    const move = await openSlot(cluster.masters, slot);
    await move.moveKey('tavle:{test/moving}/whole');
    await expect(write('refused')).rejects.toBeInstanceOf(StoreUnavailable);
    expect(await read()).toEqual(['before', 'before']);
    const waiting = write('after');
    await move.moveAllKeys();
    await move.finish();
    await waiting;
    expect(await read()).toEqual(['after', 'after']);
  });

  it('runs its scripts again after SCRIPT FLUSH', async () => {
    const store = await openForTest(cluster.url, silent, {replicas: 1});
    await store.write(key, 'once');
    for (const {port} of cluster.masters) await withClient(port, client => client.call('SCRIPT', 'FLUSH'));
    const [found] = await store.read([key]);
    expect((await store.write(key, 'again', {expected: found?.version ?? 0})).value).toBe('again');
  });

  it('takes no changes while each primary has fewer replicas than required', async () => {
    await (await openForTest(cluster.url, silent, {replicas: 1})).checkWritable();
    const store = await openForTest(cluster.url, silent, {replicas: 2});
    await expect(store.checkWritable()).rejects.toThrow('Redis has 1 of the 2 replicas');
  });

  it('rejects changes that no replica has, with one required replica', async () => {
    const store = await openForTest(cluster.url, silent, {replicas: 1});
    const writers: [string, () => Promise<unknown>][] = [
      ['write', () => store.write(key, 'copied')],
      ['remove', () => store.remove(key)],
      ['addEntries', () => store.addEntries([{index: key, member: 'a'}])],
      ['removeEntries', () => store.removeEntries([{index: key, member: 'a'}])],
      ['next', () => store.next(key)],
    ];
    for (const replica of cluster.replicas) replica.freeze();
    await Promise.all(
      writers.map(([name, change]) => expect(change(), name).rejects.toBeInstanceOf(StoreUnavailable)),
    );
    expect(await store.read([key])).toHaveLength(1);
    for (const replica of cluster.replicas) replica.thaw();
    for (const [, change] of writers) await vi.waitFor(change, {interval: 50});
  });

  it.each([
    ['dies', 0],
    ['hangs', 1],
  ])('loses no acknowledged change and repeats none when a master %s', async (failure, index) => {
    const store = await openForTest(cluster.url, silent, {replicas: 1});
    const writers = startWriters(store, `failover-${failure}`);
    await writers.progress();
    const [master, replica] = [cluster.masters[index], cluster.replicas[index]] as [RedisServer, RedisServer];
    if (failure === 'dies') await killUnreplicated(master, [replica]);
    else master.freeze();
    await until('another master took over', () => isMaster(replica));
    // With one replica for each master, no replica has the new master's changes until the old master restarts.
    if (failure === 'dies') await master.restart();
    else master.thaw();
    await writers.progress();
    await writers.stop();
    expect(writers.counts.refused).toBeGreaterThan(0);
    expect(await writers.violations(store)).toEqual([]);
  });

  it('rejects pending commands when connections break, and repeats none', async () => {
    const store = await openForTest(cluster.url);
    const counter = ['test', 'cut'] as const;
    const callAll = async (...command: [string, ...string[]]) => {
      for (const {port} of [...cluster.masters, ...cluster.replicas])
        await withClient(port, client => client.call(...command));
    };
    // Connects to the node.
    expect(await store.next(counter)).toBe(1);
    await callAll('CLIENT', 'PAUSE', '60000', 'WRITE');
    const rejected = expect(store.next(counter)).rejects.toMatchObject({name: 'StoreUnavailable'});
    await callAll('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    await callAll('CLIENT', 'UNPAUSE');
    await rejected;
    expect(await vi.waitFor(() => store.next(counter))).toBe(2);
  });

  it('recovers when all nodes are unreachable at its start and later', async () => {
    // A node also waits this long before it serves again after a restart.
    const own = await startRedisCluster(500, 0, '--cluster-node-timeout', '500');
    onTestFinished(() => own.stop());
    const servers = [...own.masters, ...own.replicas];
    await Promise.all(servers.map(server => server.kill()));
    const log = {info: vi.fn(), warn: vi.fn()};
    const store = openStore(own.url, log);
    onTestFinished(() => store.close());
    await expect(store.ping()).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(store.write(key, 'never')).rejects.toBeInstanceOf(StoreUnavailable);
    await Promise.all(servers.map(server => server.restart()));
    await vi.waitFor(() => store.write(key, 'back'), {interval: 50});

    await Promise.all(servers.map(server => server.kill()));
    await expect(store.read([key])).rejects.toBeInstanceOf(StoreUnavailable);
    await Promise.all(servers.map(server => server.restart()));
    await vi.waitFor(() => store.write(key, 'again'), {interval: 50});
    expect((await store.read([key]))[0]).toMatchObject({version: 2, value: 'again'});
    expect(log.warn.mock.calls.flat()).toContainEqual(
      expect.stringMatching(/^Redis node .* is unreachable: /),
    );
    expect(log.info.mock.calls.flat()).toContainEqual(
      expect.stringMatching(/^Redis node .* is reachable again\.$/),
    );
  });
});

it('a cluster that has lost a master responds to a ping only without cluster-require-full-coverage', async () => {
  const cluster = await startRedisCluster(1000, 0);
  onTestFinished(() => cluster.stop());
  const store = await openForTest(cluster.url);
  const [lost, ...others] = cluster.masters;
  await lost?.kill();
  await until('a ping rejects with the reason', () =>
    store.ping().then(
      () => false,
      (error: unknown) =>
        error instanceof StoreUnavailable && error.message === 'The cluster is down (CLUSTERDOWN).',
    ),
  );
  for (const {port} of others) {
    await withClient(port, client => client.config('SET', 'cluster-require-full-coverage', 'no'));
  }
  await vi.waitFor(() => store.ping(), {interval: 50});
});

it('a cluster with unsafe settings causes one warning for each setting of each master', async () => {
  const cluster = await startRedisCluster(5000, 0, '--appendonly', 'no', '--maxmemory-policy', 'allkeys-lru');
  onTestFinished(() => cluster.stop());
  const warn = vi.fn();
  await openForTest(cluster.url, {...silent, warn});
  await vi.waitFor(() => expect(warn).toHaveBeenCalledTimes(9));
  const lines = warn.mock.calls.flat().sort();
  for (const {port} of cluster.masters) {
    for (const setting of [
      'appendonly no',
      'maxmemory-policy allkeys-lru',
      'cluster-require-full-coverage yes',
    ]) {
      const start = `Redis node 127.0.0.1:${port} has "${setting}"`;
      expect(lines.filter(line => String(line).startsWith(start))).toHaveLength(1);
    }
  }
});
