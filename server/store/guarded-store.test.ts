import {mkdir, rename, rm} from 'node:fs/promises';
import {join} from 'node:path';

import {describe, expect, it, onTestFinished} from 'vitest';

import {newDirectory} from '../testing/directory.ts';
import {startServiceForTest, startTestService, type TestService} from '../testing/service.ts';
import {openForTest, startRedisForTest} from '../testing/store.ts';
import {backupToFile} from '../maintenance/backup.ts';
import {withStore} from '../maintenance/with-store.ts';
import {restoreFile} from '../maintenance/restore.ts';
import {type Engine, silent, StoreUnavailable} from './engine.ts';
import {createStore, type Store, uncheckedDocuments} from './store.ts';
import {guardEngine, identityKey} from './guarded-store.ts';
import {openEngine} from './open-store.ts';
import {countingOnly} from './storage-quota.ts';
import {until, withClient} from './testing/redis-process.ts';
import {served, statusesOf} from './testing/statuses.ts';

const progress = {report: () => undefined, end: () => undefined};
const options = {version: '1.2.3', progress, stopped: new AbortController().signal};

/** Returns the path of a missing directory. */
const newPath = () => join(newDirectory(), 'data');

const refused = {change: 503, read: 200, readable: 503, ready: 503};

const errorsOf = (service: TestService) =>
  service.logLines().filter(({level}) => level === 'error' || level === 'fatal');

async function readinessOf({url}: TestService): Promise<unknown> {
  return (await fetch(`${url}/health/ready`)).json();
}

async function metricsOf({url}: TestService): Promise<string> {
  return (await fetch(`${url}/metrics`)).text();
}

describe('a service on Redis', () => {
  it('refuses changes after the store is emptied, logs it once, and accepts changes when the data is restored', async () => {
    const redis = await startRedisForTest();
    const service = await startServiceForTest(redis.url);
    expect(await statusesOf(service)).toEqual(served);
    const saved = await withClient(redis.port, async client => {
      const names = await client.keys('*');
      const values = await client.mget(names);
      await client.flushall();
      return names.flatMap((name, index) => [name, values[index] ?? '']);
    });

    await until('not ready', async () => (await fetch(`${service.url}/health/ready`)).status === 503);
    expect(await statusesOf(service)).toEqual(refused);
    expect(await readinessOf(service)).toMatchObject({message: expect.stringContaining('emptied') as string});
    expect(await statusesOf(service)).toEqual(refused);
    expect(errorsOf(service)).toMatchObject([
      {msg: expect.stringContaining('restart the service') as string},
    ]);
    expect(await metricsOf(service)).toContain('\ntavle_store_replaced 1\n');

    await withClient(redis.port, client => client.mset(saved));
    await until('ready again', async () => (await fetch(`${service.url}/health/ready`)).status === 200);
    expect(await statusesOf(service)).toEqual(served);
  });

  it.each(['emptied', 'restarted empty'])('reports without a change that the store was %s', async how => {
    const redis = await startRedisForTest('--appendonly', 'no', '--save', '');
    const service = await startServiceForTest(redis.url);
    if (how === 'emptied') await withClient(redis.port, client => client.flushall());
    else {
      await redis.kill();
      await redis.restart();
    }
    await until('reported', async () => (await metricsOf(service)).includes('\ntavle_store_replaced 1\n'));
    const {read, change} = await statusesOf(service);
    expect({read, change}).toEqual({read: 200, change: 503});
  });

  it('counts no failed operation when it starts', async () => {
    const redis = await startRedisForTest();
    const service = await startServiceForTest(redis.url);
    expect(await statusesOf(service)).toEqual(served);
    const metrics = await metricsOf(service);
    expect(metrics).toContain('outcome="done"');
    expect(metrics).not.toContain('outcome="failed"');
  });

  it.each([
    ['no', refused],
    ['yes', served],
  ])(
    'checks the first change after a restart of the store with "appendonly %s"',
    async (appendOnly, expected) => {
      const redis = await startRedisForTest('--appendonly', appendOnly);
      const service = await startServiceForTest(redis.url);
      expect(await statusesOf(service)).toEqual(served);
      await redis.kill();
      await redis.restart();
      await until('reconnected', async () => (await statusesOf(service)).read === 200);
      expect(await statusesOf(service)).toEqual(expected);
    },
  );

  it('refuses changes on a store that another service initialized, and accepts them after a restart', async () => {
    const redis = await startRedisForTest();
    const first = await startServiceForTest(redis.url);
    await withClient(redis.port, client => client.flushall());
    const second = await startServiceForTest(redis.url);
    expect(await statusesOf(second)).toEqual(served);
    await until('the first service is not ready', async () => (await statusesOf(first)).ready === 503);
    expect(await statusesOf(first)).toEqual(refused);
    expect(await statusesOf(await startServiceForTest(redis.url))).toEqual(served);
  });

  it('shares one identity with services that start at the same time', async () => {
    const redis = await startRedisForTest();
    const services = await Promise.all(Array.from({length: 5}, () => startServiceForTest(redis.url)));
    for (const service of services) expect(await statusesOf(service)).toEqual(served);
  });
});

describe('a service on LMDB', () => {
  it('refuses changes after its directory is removed, and accepts them after a restart', async () => {
    const store = newPath();
    const service = await startServiceForTest(`file:${store}`);
    expect(await statusesOf(service)).toEqual(served);
    await rm(store, {recursive: true});
    await until('not ready', async () => (await statusesOf(service)).ready === 503);
    expect(await statusesOf(service)).toEqual(refused);
    expect(await readinessOf(service)).toMatchObject({
      message: expect.stringContaining(join(store, 'data.mdb')) as string,
    });
    expect(errorsOf(service)).toHaveLength(1);
    expect(await statusesOf(await startServiceForTest(`file:${store}`))).toEqual(served);
    expect(await statusesOf(service)).toEqual(refused);
  });

  it('accepts changes again when its directory is moved back', async () => {
    const [store, moved] = [newPath(), newPath()];
    const service = await startServiceForTest(`file:${store}`);
    await rename(store, moved);
    await mkdir(store);
    await until('not ready', async () => (await statusesOf(service)).ready === 503);
    await rename(moved, store);
    await until('ready again', async () => (await statusesOf(service)).ready === 200);
    expect(await statusesOf(service)).toEqual(served);
  });
});

describe.each(['LMDB', 'Redis'] as const)('a store on %s into which a restore was killed', name => {
  it('is refused by a service, by other commands and by another restore', async () => {
    const {file} = await backUp();
    const address = name === 'LMDB' ? `file:${newPath()}` : (await startRedisForTest()).url;
    const target = await openForTest(address);
    const killed = new Error('killed');
    const contents = {...target.contents, putDocuments: () => Promise.reject(killed)};
    await expect(restoreFile({...target, contents}, file, progress)).rejects.toBe(killed);

    await expect(startTestService(address)).rejects.toThrow(
      'A restore into the store has not been finished. Empty the store',
    );
    const config = {store: address, storeReplicas: 0, sentinelLogin: undefined};
    const work = () => Promise.resolve();
    await expect(withStore(config, 'existing', work)).rejects.toThrow('has not been finished');
    await expect(restoreFile(target, file, progress)).rejects.toThrow('has not been finished');
  });
});

/** Opens a store on LMDB, as services do. */
function openGuarded(path: string, change: (engine: Engine) => Engine = engine => engine) {
  const guarded = guardEngine(log => change(openEngine(`file:${path}`, log, {})), {
    ...silent,
    error: () => undefined,
  });
  const store = createStore(guarded, uncheckedDocuments, countingOnly);
  onTestFinished(() => store.close());
  return {...store, isReplaced: guarded.isReplaced};
}

/** Backs up a store with a document. */
async function backUp() {
  const source = openGuarded(newPath());
  await source.ping();
  await source.write(['dashboard', 'ada'], {cvr: 'active'});
  const file = newPath();
  await backupToFile(source, file, options);
  return {source, file};
}

const identityOf = async (store: Store) => (await store.read([identityKey]))[0]?.value;

describe('the identity of a store', () => {
  it('is added to a store that has data and no identity, and does not change', async () => {
    const path = newPath();
    const plain = await openForTest(`file:${path}`);
    await plain.write(['dashboard', 'ada'], {cvr: 'active'});
    expect(await identityOf(plain)).toBeUndefined();
    await openGuarded(path).ping();
    const identity = await identityOf(plain);
    expect(identity).toMatch(/^[\da-f-]{36}$/);
    await openGuarded(path).ping();
    expect(await identityOf(plain)).toBe(identity);
  });

  it('does not block changes if it cannot be written, as on a full disk', async () => {
    const full = new StoreUnavailable(new Error('ENOSPC'));
    const store = openGuarded(newPath(), plain => ({...plain, write: () => Promise.reject(full)}));
    await store.ping();
    expect(store.isReplaced()).toBe(false);
    expect(await store.next(['frist', 'antal'])).toBe(1);
  });

  it('is restored from a backup into a store that a service has only initialized', async () => {
    const {source, file} = await backUp();
    const path = newPath();
    await openGuarded(path).ping();
    const target = await openForTest(`file:${path}`);
    await restoreFile(target, file, progress);
    expect(await identityOf(target)).toBe(await identityOf(source));
  });
});
