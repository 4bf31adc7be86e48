import {afterAll, describe, expect, it} from 'vitest';

import {openStore} from '../store/open-store.ts';
import {StoreUnavailable} from '../store/store.ts';
import {silent} from '../store/store-log.ts';
import {crashingStore, type LastStep} from '../store/testing/crashing-store.ts';
import {reached} from '../store/testing/opened.ts';
import {engines, openEngine} from '../testing/engines.ts';
import {createCompanyCalendar} from './company.ts';
import {createDeliveries} from './deliveries.ts';
import type {FristInput} from './authority-schema.ts';

const authority = '19552101';
const [novo, carlsberg, lego, arla] = ['24256790', '61056416', '47458714', '25313763'] as const;

/** More steps than any of the changes below takes. */
const mostSteps = 12;

const before: FristInput = {
  overskrift: 'Før',
  beskrivelse: 'Før',
  fristDato: '2027-03-01',
  modtagere: [novo, carlsberg, lego],
};
const after: FristInput = {
  overskrift: 'Efter',
  beskrivelse: 'Efter',
  fristDato: '2027-04-01',
  modtagere: [carlsberg, lego, arla],
};

describe.each(engines)('on %s', async name => {
  const {address, stop} = await openEngine(name);
  const store = await reached(openStore(address, silent));
  afterAll(async () => {
    await store.close();
    await stop();
  });

  const healthy = createDeliveries(store);
  const calendar = createCompanyCalendar(store);

  /** What a company sees of one deadline: title and date of each time that it stands in the calendar. */
  async function seen(cvr: string, id: number): Promise<string[]> {
    const found: string[] = [];
    for await (const page of calendar.list(cvr, {fra: '2027-01-01'})) {
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

  const crashes = (['undone', 'done', 'halfway'] satisfies LastStep[]).flatMap(last =>
    Array.from({length: mostSteps}, (_, steps) => ({last, steps})),
  );

  it.each(crashes)(
    'a delivery is there for all or for none: crash after $steps steps, the last $last',
    async crash => {
      const broken = crashingStore(store, crash.steps, crash.last);
      const retry = {key: `delivery-${address}-${crash.steps}-${crash.last}`, fingerprint: 'same'};
      const made = await createDeliveries(broken)
        .create(authority, before, retry)
        .catch((error: unknown) => {
          expect(error).toBeInstanceOf(StoreUnavailable);
        });
      if (made) expect(await seenByAll(made.fristId)).toEqual(asBefore);

      // The night job sends it again, to a process that lives.
      const again =
        (await healthy.findCreated(authority, retry)) ?? (await healthy.create(authority, before, retry));
      expect(await seenByAll(again.fristId)).toEqual(asBefore);
      if (made) expect(again.fristId).toBe(made.fristId);
      const ids: number[] = [];
      for await (const page of healthy.list(authority)) ids.push(...page.map(({fristId}) => fristId));
      expect(ids.filter(id => id === again.fristId)).toHaveLength(1);
      expect(new Set(ids).size).toBe(ids.length);
    },
  );

  it.each(crashes)(
    'an update is there for all or for none: crash after $steps steps, the last $last',
    async crash => {
      const {fristId} = await healthy.create(authority, before);
      const broken = crashingStore(store, crash.steps, crash.last);
      const done = await createDeliveries(broken)
        .update(authority, fristId, after, () => undefined)
        .then(
          () => true,
          () => false,
        );
      const found = await seenByAll(fristId);
      if (done) expect(found).toEqual(asAfter);
      else expect([asBefore, asAfter]).toContainEqual(found);

      await healthy.update(authority, fristId, after, () => undefined);
      expect(await seenByAll(fristId)).toEqual(asAfter);
    },
  );

  it.each(crashes)(
    'a withdrawal is there for all or for none: crash after $steps steps, the last $last',
    async crash => {
      const {fristId} = await healthy.create(authority, before);
      const broken = crashingStore(store, crash.steps, crash.last);
      const done = await createDeliveries(broken)
        .withdraw(authority, fristId, () => undefined)
        .then(
          () => true,
          () => false,
        );
      const found = await seenByAll(fristId);
      if (done) expect(found).toEqual(gone);
      else expect([asBefore, gone]).toContainEqual(found);
    },
  );

  it('the steps counted are enough for every change', async () => {
    const store_ = crashingStore(store, mostSteps, 'undone');
    const {fristId} = await createDeliveries(store_).create(authority, before, {
      key: `${address}-all`,
      fingerprint: 'a',
    });
    expect(store_.crashed).toBe(false);
    const next = crashingStore(store, mostSteps, 'undone');
    await createDeliveries(next).update(authority, fristId, after, () => undefined);
    expect(next.crashed).toBe(false);
  });

  it('leaves no list of companies and no index entry behind, once an update is whole', async () => {
    const {fristId, delivery} = await healthy.create(authority, before);
    await healthy.update(authority, fristId, after, () => undefined);
    expect(await store.read([['frist', String(fristId), 'modtagere', delivery]])).toEqual([undefined]);
    const members = await store.scan(['virksomhed', novo, 'frister'], {limit: 10_000});
    expect(members.filter(member => member.endsWith(delivery))).toEqual([]);
  });
});
