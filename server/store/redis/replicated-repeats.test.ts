import {expect, it, onTestFinished, vi} from 'vitest';

import {changesIndex} from '../../calendar/records.ts';
import {documentsAbout, erase} from '../../maintenance/data-subject.ts';
import {deadline, deliver} from '../../testing/bodies.ts';
import {callerWith, organisation, tlsSettings} from '../../testing/certificates.ts';
import {skat, startServiceForTest} from '../../testing/service.ts';
import {openForTest, startRedisForTest} from '../../testing/store.ts';
import {silent, StoreUnavailable} from '../engine.ts';
import {keyPath, splitPath} from '../key.ts';
import {openStore} from '../open-store.ts';
import {startRedisCluster} from '../testing/redis-cluster.ts';
import {slotOf} from './cluster-nodes.ts';

const startReplica = (port: number) => startRedisForTest('--replicaof', `127.0.0.1 ${port}`);

/** Starts a service that requires one replica. */
const startService = (store: string) =>
  startServiceForTest(store, {...tlsSettings, TAVLE_STORE_REPLICAS: '1'});

it('is not ready while fewer replicas are connected than TAVLE_STORE_REPLICAS requires', async () => {
  const master = await startRedisForTest();
  const {url} = await startService(master.url);
  const ready = async () => (await callerWith(url)('GET', '/health/ready')).body;
  expect(await ready()).toMatchObject({
    code: 503,
    message: expect.stringContaining('0 of the 1 replicas') as string,
  });
  await startReplica(master.port);
  await vi.waitFor(async () => expect(await ready()).toMatchObject({code: 200}));
});

it('responds to a repeated POST of a deadline with 503 while no replica can confirm the stored record', async () => {
  const master = await startRedisForTest();
  const replica = await startReplica(master.port);
  const {url} = await startService(master.url);
  const call = callerWith(url, await organisation(skat));
  const body = deadline();
  const post = () => call('POST', '/calendar/1/frister', body, {'idempotency-key': 'job-1'});
  // Until the replica follows the master, every change gets 503.
  await vi.waitFor(async () => expect((await post()).status).toBe(201));
  replica.freeze();
  expect((await post()).status).toBe(503);
  replica.thaw();
  await vi.waitFor(async () => expect((await post()).status).toBe(201));
});

const cvr = '24256790';

it('responds to a repeated PUT, which changes nothing, with 503 while no replica can confirm the stored state', async () => {
  const master = await startRedisForTest();
  const replica = await startReplica(master.port);
  const {url, issuer} = await startService(master.url);
  const headers = await issuer.authorize('anna', cvr);
  const authority = callerWith(url, await organisation(skat));
  const id = await vi.waitFor(() => deliver(authority));
  const put = async (isSlettet: boolean) => {
    const path = `/calendar/1/virksomheder/${cvr}/frister/${id}`;
    return (await callerWith(url)('PUT', path, {isSlettet}, headers)).status;
  };
  await vi.waitFor(async () => expect(await put(true)).toBe(200));
  replica.freeze();
  expect([await put(false), await put(false)]).toEqual([503, 503]);
  replica.thaw();
  await vi.waitFor(async () => expect(await put(false)).toBe(200));
});

it('says of a person that everything is erased only when a replica has confirmed it, also when the first run has removed all', async () => {
  const master = await startRedisForTest();
  const replica = await startReplica(master.port);
  const store = openStore(master.url, silent, {replicas: 1});
  onTestFinished(() => store.close());
  await vi.waitFor(() => store.write(['dashboard', 'anna'], {frister: 'active'}));
  const eraseAnna = async () => {
    const documents = await documentsAbout(store, 'person', 'anna', new Set());
    return [documents.length, (await erase(store, 'person', 'anna', documents)).removed.length];
  };
  replica.freeze();
  await expect(eraseAnna()).rejects.toThrow(StoreUnavailable);
  await expect(eraseAnna()).rejects.toThrow(StoreUnavailable);
  replica.thaw();
  await vi.waitFor(async () => expect(await eraseAnna()).toEqual([0, 0]));
});

it('says that everything is erased only when a replica of each master of a cluster has confirmed it', async () => {
  const cluster = await startRedisCluster(30_000);
  onTestFinished(() => cluster.stop());
  const store = await openForTest(cluster.url, silent, {replicas: 1});
  const masterOf = (key: string) => Math.floor((slotOf(key) * cluster.masters.length) / 16_384);
  // The notice of the change is on another master, whose replica confirms it.
  const notices = masterOf(`tavle:{${splitPath(keyPath(changesIndex)).group}}`);
  const person = ['anna', 'bo', 'eva'].find(name => masterOf(`tavle:{dashboard/${name}}`) !== notices) ?? '';
  const replica = cluster.replicas[masterOf(`tavle:{dashboard/${person}}`)];
  await store.write(['dashboard', person], {frister: 'active'});
  const erasePerson = async () => {
    const documents = await documentsAbout(store, 'person', person, new Set());
    return [documents.length, (await erase(store, 'person', person, documents)).removed.length];
  };
  replica?.freeze();
  await expect(erasePerson()).rejects.toThrow(StoreUnavailable);
  await expect(erasePerson()).rejects.toThrow(StoreUnavailable);
  replica?.thaw();
  await vi.waitFor(async () => expect(await erasePerson()).toEqual([0, 0]));
});
