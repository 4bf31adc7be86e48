import {beforeAll, describe, expect, it} from 'vitest';

import type {Store} from '../../store/store.ts';
import {crashAtEachStep} from '../../store/testing/crashing-store.ts';
import {enginesOfLongRun} from '../../testing/engines.ts';
import {openEmptyStore} from '../../testing/store.ts';
import {type CompanyCalendar, createCompanyCalendar} from '../company-calendar.ts';
import {createDeliveries, type Deliveries} from './deliveries.ts';
import type {Delivery} from './schema.ts';

const authority = '19552101';
const [novo, carlsberg, lego, arla] = ['24256790', '61056416', '47458714', '25313763'] as const;

const before: Delivery = {
  overskrift: 'Før',
  beskrivelse: 'Før',
  afsenderNavn: 'Skattestyrelsen',
  fristDato: '2027-03-01',
  modtagere: [novo, carlsberg, lego],
};
const after: Delivery = {
  overskrift: 'Efter',
  beskrivelse: 'Efter',
  afsenderNavn: 'Skattestyrelsen',
  fristDato: '2027-04-01',
  modtagere: [carlsberg, lego, arla],
};

const allow = () => undefined;
const succeeds = (change: Promise<unknown>) =>
  change.then(
    () => true,
    () => false,
  );

describe.each(enginesOfLongRun)('on %s', name => {
  let store: Store;
  let healthy: Deliveries;
  let calendar: CompanyCalendar;
  beforeAll(async () => {
    const opened = await openEmptyStore(name);
    store = opened.store;
    healthy = createDeliveries(store);
    calendar = createCompanyCalendar(store);
    return opened.stop;
  });

  /** Returns the title and date of each entry of a deadline in a company's calendar. */
  async function seen(cvr: string, id: number): Promise<string[]> {
    const found: string[] = [];
    for await (const page of calendar.read({cvrs: [cvr]}, {fra: '2027-01-01'}).listAll()) {
      for (const {frist} of page) {
        if (frist.fristId === id && frist.slettet === undefined)
          found.push(`${frist.overskrift} ${frist.fristDato}`);
      }
    }
    return found;
  }

  const seenByAll = (id: number) => Promise.all([novo, carlsberg, lego, arla].map(cvr => seen(cvr, id)));

  const asBefore = [['Før 2027-03-01'], ['Før 2027-03-01'], ['Før 2027-03-01'], []];
  const asAfter = [[], ['Efter 2027-04-01'], ['Efter 2027-04-01'], ['Efter 2027-04-01']];
  const gone = [[], [], [], []];

  it('a delivery that crashes at any step reaches all of its recipients or none, and a retry delivers it once', async () => {
    const crashes = await crashAtEachStep(store, async (broken, name) => {
      const retry = {key: `delivery-${name}`, fingerprint: 'same'};
      const made = await createDeliveries(broken)
        .create(authority, before, retry)
        .catch(() => undefined);
      // The client retries with a running process.
      const again =
        (await healthy.findCreated(authority, retry)) ?? (await healthy.create(authority, before, retry));
      expect(await seenByAll(again.fristId)).toEqual(asBefore);
      if (made) expect(again.fristId).toBe(made.fristId);
      const ids: number[] = [];
      for await (const page of healthy.list(authority)) ids.push(...page.map(({fristId}) => fristId));
      expect(ids.filter(id => id === again.fristId)).toHaveLength(1);
      expect(new Set(ids).size).toBe(ids.length);
    });
    expect(crashes).toBeGreaterThan(6);
  });

  it('a delivery stays in all lists when its retry ends after an update', async () => {
    const retry = {key: 'late-retry', fingerprint: 'same'};
    const late: Store = {
      ...store,
      async write(key, ...given) {
        if (key[0] === 'frist') {
          const {fristId} = await healthy.create(authority, before, retry);
          await healthy.update(authority, fristId, {...before, overskrift: 'Efter'}, allow);
        }
        return store.write(key, ...given);
      },
    };
    const {fristId} = await createDeliveries(late).create(authority, before, retry);
    const updated = ['Efter 2027-03-01'];
    expect(await seenByAll(fristId)).toEqual([updated, updated, updated, []]);
    const ids: number[] = [];
    for await (const page of healthy.list(authority)) ids.push(...page.map(each => each.fristId));
    expect(ids).toContain(fristId);
  });

  it('an update that crashes at any step is visible to all recipients or none, and a retry completes it', async () => {
    const crashes = await crashAtEachStep(store, async broken => {
      const {fristId} = await healthy.create(authority, before);
      const done = await succeeds(createDeliveries(broken).update(authority, fristId, after, allow));
      const found = await seenByAll(fristId);
      if (done) expect(found).toEqual(asAfter);
      else expect([asBefore, asAfter]).toContainEqual(found);

      await healthy.update(authority, fristId, after, allow);
      expect(await seenByAll(fristId)).toEqual(asAfter);
    });
    expect(crashes).toBeGreaterThan(6);
  });

  it('a withdrawal that crashes at any step is visible to all recipients or none', async () => {
    const crashes = await crashAtEachStep(store, async broken => {
      const {fristId} = await healthy.create(authority, before);
      const done = await succeeds(createDeliveries(broken).withdraw(authority, fristId, allow));
      const found = await seenByAll(fristId);
      if (done) expect(found).toEqual(gone);
      else expect([asBefore, gone]).toContainEqual(found);
    });
    expect(crashes).toBeGreaterThan(2);
  });

  it('a completed update leaves no obsolete list of companies or index entry', async () => {
    const {fristId, delivery} = await healthy.create(authority, before);
    await healthy.update(authority, fristId, after, allow);
    const [list] = await store.read([['frist', String(fristId), 'modtagere']]);
    expect(list?.value).toEqual(after.modtagere);
    const members = await store.scan(['virksomhed', novo, 'frister'], {limit: 10_000});
    expect(members.filter(member => member.endsWith(delivery))).toEqual([]);
  });
});
