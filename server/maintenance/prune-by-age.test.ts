import {afterAll, describe, expect, it, onTestFinished, vi} from 'vitest';

import {createDeliveries, DeadlineNotFound} from '../calendar/authority/deliveries.ts';
import {createCompanyCalendar} from '../calendar/company-calendar.ts';
import {fristKey, markKey} from '../calendar/records.ts';
import {createRegistry} from '../forms/registry.ts';
import {variantKey} from '../forms/variant.ts';
import {createStorageQuota} from '../quotas/storage-quota.ts';
import {emptyPortal, type Portal} from '../portal/portal.ts';
import {openStore} from '../store/open-store.ts';
import type {PruneKind} from '../pruning.ts';
import type {Key, Store} from '../store/store.ts';
import {silent} from '../store/store-log.ts';
import {crashingStore} from '../store/testing/crashing-store.ts';
import {whenReachable} from '../store/testing/reachable.ts';
import {newOperation} from '../store/token.ts';
import {openEngine} from '../testing/engines.ts';
import {addDays, today} from '../time/dates.ts';
import {recount} from './counters.ts';
import {prune} from './prune.ts';
import {repair} from './repair.ts';

const authority = '19552101';
const supplier = '61966617';
const [novo, lego] = ['24256790', '47458714'] as const;
const progress = {report: () => undefined, end: () => undefined};
const stopped = new AbortController().signal;
const allow = () => undefined;
const clean = {entriesAdded: 0, documentsAdded: 0, lost: 0};

const now = new Date();
const yearsAgo = (years: number) => {
  const moment = new Date(now);
  moment.setUTCFullYear(moment.getUTCFullYear() - years);
  return moment;
};
const dayOf = (years: number, days = 0) => addDays(today(yearsAgo(years)), days);

const engines: {store: Store; stop: () => Promise<void>}[] = [];
afterAll(async () => {
  for (const {store, stop} of engines) await store.close().then(stop);
});

async function newStore(name: 'LMDB' | 'Redis' = 'LMDB'): Promise<Store> {
  const {address, stop} = await openEngine(name);
  const store = await whenReachable(openStore(address, silent));
  engines.push({store, stop});
  return store;
}

/** Prunes data older than five years. Returns the numbers of removed items, and of kept items by reason. */
async function run(store: Store, kind: PruneKind, dryRun = false, portal?: Portal) {
  const scope = {kinds: [kind], before: yearsAgo(5), portal};
  const pruned = await prune(store, {...scope, dryRun, progress, stopped, now, pause: 0});
  return Object.fromEntries(
    Array.from(pruned, ([item, {removed, kept}]) => [item, {removed, ...Object.fromEntries(kept)}]),
  );
}

async function contentsOf(store: Store) {
  const found: string[] = [];
  for await (const chunk of store.contents.documents())
    found.push(...chunk.map(({path, version}) => `${path} ${version}`));
  for await (const chunk of store.contents.members())
    found.push(...chunk.flatMap(({path, members}) => members.map(member => `${path} ${member}`)));
  return found.sort();
}

const countedOn = (store: Store, owner: 'leverandoer' | 'myndighed') =>
  createStorageQuota(store, {owner, maxBytes: 1e9, onRefused: allow, onFull: allow});

async function listOf(store: Store, cvr: string): Promise<number[]> {
  const ids: number[] = [];
  for await (const page of createCompanyCalendar(store).visible(cvr, {fra: '1990-01-01'}, true))
    ids.push(...page.map(each => each.frist.fristId));
  return ids;
}

const isKnown = (store: Store, id: number) =>
  createDeliveries(store)
    .get(authority, id)
    .then(
      () => true,
      (error: unknown) => {
        if (error instanceof DeadlineNotFound) return false;
        throw error;
      },
    );

const input = (fristDato: string, modtagere: string[] = [novo, lego]) => ({
  ...{overskrift: 'Moms', beskrivelse: 'Betal', fristDato, modtagere},
});

describe.each(['LMDB', 'Redis'] as const)('tavle prune --older-than 5y on %s', name => {
  it('removes deadlines whose date or withdrawal was more than five years ago, with their recipients, index entries and marks', async () => {
    const store = await newStore(name);
    const deliveries = createDeliveries(store, countedOn(store, 'myndighed'));
    const passed = await deliveries.create(authority, input(dayOf(5, -1)));
    const toAll = await deliveries.create(authority, input(dayOf(9), []));
    await createCompanyCalendar(store).mark(novo, passed.fristId, {isSlettet: true});
    const kept = await deliveries.create(authority, input(dayOf(5)));
    await createCompanyCalendar(store).mark(novo, kept.fristId, {isLaest: true});
    const withdrawn = await deliveries.create(authority, input(dayOf(9)));
    await deliveries.withdraw(authority, withdrawn.fristId, allow);
    const before = await contentsOf(store);

    const expected = {
      deadlines: {removed: 2, 'more recent': 2},
      'lists of recipients': {removed: 1, 'in use': 2},
      // Two companies, all companies, and twice the authority.
      'index entries': {removed: 5, 'in use': 6},
      marks: {removed: 1, 'of a deadline that stays': 1},
    };
    expect(await run(store, 'deadlines', true)).toEqual(expected);
    expect(await contentsOf(store)).toEqual(before);
    expect(await run(store, 'deadlines')).toEqual(expected);
    expect(await run(store, 'deadlines')).toMatchObject({
      deadlines: {removed: 0},
      'index entries': {removed: 0},
      marks: {removed: 0},
    });

    expect(await listOf(store, novo)).toEqual([kept.fristId]);
    expect(await isKnown(store, passed.fristId)).toBe(false);
    expect(await isKnown(store, kept.fristId)).toBe(true);
    const keys = [passed, toAll].flatMap(({fristId}) => [fristKey(fristId), markKey(novo, fristId)]);
    expect(new Set(await store.read(keys))).toEqual(new Set([undefined]));
    expect(await recount(store, progress)).toBe(0);
    expect(await repair(store, progress)).toMatchObject(clean);
    expect((await deliveries.create(authority, input(dayOf(0, 1)))).fristId).toBeGreaterThan(
      withdrawn.fristId,
    );
  });

  it('keeps a deadline complete or removes it completely while its authority changes it', async () => {
    const store = await newStore(name);
    const deliveries = createDeliveries(store, countedOn(store, 'myndighed'));
    const ids: number[] = [];
    for (let turn = 0; turn < 20; turn++) {
      ids.push((await deliveries.create(authority, input(dayOf(6), turn % 2 ? [novo] : []))).fristId);
    }
    const changes = Promise.allSettled(
      // Half of the updates keep the date, half move it to the future.
      ids.map((id, index) => {
        const later = input(index % 4 > 1 ? dayOf(0, 9) : dayOf(6), index % 2 ? [novo] : []);
        return deliveries.update(authority, id, {...later, overskrift: `Ny ${index}`}, allow);
      }),
    );
    await run(store, 'deadlines');
    const outcomes = await changes;
    const listed = await listOf(store, novo);
    for (const [index, id] of ids.entries()) {
      expect(listed.includes(id)).toBe(await isKnown(store, id));
      if (index % 4 > 1) expect(await isKnown(store, id)).toBe(outcomes[index]?.status === 'fulfilled');
    }
    expect(await repair(store, progress)).toMatchObject(clean);
    await run(store, 'deadlines');
    expect(await recount(store, progress)).toBe(0);
  });

  it('empties form variants that ended or were deleted more than five years ago, and keeps their ids for new ones', async () => {
    const store = await newStore(name);
    const quota = countedOn(store, 'leverandoer');
    const portal: Portal = emptyPortal;
    const written = (years: number) =>
      createRegistry(
        store,
        () => portal,
        quota,
        () => yearsAgo(years).getTime(),
      );
    const content = (afpubliceringsdato?: Date) => ({
      version: 2,
      fields: {
        ...{titel: 'Titel', kontakt: 'anna@example.dk', trin: 'x'.repeat(9_000), udstillere: 'SKST'},
        publiceringsdato: yearsAgo(9).getTime(),
        ...(afpubliceringsdato && {afpubliceringsdato: afpubliceringsdato.getTime()}),
      },
    });
    const put = (egetId: string, years: number, until?: Date) =>
      written(years).put({cvr: supplier, egetId}, () => ({masterId: '0', content: content(until) as never}));
    const {variant: ended} = await put('ended', 8, yearsAgo(6));
    await put('recently ended', 8, yearsAgo(4));
    await put('recently changed', 4, yearsAgo(6));
    await put('published', 8);
    await put('deleted', 8);
    await written(6).remove({cvr: supplier, egetId: 'deleted'}, current => {
      if (!current) throw new Error('The variant is missing.');
      return current;
    });
    const before = await contentsOf(store);

    const expected = {
      'form variants': {removed: 2, 'more recent': 2, 'without an end of publication': 1},
      'index entries': {removed: 0},
    };
    expect(await run(store, 'forms', true, portal)).toMatchObject(expected);
    expect(await contentsOf(store)).toEqual(before);
    expect(await run(store, 'forms', false, portal)).toMatchObject(expected);
    expect(await run(store, 'forms', false, portal)).toMatchObject({
      'form variants': {removed: 0, 'already empty': 2},
    });

    const heads = await store.read(
      ['ended', 'deleted', 'published'].map(egetId => variantKey({cvr: supplier, egetId})),
    );
    expect(heads.map(head => head?.value)).toEqual([
      expect.objectContaining({deleted: true, fields: {titel: 'Titel', udstillere: 'SKST'}}),
      expect.objectContaining({deleted: true, fields: {titel: 'Titel', udstillere: 'SKST'}}),
      expect.objectContaining({deleted: false}),
    ]);
    expect((await contentsOf(store)).filter(line => line.includes('ended/tekster'))).toHaveLength(1);
    expect(await recount(store, progress)).toBe(0);
    expect(await repair(store, progress)).toMatchObject(clean);
    const registry = createRegistry(store, () => portal, quota);
    expect(await registry.find(ended.diaId)).toBeUndefined();
    const again = await registry.create(
      {cvr: supplier, egetId: 'ended'},
      {masterId: '0', content: content() as never},
    );
    expect(again).toMatchObject({diaId: ended.diaId, permalink: ended.permalink, deleted: false});
  });

  it('removes the dashboard of a person without changes in five years', async () => {
    const store = await newStore(name);
    const at = (years: number) => newOperation(yearsAgo(years).getTime());
    const long = `https://login.example.dk/${'a'.repeat(300)}`;
    const write = (key: Key, operation: string) =>
      store.write(key, key.length === 3 ? ['cvr'] : {cvr: 'active'}, {operation});
    await write(['dashboard', 'anna'], at(6));
    await write(['dashboard', 'anna', 'order'], at(7));
    await write(['dashboard', long, 'order'], at(6));
    await write(['dashboard', 'bo'], at(6));
    await write(['dashboard', 'bo', 'order'], at(4));
    // As version 0.1.0 wrote it. The time is that of the start of its process.
    await write(['dashboard', 'carl'], `${yearsAgo(6).getTime().toString(36)}.8fT-_1k2P0aQxYz1-2s`);
    const before = await contentsOf(store);

    const expected = {
      dashboards: {removed: 2, 'more recent': 1, 'written by an older version, which stored no time': 1},
    };
    expect(await run(store, 'dashboards', true)).toEqual(expected);
    expect(await contentsOf(store)).toEqual(before);
    expect(await run(store, 'dashboards')).toEqual(expected);
    expect((await contentsOf(store)).map(line => line.split(' ')[0])).toEqual([
      'dashboard/bo',
      'dashboard/bo/order',
      'dashboard/carl',
    ]);
  });

  it('removes marks by the age of their deadlines, and nothing of other kinds', async () => {
    const store = await newStore(name);
    const deliveries = createDeliveries(store);
    const calendar = createCompanyCalendar(store);
    const dates = [dayOf(5, -1), dayOf(5), dayOf(2)];
    for (const date of dates) {
      const {fristId} = await deliveries.create(authority, input(date));
      await calendar.mark(novo, fristId, {isLaest: true});
    }
    const gone = await deliveries.create(authority, input(dayOf(1)));
    await calendar.mark(novo, gone.fristId, {isLaest: true});
    await store.remove(fristKey(gone.fristId));
    expect(await run(store, 'marks')).toEqual({marks: {removed: 2, 'of a deadline that stays': 2}});
    expect(await listOf(store, novo)).toEqual([1, 2, 3]);
  });
});

describe('tavle prune --older-than 5y', () => {
  it('that crashes after any step is completed by the next run, and a deadline stays visible to all or to none', async () => {
    for (let steps = 0, crashed = true; crashed; steps += 1) {
      const store = await newStore();
      const deliveries = createDeliveries(store, countedOn(store, 'myndighed'));
      const {fristId} = await deliveries.create(authority, input(dayOf(6)));
      await createCompanyCalendar(store).mark(novo, fristId, {isLaest: true});
      await recount(store, progress);
      const crashing = crashingStore(store, steps, steps % 2 ? 'halfway' : 'done');
      await run({...crashing, contents: store.contents}, 'deadlines').catch(() => undefined);
      crashed = crashing.crashed;
      const isSeen = await isKnown(store, fristId);
      expect([await listOf(store, novo), await listOf(store, lego)]).toEqual(
        isSeen ? [[fristId], [fristId]] : [[], []],
      );
      expect(await repair(store, progress)).toMatchObject({lost: 0});
      await run(store, 'deadlines');
      expect((await contentsOf(store)).filter(line => !line.startsWith('tavle/'))).toEqual([]);
      expect(await recount(store, progress)).toBe(0);
    }
  });

  it('that crashes while it empties a form variant leaves it unchanged or deleted', async () => {
    onTestFinished(() => void vi.useRealTimers());
    for (let steps = 0, crashed = true; crashed; steps += 1) {
      vi.useFakeTimers({toFake: ['Date'], now: yearsAgo(8)});
      const store = await newStore();
      const name = {cvr: supplier, egetId: 'a'};
      const fields = {titel: 'Titel', trin: 'x'.repeat(9_000), afpubliceringsdato: yearsAgo(6).getTime()};
      const registry = createRegistry(store, () => emptyPortal, countedOn(store, 'leverandoer'));
      const {variant} = await registry.put(name, () => ({
        masterId: '0',
        content: {version: 2, fields} as never,
      }));
      vi.useRealTimers();
      const crashing = crashingStore(store, steps, steps % 2 ? 'halfway' : 'done');
      await run({...crashing, contents: store.contents}, 'forms', false, emptyPortal).catch(() => undefined);
      crashed = crashing.crashed;
      const found = await registry.get(name);
      expect(found?.textsLost).toBeUndefined();
      expect(found?.deleted ? {titel: 'Titel'} : fields).toEqual(found?.fields);
      expect(await repair(store, progress)).toMatchObject({lost: 0});
      await run(store, 'forms', false, emptyPortal);
      expect(await registry.get(name)).toMatchObject({deleted: true, diaId: variant.diaId});
      expect(await recount(store, progress)).toBe(0);
    }
  });
});
