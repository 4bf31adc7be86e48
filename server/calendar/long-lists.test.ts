import {beforeAll, describe, expect, it} from 'vitest';

import {bounds} from '../limits/bounds.ts';
import type {Store} from '../store/store.ts';
import {deliver} from '../testing/bodies.ts';
import {callerWith, organisation, tlsSettings} from '../testing/certificates.ts';
import {skat, useTestService} from '../testing/service.ts';
import {useStoreOf} from '../testing/store.ts';
import {today} from '../time/dates.ts';
import {createCompanyCalendar} from './company.ts';
import {createDeliveries} from './deliveries.ts';

/** 10,000 characters that JSON writes with six each. */
const bulky = '\u0001'.repeat(9_999) + 'x';
const broadcasts = 60;

const service = await useTestService(tlsSettings);
const store = useStoreOf(service);

const authority = callerWith(service.url, await organisation(skat));
const novo = '24256790';
const asNovo = await service.issuer.authorize('anna', novo);
const companyList = `/calendar/1/virksomheder/${novo}/frister`;

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

describe('a list of many bulky deadlines', () => {
  it.each([
    ['of a company', callerWith(service.url), companyList, asNovo],
    ['of an authority', authority, '/calendar/1/frister', {}],
  ] as const)('%s is streamed whole, with an ETag', async (_, call, path, headers) => {
    const {status, body, headers: sent} = await call('GET', path, undefined, headers);
    expect(status).toBe(200);
    expect((body as {fristId: number}[]).map(({fristId}) => fristId)).toEqual(ids);
    expect(sent['content-length']).toBeUndefined();
    const again = await call('GET', path, undefined, {...headers, 'if-none-match': String(sent.etag)});
    expect(again.status).toBe(304);
  });

  it.each([
    ['of a company', (from: Store) => createCompanyCalendar(from).list(novo, {fra: today()})],
    ['of an authority', (from: Store) => createDeliveries(from).list(skat)],
  ] as const)('%s is read in pages of bounded size, between which other work runs', async (_, list) => {
    const {watching, reads} = watched();
    let turns = 0;
    const counting = setInterval(() => (turns += 1));
    for await (const page of list(watching)) expect(page.length).toBeLessThanOrEqual(bounds.maxPageLength);
    clearInterval(counting);
    const [first = 0, ...others] = reads;
    expect(others.length).toBeGreaterThan(2);
    expect(first).toBeLessThan(3 * bounds.maxPageBytes);
    expect(Math.max(...others)).toBeLessThan(1.1 * bounds.maxPageBytes);
    expect(turns).toBeGreaterThan(0);
  });
});
