import {join} from 'node:path';

import {describe, expect, it} from 'vitest';

import type {Delivery} from '../calendar/authority/schema.ts';
import {createCompanyCalendar} from '../calendar/company-calendar.ts';
import {createDeliveries} from '../calendar/authority/deliveries.ts';
import {
  fristCounter,
  fristKey,
  type FristRecord,
  idempotencyKey,
  marksKey,
  monthOf,
} from '../calendar/records.ts';
import {createReminders} from '../calendar/mail/reminders.ts';
import type {Mailer} from '../calendar/mail/transport.ts';
import {createDashboard} from '../dashboard/service.ts';
import {emptyPortal} from '../portal/portal.ts';
import type {Store} from '../store/store.ts';
import {crashingStore} from '../store/testing/crashing-store.ts';
import {newOperation} from '../store/document-codec.ts';
import {newDirectory} from '../testing/directory.ts';
import {enginesOfLongRun} from '../testing/engines.ts';
import {newStore} from '../testing/store.ts';
import {addDays, today} from '../time/dates.ts';
import {backupToFile} from './backup.ts';
import {parseAge, prune, type PruneOptions} from './prune.ts';
import {recount} from './counters.ts';
import {repair} from './repair.ts';
import {restoreFile} from './restore.ts';

const authority = '19552101';
const [novo, lego, arla] = ['24256790', '47458714', '25313763'] as const;
const progress = {report: () => undefined, end: () => undefined};
const stopped = new AbortController().signal;
const allow = () => undefined;

const dayMs = 86_400_000;
const daysFromNow = (days: number) => new Date(Date.now() + days * dayMs);
const yearsAgo = (years: number) => {
  const moment = new Date();
  moment.setUTCFullYear(moment.getUTCFullYear() - years);
  return moment;
};

/** Returns the numbers of removed items, and of kept items by reason. */
async function run(store: Store, options: Partial<PruneOptions> = {}) {
  const pruned = await prune(store, {dryRun: false, progress, stopped, ...options});
  return Object.fromEntries(
    Array.from(pruned, ([item, {removed, kept}]) => [item, {removed, ...Object.fromEntries(kept)}]),
  );
}

const frist = (modtagere: string[], fristDato = addDays(today(), 10)): Delivery => ({
  ...{overskrift: 'Moms', beskrivelse: 'Betal', afsenderNavn: 'Skattestyrelsen', fristDato, modtagere},
});
const daysAhead = addDays(today(), 10);
const idempotentRequest = (key: string) => ({key, fingerprint: 'f'});

/** Returns the paths, versions and index entries of a store. */
async function contentsOf(store: Store) {
  const found: string[] = [];
  for await (const chunk of store.contents.documents())
    found.push(...chunk.map(({path, version}) => `${path} ${version}`));
  for await (const chunk of store.contents.members())
    found.push(...chunk.flatMap(({path, members}) => members.map(member => `${path} ${member}`)));
  return found.sort();
}

async function listOf(store: Store, cvr: string): Promise<number[]> {
  const ids: number[] = [];
  for await (const page of createCompanyCalendar(store)
    .read({cvrs: [cvr]}, {fra: '1990-01-01'})
    .listAll())
    ids.push(...page.filter(({frist: {slettet}}) => slettet === undefined).map(each => each.frist.fristId));
  return ids;
}

/** Writes deadlines with marks, and withdraws some of the deadlines. The last deadline has the highest number. */
async function fill(store: Store) {
  const deliveries = createDeliveries(store);
  const calendar = createCompanyCalendar(store);
  const kept = await deliveries.create(authority, frist([novo, lego]), idempotentRequest('kept'));
  await calendar.mark({cvrs: [novo], owner: 'anna'}, kept.fristId, {isLaest: true, isKlaret: true});
  const withdrawn = await deliveries.create(
    authority,
    frist([novo, lego, arla]),
    idempotentRequest('withdrawn'),
  );
  await calendar.mark({cvrs: [lego]}, withdrawn.fristId, {isSlettet: true});
  await deliveries.withdraw(authority, withdrawn.fristId, allow);
  const toAll = await deliveries.create(authority, frist([]));
  await calendar.mark({cvrs: [arla]}, toAll.fristId, {isSlettet: true});
  await deliveries.withdraw(authority, toAll.fristId, allow);
  const highest = await deliveries.create(authority, frist([arla]));
  await deliveries.withdraw(authority, highest.fristId, allow);
  return {kept: kept.fristId, withdrawn: [withdrawn.fristId, toAll.fristId], highest: highest.fristId};
}

const month = daysFromNow(32);

describe.each(enginesOfLongRun)('tavle prune on %s', name => {
  it('removes nothing recent', async () => {
    const store = await newStore(name);
    await fill(store);
    const before = await contentsOf(store);
    expect(await run(store)).toEqual({
      deadlines: {
        removed: 0,
        'not withdrawn': 1,
        'withdrawn in the last 30 days': 2,
        'with the highest number': 1,
      },
      'months of marks': {removed: 0, 'more recent': 4},
      'idempotency keys': {removed: 0, 'at most 30 days old': 2},
      'mail addresses': {removed: 0},
    });
    expect(await contentsOf(store)).toEqual(before);
  });

  it('removes the address of a person 790 days after the last visit, an unconfirmed one after 30 days, with its index entries', async () => {
    const store = await newStore(name);
    const empty = await contentsOf(store);
    let code = '';
    const send: Mailer['send'] = ({text}) => {
      code = /\b\d{6}\b/.exec(text)?.[0] ?? '';
      return Promise.resolve();
    };
    const reminders = createReminders(store, {send, check: () => Promise.resolve(), close: () => undefined});
    const anna = {owner: 'anna', cvrs: [novo], issuedAt: 0};
    const choose = () => reminders.set(anna, {email: 'anna@example.dk', dage: [1], sprog: 'da'});
    await choose();
    expect(await run(store, {now: daysFromNow(29)})).toMatchObject({
      'mail addresses': {removed: 0, 'not confirmed yet': 1},
    });
    expect(await run(store, {now: daysFromNow(31)})).toMatchObject({'mail addresses': {removed: 1}});
    expect(await contentsOf(store)).toEqual(empty);
    await choose();
    await reminders.confirm(anna, code);
    expect(await run(store, {now: daysFromNow(789)})).toMatchObject({
      'mail addresses': {removed: 0, 'more recent visit': 1},
    });
    expect(await reminders.find('anna')).toBeDefined();
    expect(await run(store, {now: daysFromNow(791)})).toMatchObject({'mail addresses': {removed: 1}});
    expect(await contentsOf(store)).toEqual(empty);
  });

  it('removes deadlines that were withdrawn more than 30 days ago with all that refers to them, and old idempotency keys', async () => {
    const store = await newStore(name);
    const {kept, withdrawn, highest} = await fill(store);
    const before = await contentsOf(store);
    const expected = {
      deadlines: {removed: 2, 'not withdrawn': 1, 'with the highest number': 1},
      'months of marks': {removed: 0, 'more recent': 4},
      'idempotency keys': {removed: 2},
      'mail addresses': {removed: 0},
    };
    expect(await run(store, {now: month, dryRun: true})).toEqual(expected);
    expect(await contentsOf(store)).toEqual(before);
    expect(await run(store, {now: month})).toEqual(expected);
    expect(await run(store, {now: month})).toMatchObject({deadlines: {removed: 0}});

    const left = await contentsOf(store);
    for (const id of withdrawn)
      expect(left.filter(each => new RegExp(`^frist/${id}[ /]|:0*${id}:`).test(each))).toEqual([]);
    expect(await listOf(store, novo)).toEqual([kept]);
    expect(await store.read([marksKey(novo, monthOf(daysAhead)), fristKey(highest)])).not.toContain(
      undefined,
    );
    expect(await recount(store, progress)).toBe(0);
    expect(await repair(store, progress)).toMatchObject({entriesAdded: 0, documentsAdded: 0, damaged: 0});
  });

  it('never allows a number to be given again, even after a restore or a repair of a lost counter', async () => {
    const store = await newStore(name);
    const {highest} = await fill(store);
    await run(store, {now: month});
    const file = join(newDirectory(), 'backup');
    await backupToFile(store, file, {version: '0', progress, stopped});
    const target = await newStore();
    await restoreFile(target, file, progress);
    await store.add(fristCounter, 1 - (await store.add(fristCounter, 0)));
    await repair(store, progress);
    for (const each of [target, store])
      expect((await createDeliveries(each).create(authority, frist([novo]))).fristId).toBe(highest + 1);
  });

  it('with an age also removes deadlines and dashboards of an earlier time', async () => {
    const store = await newStore(name);
    const deliveries = createDeliveries(store);
    const dayOf = (years: number, days = 0) => addDays(today(yearsAgo(years)), days);
    const passed = await deliveries.create(authority, frist([novo, lego], dayOf(5, -1)));
    const toAll = await deliveries.create(authority, frist([], dayOf(9)));
    await createCompanyCalendar(store).mark({cvrs: [novo]}, passed.fristId, {isSlettet: true});
    const kept = await deliveries.create(authority, frist([novo], dayOf(5)));
    await deliveries.create(authority, frist([lego]));
    const write = (owner: string[], years: number) =>
      store.write(
        ['dashboard', ...owner] as [string, string],
        owner.length === 2 ? ['cvr'] : {cvr: 'active'},
        {
          operation: newOperation(yearsAgo(years).getTime()),
        },
      );
    await write(['anna'], 6);
    await write(['anna', 'order'], 7);
    await write(['bo'], 6);
    await write(['bo', 'order'], 4);

    const expected = {
      deadlines: {removed: 2, 'more recent': 1, 'with the highest number': 1},
      'months of marks': {removed: 1},
      'idempotency keys': {removed: 0},
      'mail addresses': {removed: 0},
      dashboards: {removed: 2, 'more recent': 2},
    };
    expect(await run(store, {before: yearsAgo(5), dryRun: true})).toEqual(expected);
    expect(await run(store, {before: yearsAgo(5)})).toEqual(expected);
    expect(await listOf(store, novo)).toEqual([kept.fristId]);
    expect(await store.read([fristKey(passed.fristId), fristKey(toAll.fristId)])).toEqual([
      undefined,
      undefined,
    ]);
    expect((await createDashboard(store, () => emptyPortal).order('bo')).apps).toEqual(['cvr']);
    expect((await createDashboard(store, () => emptyPortal).order('anna')).apps).toEqual([]);
    expect(await recount(store, progress)).toBe(0);
    expect(await repair(store, progress)).toMatchObject({entriesAdded: 0, documentsAdded: 0, damaged: 0});
  });

  it('keeps apps that a person has chosen at an unknown time', async () => {
    const store = await newStore(name);
    await store.write(['dashboard', 'anna'], {cvr: 'active'}, {operation: '?'});
    expect(await run(store, {before: daysFromNow(1)})).toMatchObject({
      dashboards: {removed: 0, 'more recent': 1},
    });
  });

  it('does not disturb writes of a running service, even in a loop', async () => {
    const store = await newStore(name);
    const deliveries = createDeliveries(store);
    const calendar = createCompanyCalendar(store);
    // Deadlines that passed six years ago, among new ones.
    const old = await Promise.all(
      Array.from({length: 20}, () => deliveries.create(authority, frist([novo, lego], today(yearsAgo(6))))),
    );
    const done = new AbortController();
    const pruning = (async () => {
      let removed = 0;
      while (!done.signal.aborted) {
        const {deadlines} = await run(store, {before: yearsAgo(5)});
        removed += deadlines?.removed ?? 0;
        await new Promise(resolve => setImmediate(resolve));
      }
      return removed;
    })();
    const created = await Promise.all(
      Array.from({length: 30}, async (_, turn) => {
        const {fristId} = await deliveries.create(
          authority,
          frist([novo, lego]),
          idempotentRequest(`turn-${turn}`),
        );
        await calendar.mark({cvrs: [novo]}, fristId, {isSlettet: true});
        await deliveries.update(authority, fristId, frist([novo, arla]), allow);
        return fristId;
      }),
    ).finally(() => done.abort());
    const {deadlines} = await run(store, {before: yearsAgo(5)});
    expect((await pruning) + (deadlines?.removed ?? 0)).toBe(old.length);
    created.sort((a, b) => a - b);
    expect(await listOf(store, novo)).toEqual(created);
    expect(await listOf(store, arla)).toEqual(created);
    expect(await listOf(store, lego)).toEqual([]);
    expect(await store.read([marksKey(novo, monthOf(daysAhead))])).not.toContain(undefined);
    expect(await repair(store, progress)).toMatchObject({entriesAdded: 0, documentsAdded: 0, damaged: 0});
  });
});

describe('tavle prune', () => {
  it('that crashes after any step is completed by the next run without losses', async () => {
    const reference = await newStore();
    await fill(reference);
    await run(reference, {now: month});
    const expected = (await contentsOf(reference)).length;
    for (let steps = 0, crashed = true; crashed; steps += 1) {
      const store = await newStore();
      const {kept} = await fill(store);
      const crashing = crashingStore(store, steps, steps % 2 ? 'undone' : 'halfway');
      const removeDocument: Store['contents']['removeDocument'] = (path, version) =>
        crashing.crashed
          ? Promise.reject(new Error('crashed'))
          : store.contents.removeDocument(path, version);
      await run({...crashing, contents: {...store.contents, removeDocument}}, {now: month}).catch(
        () => undefined,
      );
      crashed = crashing.crashed;
      expect(await listOf(store, lego)).toEqual([kept]);
      await run(store, {now: month});
      expect(await repair(store, progress)).toMatchObject({damaged: 0});
      expect((await contentsOf(store)).length).toBe(expected);
    }
  });

  it('keeps a deadline that its authority changes at the same time', async () => {
    const store = await newStore();
    const deliveries = createDeliveries(store);
    const {fristId} = await deliveries.create(authority, frist([novo], today(yearsAgo(6))));
    await deliveries.create(authority, frist([novo]));
    const changed: Store = {
      ...store,
      async write(key, value, options) {
        await deliveries.update(authority, fristId, frist([novo]), allow);
        return store.write(key, value, options);
      },
    };
    expect(await run(changed, {before: yearsAgo(5)})).toMatchObject({
      deadlines: {removed: 0, 'changed during the run': 1},
    });
    expect(await listOf(store, novo)).toHaveLength(2);
  });

  it('keeps the address, with its index entries, of a person who comes back at the same time', async () => {
    const store = await newStore();
    const anna = {owner: 'anna', cvrs: [novo], issuedAt: 0};
    const reminders = createReminders(store, {send: () => Promise.resolve()} as unknown as Mailer);
    const choice = {email: 'anna@example.dk', dage: [1], sprog: 'da'} as const;
    await reminders.set(anna, choice);
    const before = await contentsOf(store);
    const back = async () => void (await reminders.set(anna, choice));
    const changed: Store = {
      ...store,
      removeEntries: entries => back().then(() => store.removeEntries(entries)),
      remove: (...given) => back().then(() => store.remove(...given)),
    };
    expect(await run(changed, {now: daysFromNow(791)})).toMatchObject({
      'mail addresses': {removed: 0, 'changed during the run': 1},
    });
    expect((await contentsOf(store)).slice(1)).toEqual(before.slice(1));
  });

  it.each([
    ['idempotency keys', 'myndighed/'],
    ['dashboards', 'dashboard/'],
  ])('keeps %s that are stored again after another run has removed them', async (item, start) => {
    const store = await newStore();
    const deliveries = createDeliveries(store);
    const storeAgain = async () => {
      await deliveries.create(authority, frist([novo]), idempotentRequest('natjob'));
      await createDashboard(store, () => emptyPortal).setOrder('anna', {apps: ['cvr']}, allow);
    };
    await storeAgain();
    const options = {now: daysFromNow(31), before: daysFromNow(1)};
    let isFirst = true;
    const removeDocument: Store['contents']['removeDocument'] = async (path, expected) => {
      if (isFirst && path.startsWith(start)) {
        isFirst = false;
        await run(store, options);
        await storeAgain();
      }
      return store.contents.removeDocument(path, expected);
    };
    expect(await run({...store, contents: {...store.contents, removeDocument}}, options)).toMatchObject({
      [item]: {removed: 0, 'changed during the run': 1},
    });
  });

  it('removes what has expired next to a deadline whose recipients are lost', async () => {
    const store = await newStore();
    const deliveries = createDeliveries(store);
    const ids: number[] = [];
    for (let count = 0; count < 3; count += 1)
      ids.push((await deliveries.create(authority, frist([novo]))).fristId);
    for (const id of ids) await deliveries.withdraw(authority, id, allow);
    await store.contents.removeDocument(`frist/${ids[0]}/modtagere`);
    expect(await run(store, {now: month})).toMatchObject({
      deadlines: {removed: 1, 'not readable': 1, 'with the highest number': 1},
    });
  });

  it('keeps marks until 400 days after the month of their deadlines, in Danish time', async () => {
    const store = await newStore();
    const {fristId} = await createDeliveries(store).create(authority, frist([novo]));
    await createCompanyCalendar(store).mark({cvrs: [novo], owner: 'anna'}, fristId, {
      isLaest: true,
      isKlaret: true,
    });
    const [year, monthNumber] = daysAhead.split('-').map(Number);
    const lastOfMonth = new Date(Date.UTC(year ?? 0, monthNumber ?? 0, 0)).toISOString().slice(0, 10);
    const lastDay = addDays(lastOfMonth, 400);
    // At most 1.5 hours before midnight in Denmark; two hours later it is the next day.
    expect(await run(store, {now: new Date(`${lastDay}T21:30Z`)})).toMatchObject({
      'months of marks': {removed: 0},
    });
    expect(await run(store, {now: new Date(`${lastDay}T23:30Z`)})).toMatchObject({
      'months of marks': {removed: 2},
    });
    expect(await listOf(store, novo)).toEqual([fristId]);
  });

  it('stops when it is aborted, and removes nothing', async () => {
    const store = await newStore();
    await fill(store);
    const before = await contentsOf(store);
    const stopping = new AbortController();
    stopping.abort(new Error('interrupted'));
    await expect(run(store, {stopped: stopping.signal, now: month})).rejects.toThrow('interrupted');
    expect(await contentsOf(store)).toEqual(before);
  });
});

describe('an age', () => {
  const now = new Date('2026-03-31T12:00:00Z');

  it.each([
    ['1y', '2025-03-31T12:00:00.000Z'],
    ['366d', '2025-03-30T12:00:00.000Z'],
    ['18m', '2024-10-01T12:00:00.000Z'],
    ['5y', '2021-03-31T12:00:00.000Z'],
  ])('%s ends at %s', (age, moment) => {
    expect(parseAge(age, now).toISOString()).toBe(moment);
  });

  it('in months ends at most a day after the last day of a shorter month', () => {
    expect(parseAge('13m', new Date('2027-03-31T12:00:00Z')).toISOString()).toBe('2026-03-01T12:00:00.000Z');
  });

  it.each(['', '5', 'y', '0d', '-1y', '1.5y', '5 y', '5w', '99999d', '2026y', '364d', '11m'])(
    '"%s" is refused',
    age => {
      expect(() => parseAge(age, now)).toThrow(/is not an age|is too short/);
    },
  );
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

  it('leads to one deadline of two requests that replace it while "tavle prune" removes it', async () => {
    const store = await newStore();
    const request = idempotentRequest('natjob');
    const key = idempotencyKey(authority, request.key);
    const {fristId: id, ...former} = await createDeliveries(store).create(authority, frist([lego]));
    const record = {...former, aendret: daysFromNow(-31).toISOString()};
    await store.write(key, {id, record, fingerprint: request.fingerprint});
    let winner: number | undefined;
    const racing: Store = {
      ...store,
      async write(path, value, options) {
        if (path.join() === key.join() && options?.expected !== 0 && winner === undefined) {
          await run(store);
          winner = (await createDeliveries(store).create(authority, frist([novo]), request)).fristId;
        }
        return store.write(path, value, options);
      },
    };
    const {fristId} = await createDeliveries(racing).create(authority, frist([novo]), request);
    expect(fristId).toBe(winner);
    expect(await listOf(store, novo)).toEqual([winner]);
  });
});
