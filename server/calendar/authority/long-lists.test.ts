import {beforeAll, describe, expect, it} from 'vitest';

import {bounds} from '../../bounds.ts';
import type {Key} from '../../store/engine.ts';
import type {Store} from '../../store/store.ts';
import {deliver} from '../../testing/bodies.ts';
import {callerWith, organisation, tlsSettings} from '../../testing/certificates.ts';
import {skat, useTestService} from '../../testing/service.ts';
import {useStoreOf} from '../../testing/store.ts';
import {today} from '../../time/dates.ts';
import {createCompanyCalendar} from '../company-calendar.ts';
import {repair} from '../../maintenance/repair.ts';
import {createDeliveries} from './deliveries.ts';
import {authorityIndex, everyoneIndex, fristKey, type FristRecord} from '../records.ts';

/** 10,000 characters that JSON escapes. */
const bulky = '\\'.repeat(9_999) + 'x';
const broadcasts = 60;

const service = await useTestService(tlsSettings);
const store = useStoreOf(service);

const authority = callerWith(service.url, await organisation(skat));
const novo = '24256790';

const ids: number[] = [];
beforeAll(async () => {
  for (let turn = 0; turn < broadcasts; turn++) ids.push(await deliver(authority, {beskrivelse: bulky}));
});

/** The same store, which notes how many bytes of documents each read returns. */
function watched(): {watching: Store; reads: number[]} {
  const reads: number[] = [];
  const watching: Store = {
    ...store,
    async read(keys) {
      const found = await store.read(keys);
      reads.push(JSON.stringify(found).length);
      return found;
    },
  };
  return {watching, reads};
}

it.each([
  [
    'of a company',
    (from: Store) =>
      createCompanyCalendar(from)
        .read({cvrs: [novo]}, {fra: today()})
        .listAll(),
  ],
  ['of an authority', (from: Store) => createDeliveries(from).list(skat)],
] as const)(
  'a list of many large deadlines %s is read in pages of bounded size, between which other work runs',
  async (_, list) => {
    const {watching, reads} = watched();
    let turns = 0;
    const counting = setInterval(() => (turns += 1));
    for await (const page of list(watching)) expect(page.length).toBeLessThanOrEqual(bounds.maxPageLength);
    clearInterval(counting);
    const [first = 0, ...others] = reads;
    expect(others.length).toBeGreaterThan(2);
    expect(first).toBeLessThan(8 * bounds.maxPageBytes);
    expect(Math.max(...others)).toBeLessThan(1.1 * bounds.maxPageBytes);
    expect(turns).toBeGreaterThan(0);
  },
);

describe('a list leaves out a withdrawn deadline', () => {
  const monthsAgo = new Date(Date.now() - 60 * 86_400_000).toISOString();
  const remaining = async (index: Key) => (await store.scan(index, {limit: 1_000})).length;

  it('of an authority, whose index has lost it, and a repair does not bring it back', async () => {
    for (const id of ids.splice(0, 2))
      expect((await authority('DELETE', `/calendar/1/frister/${id}`)).status).toBe(200);
    const list = await authority('GET', '/calendar/1/frister');
    expect((list.body as {fristId: number}[]).map(({fristId}) => fristId)).toEqual(ids);
    expect(await remaining(authorityIndex(skat))).toBe(ids.length);
    expect(await repair(store, {report: () => undefined, end: () => undefined})).toMatchObject({
      entriesAdded: 0,
    });
  });

  it('of a company without a change of the index, also 30 days after it was withdrawn', async () => {
    const before = await remaining(everyoneIndex);
    const withdrawn = ids.splice(0, 2);
    for (const [place, document] of (await store.read(withdrawn.map(fristKey))).entries()) {
      const record = document?.value as FristRecord;
      await store.write(fristKey(withdrawn[place] ?? 0), {...record, slettet: monthsAgo, aendret: monthsAgo});
    }
    let steps = 0;
    const counting: Store = {
      ...store,
      removeEntries: entries => ((steps += 1), store.removeEntries(entries)),
    };
    for await (const page of createCompanyCalendar(counting)
      .read({cvrs: [novo]}, {fra: today()})
      .listAll())
      expect(page.map(({frist}) => frist.fristId)).not.toContain(withdrawn[0]);
    expect(steps).toBe(0);
    expect(await remaining(everyoneIndex)).toBe(before);
  });
});
