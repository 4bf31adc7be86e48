import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

import {afterAll, describe, expect, it, onTestFinished, vi} from 'vitest';

import type {FristInput} from '../calendar/authority/schema.ts';
import {createCompanyCalendar} from '../calendar/company-calendar.ts';
import {createDeliveries} from '../calendar/authority/deliveries.ts';
import {
  deliveryEntries,
  fristCounter,
  fristEntries,
  fristKey,
  type FristRecord,
  idempotencyKey,
  markKey,
  recipientsKey,
} from '../calendar/records.ts';
import {createSubscriptions, secretKey} from '../calendar/feed/subscriptions.ts';
import {createRegistry} from '../forms/registry.ts';
import {changeMember, changesIndex, textsKey} from '../forms/variant.ts';
import {createStorageQuota} from '../quotas/storage-quota.ts';
import {emptyPortal} from '../portal/portal.ts';
import {openStore} from '../store/open-store.ts';
import {keyPath} from '../store/key.ts';
import type {Store} from '../store/store.ts';
import {silent} from '../store/store-log.ts';
import {crashingStore} from '../store/testing/crashing-store.ts';
import {whenReachable} from '../store/testing/reachable.ts';
import {newToken} from '../store/token.ts';
import {openEngine} from '../testing/engines.ts';
import {addDays, today} from '../time/dates.ts';
import {backupToFile} from './backup.ts';
import {prune, type Pruned, type PruneScope} from './prune.ts';
import {recount} from './counters.ts';
import {repair} from './repair.ts';
import {restoreFile} from './restore.ts';

const authority = '19552101';
const supplier = '61966617';
const [novo, lego, arla] = ['24256790', '47458714', '25313763'] as const;
const progress = {report: () => undefined, end: () => undefined};
const stopped = new AbortController().signal;
const allow = () => undefined;

const firstDay = today();
const dayMs = 86_400_000;
const daysFromNow = (days: number) => new Date(Date.now() + days * dayMs);
/** Returns the number of removed items by name. */
const run = async (store: Store, now: Date, dryRun = false, scope: PruneScope = {}) =>
  removedIn(await prune(store, {...scope, dryRun, progress, stopped, now, pause: 0}));
const removedIn = (pruned: Pruned) =>
  Object.fromEntries(Array.from(pruned, ([item, {removed}]) => [item, removed]));
const keptIn = (pruned: Pruned) =>
  Object.fromEntries(Array.from(pruned, ([item, {kept}]) => [item, Object.fromEntries(kept)]));

const nothing = {
  deadlines: 0,
  'lists of recipients': 0,
  'index entries': 0,
  marks: 0,
  'idempotency keys': 0,
  'subscription links': 0,
  'texts of form variants': 0,
};

const frist = (modtagere: string[], changes: Partial<FristInput> = {}): FristInput => ({
  ...{overskrift: 'Moms', beskrivelse: 'Betal', fristDato: addDays(today(), 10), modtagere},
  ...changes,
});
const idempotentRequest = (key: string) => ({key, fingerprint: 'f'});

const directory = await mkdtemp(join(tmpdir(), 'tavle-prune-'));
const engines: {store: Store; stop: () => Promise<void>}[] = [];
afterAll(async () => {
  for (const {store, stop} of engines) await store.close().then(stop);
  await rm(directory, {recursive: true, force: true});
});

async function newStore(name: 'LMDB' | 'Redis' = 'LMDB'): Promise<Store> {
  const {address, stop} = await openEngine(name);
  const store = await whenReachable(openStore(address, silent));
  engines.push({store, stop});
  return store;
}

const countedOn = (store: Store, owner: 'leverandoer' | 'myndighed') =>
  createStorageQuota(store, {owner, maxBytes: 1e9, onRefused: allow, onFull: allow});

/** Returns the paths and index entries of a store. */
async function contentsOf(store: Store) {
  const paths: string[] = [];
  for await (const chunk of store.contents.paths()) paths.push(...chunk);
  const entries: string[] = [];
  for await (const chunk of store.contents.members()) {
    for (const {path, members} of chunk) entries.push(...members.map(member => `${path} ${member}`));
  }
  return {paths: paths.sort(), entries: entries.sort()};
}

async function companyList(store: Store, cvr: string): Promise<number[]> {
  const ids: number[] = [];
  for await (const page of createCompanyCalendar(store).visible(cvr, {fra: firstDay}, true)) {
    ids.push(...page.map(each => each.frist.fristId));
  }
  return ids;
}

/** Writes documents of each kind, some of which can be removed. */
async function fill(store: Store) {
  const deliveries = createDeliveries(store, countedOn(store, 'myndighed'));
  const calendar = createCompanyCalendar(store);
  const subscriptions = createSubscriptions(store);
  const kept = await deliveries.create(authority, frist([novo, lego]), idempotentRequest('kept'));
  await calendar.mark(novo, kept.fristId, {isLaest: true});
  const withdrawn = await deliveries.create(
    authority,
    frist([novo, lego, arla]),
    idempotentRequest('withdrawn'),
  );
  await calendar.mark(lego, withdrawn.fristId, {isLaest: true});
  await deliveries.withdraw(authority, withdrawn.fristId, allow);

  // Interrupted writes: a POST before it writes the deadline, and an update before its commit.
  const post = createDeliveries(crashingStore(store, 3, 'undone'));
  await expect(post.create(authority, frist([lego, arla]))).rejects.toThrow();
  const update = createDeliveries(crashingStore(store, 2, 'undone'));
  await expect(update.update(authority, kept.fristId, frist([arla]), allow)).rejects.toThrow();

  const highest = await deliveries.create(authority, frist([]));
  await deliveries.withdraw(authority, highest.fristId, allow);

  const secret = await subscriptions.renew(novo);
  await store.write(secretKey('replaced'.padEnd(43, 'x')), novo);

  const name = {cvr: supplier, egetId: 'æ'.repeat(40)};
  const registry = createRegistry(store, () => emptyPortal, countedOn(store, 'leverandoer'));
  const content = {version: 2, fields: {titel: 'Titel', trin: 'x'.repeat(9_000)}} as never;
  await registry.put(name, () => ({masterId: '0', content}));
  await store.write(textsKey(name, newToken()), {...name, fields: {}});
  // Of a write that lost a race.
  await store.addEntries([
    {
      index: changesIndex,
      member: changeMember({...name, changed: Date.now() - dayMs, deleted: false, fields: {}}),
    },
  ]);
  await registry.create({cvr: supplier, egetId: 'b'}, {masterId: '0', content});
  return {kept: kept.fristId, highest: highest.fristId, secret, deliveries, subscriptions, registry, name};
}

describe.each(['LMDB', 'Redis'] as const)('tavle prune on %s', name => {
  it('removes nothing recent, including documents of a write in progress', async () => {
    const store = await newStore(name);
    await fill(store);
    const before = await contentsOf(store);
    expect(await run(store, new Date())).toEqual({...nothing, 'subscription links': 1});
    const after = await contentsOf(store);
    expect(after.entries).toEqual(before.entries);
    expect(before.paths.filter(path => !after.paths.includes(path))).toHaveLength(1);
    expect(await run(store, daysFromNow(29))).toEqual(nothing);
  });

  it('removes data past its retention and keeps the rest, and a dry run counts the same and changes nothing', async () => {
    const store = await newStore(name);
    const {kept, secret, deliveries, subscriptions, registry, name: variant} = await fill(store);
    const before = await contentsOf(store);
    const own = await deliveries.get(authority, kept);
    const expected = {
      deadlines: 2,
      // Of the withdrawn deadline, the POST and the update.
      'lists of recipients': 3,
      // Three companies, all companies, twice the authority, two companies of the POST, its authority, one of the update, one of a variant.
      'index entries': 3 + 1 + 2 + 1 + 2 + 1 + 1,
      marks: 1,
      'idempotency keys': 2,
      'subscription links': 1,
      'texts of form variants': 1,
    };
    const later = daysFromNow(32);
    expect(await run(store, later, true)).toEqual(expected);
    expect(await contentsOf(store)).toEqual(before);
    expect(await run(store, later)).toEqual(expected);
    expect(await run(store, later)).toEqual(nothing);

    const {paths, entries} = await contentsOf(store);
    expect(entries).toEqual([
      expect.stringMatching(/^formularer\/changes \d+:0+:\d+:æ+$/),
      expect.stringMatching(/^formularer\/changes \d+:0+:\d+:b$/),
      `leverandoer/${supplier}/formularer b`,
      `leverandoer/${supplier}/formularer ${variant.egetId}`,
      expect.stringMatching(`^myndighed/${authority}/frister 0*${kept}$`),
      ...[novo, lego].map(cvr => expect.stringMatching(`^virksomhed/${cvr}/frister`) as string),
    ]);
    expect(paths.filter(path => path.startsWith('frist/'))).toEqual([
      keyPath(fristKey(kept)),
      keyPath(recipientsKey(kept, own.frist.delivery)),
    ]);
    expect(await deliveries.get(authority, kept)).toEqual(own);
    expect(await companyList(store, novo)).toEqual([kept]);
    expect(await store.read([markKey(novo, kept)])).not.toEqual([undefined]);
    expect(await subscriptions.companyOf(secret)).toBe(novo);
    expect((await registry.get(variant))?.textsLost).toBeUndefined();
    expect(await recount(store, progress)).toBe(0);
    expect(await repair(store, progress)).toMatchObject({entriesAdded: 0, documentsAdded: 0, lost: 0});
  });

  it('reports the reason for each kept item, and limits a run to one kind', async () => {
    const store = await newStore(name);
    await fill(store);
    const options = {dryRun: true, progress, stopped, pause: 0};
    expect(keptIn(await prune(store, {...options, now: new Date()}))).toEqual({
      deadlines: {'not withdrawn': 1, 'withdrawn in the last 30 days': 2},
      'lists of recipients': {'in use': 2, 'less than 31 days old': 2},
      // The companies and the authority of each deadline and of the POST, and one company of the update.
      'index entries': {'in use': 3 + 4 + 2, 'less than 31 days old': 3 + 1},
      marks: {'of a deadline that stays': 2},
      'idempotency keys': {'at most 30 days old': 2},
      'subscription links': {'in use': 1},
      'texts of form variants': {'less than 31 days old': 3},
    });
    const marks = {...options, now: daysFromNow(32), kinds: ['marks']} as const;
    expect([...(await prune(store, marks))]).toEqual([
      ['marks', {removed: 1, kept: new Map([['of a deadline that stays', 1]])}],
    ]);
  });

  it('never allows an id to be reused, even after a repair or a restore', async () => {
    const store = await newStore(name);
    const {highest, deliveries} = await fill(store);
    await store.contents.putCounters([{path: keyPath(fristCounter), number: highest - 2}]);
    await run(store, daysFromNow(32));
    expect(await store.read([fristKey(highest)])).toEqual([undefined]);
    await repair(store, progress);
    const folder = join(directory, `${name}-backup`);
    await backupToFile(store, folder, {version: '0', progress, stopped});
    const target = await newStore();
    await restoreFile(target, folder, progress);
    expect((await createDeliveries(target).create(authority, frist([novo]))).fristId).toBeGreaterThan(
      highest,
    );
    expect((await deliveries.create(authority, frist([novo]))).fristId).toBeGreaterThan(highest);
  });

  it('does not disturb writes of a running service, even in a loop', async () => {
    const store = await newStore(name);
    const deliveries = createDeliveries(store);
    const calendar = createCompanyCalendar(store);
    // Documents old enough to be removed, between new ones.
    const old = (id: number): FristRecord => ({
      ...{
        afsenderCvr: authority,
        fristDato: today(),
        overskrift: 'x',
        beskrivelse: 'x',
        feedDescription: '',
        antal: 2,
        revision: 1,
      },
      ...{delivery: newToken(daysFromNow(-90).getTime()), aendret: daysFromNow(-80).toISOString()},
      ...(id % 2 ? {slettet: daysFromNow(-60).toISOString()} : {}),
    });
    for (let turn = 0; turn < 40; turn++) {
      const id = await store.next(fristCounter);
      const [record, abandoned] = [old(id), old(id)];
      await store.addEntries([
        ...fristEntries(id, record, [novo, lego]),
        ...deliveryEntries(id, abandoned, [novo, arla]),
      ]);
      await store.write(recipientsKey(id, record.delivery), [novo, lego]);
      await store.write(fristKey(id), record);
    }

    const done = new AbortController();
    const pruning = (async () => {
      const sum = {...nothing} as Record<string, number>;
      while (!done.signal.aborted) {
        for (const [kind, count] of Object.entries(await run(store, new Date())))
          sum[kind] = (sum[kind] ?? 0) + count;
        await new Promise(resolve => setImmediate(resolve));
      }
      return sum;
    })();
    const created = await Promise.all(
      Array.from({length: 30}, async (_, turn) => {
        const {fristId} = await deliveries.create(
          authority,
          frist([novo, lego]),
          idempotentRequest(`turn-${turn}`),
        );
        await calendar.mark(novo, fristId, {isLaest: true});
        await deliveries.update(authority, fristId, frist([novo, arla]), allow);
        return fristId;
      }),
    ).finally(() => done.abort());
    expect(await pruning).toMatchObject({deadlines: 20, 'lists of recipients': 20});

    expect((await companyList(store, novo)).filter(id => created.includes(id))).toEqual(
      created.sort((a, b) => a - b),
    );
    expect((await companyList(store, arla)).filter(id => created.includes(id))).toEqual(created);
    expect((await companyList(store, lego)).filter(id => created.includes(id))).toEqual([]);
    expect(await store.read(created.map(id => markKey(novo, id)))).not.toContain(undefined);
    expect(await repair(store, progress)).toMatchObject({entriesAdded: 0, documentsAdded: 0, lost: 0});
  });
});

describe('tavle prune', () => {
  it('that crashes after any step is completed by the next run without losses', async () => {
    const reference = await newStore();
    await fill(reference);
    await run(reference, daysFromNow(32));
    const count = ({paths, entries}: Awaited<ReturnType<typeof contentsOf>>) => [
      paths.length,
      entries.length,
    ];
    const expectedCounts = count(await contentsOf(reference));
    onTestFinished(() => void vi.useRealTimers());
    for (let steps = 0, crashed = true; crashed; steps += 2) {
      vi.useRealTimers();
      const store = await newStore();
      const {kept} = await fill(store);
      vi.useFakeTimers({toFake: ['Date'], now: daysFromNow(32)});
      const crashing = crashingStore(store, steps, steps % 4 ? 'undone' : 'halfway');
      const removeDocument: Store['contents']['removeDocument'] = (path, expected) =>
        crashing.crashed
          ? Promise.reject(new Error('crashed'))
          : store.contents.removeDocument(path, expected);
      await run({...crashing, contents: {...store.contents, removeDocument}}, new Date()).catch(
        () => undefined,
      );
      crashed = crashing.crashed;
      expect(await repair(store, progress)).toMatchObject({lost: 0});
      expect(await companyList(store, lego)).toEqual([kept]);
      await run(store, new Date());
      expect(count(await contentsOf(store))).toEqual(expectedCounts);
    }
  });

  it('keeps marks until 400 days after the date of their deadline, in Danish time', async () => {
    const store = await newStore();
    const deliveries = createDeliveries(store);
    const {fristId} = await deliveries.create(authority, frist([novo]));
    await createCompanyCalendar(store).mark(novo, fristId, {isLaest: true});
    const lastDay = addDays(today(), 10 + 400);
    // At most 1.5 hours before midnight in Denmark; two hours later it is the next day.
    expect(await run(store, new Date(`${lastDay}T21:30Z`))).toEqual(nothing);
    expect(await run(store, new Date(`${lastDay}T23:30Z`))).toEqual({...nothing, marks: 1});
    expect(await companyList(store, novo)).toEqual([fristId]);
  });

  it('stops when it is aborted, and removes nothing', async () => {
    const store = await newStore();
    await fill(store);
    const before = await contentsOf(store);
    const stopping = new AbortController();
    stopping.abort(new Error('interrupted'));
    const options = {dryRun: false, progress, stopped: stopping.signal, now: daysFromNow(32), pause: 0};
    await expect(prune(store, options)).rejects.toThrow('interrupted');
    expect(await contentsOf(store)).toEqual(before);
  });
});

describe('an idempotency key that is older than 30 days', () => {
  it('is ignored even if it was not removed', async () => {
    const store = await newStore();
    const deliveries = createDeliveries(store);
    const first = await deliveries.create(authority, frist([novo]), idempotentRequest('natjob'));
    expect(await deliveries.findCreated(authority, idempotentRequest('natjob'))).toMatchObject({
      fristId: first.fristId,
    });

    const key = idempotencyKey(authority, 'natjob');
    const [stored] = await store.read([key]);
    const record = stored?.value as {record: FristRecord};
    const aged = {...record, record: {...record.record, aendret: daysFromNow(-31).toISOString()}};
    await store.write(key, aged);
    expect(await deliveries.findCreated(authority, idempotentRequest('natjob'))).toBeUndefined();
    const other = {key: 'natjob', fingerprint: 'another request'};
    const second = await deliveries.create(authority, frist([lego]), other);
    expect(second.fristId).not.toBe(first.fristId);
    expect(await deliveries.findCreated(authority, other)).toMatchObject({fristId: second.fristId});
  });
});
