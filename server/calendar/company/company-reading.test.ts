import {describe, expect, it} from 'vitest';

import type {Store} from '../../store/store.ts';
import {deliver as deliverAs} from '../../testing/bodies.ts';
import {callerWith, organisation, type TestResponse, tlsSettings} from '../../testing/certificates.ts';
import {skat, useTestService} from '../../testing/service.ts';
import {useStoreOf} from '../../testing/store.ts';
import {addDays, formatDate, today} from '../../time/dates.ts';
import type {CompanyFristItem} from '../responses.ts';
import {createCompanyCalendar} from '../company-calendar.ts';
import {createDeliveries} from '../authority/deliveries.ts';

const novo = '24256790';
const carlsberg = '61056416';
const lego = '47458714';

const service = await useTestService(tlsSettings);
const authority = callerWith(service.url, await organisation(skat));
const anyone = callerWith(service.url);
const store = useStoreOf(service);

const inDays = (days: number) => addDays(today(), days);

const deliver = (modtagere: string, days = 10) =>
  deliverAs(authority, {fristDato: formatDate(inDays(days)), modtagere});

/** Sends a request as a company. */
async function asCompany(
  cvr: string,
  method: string,
  rest: string,
  {body, headers}: {body?: unknown; headers?: Record<string, string>} = {},
): Promise<TestResponse> {
  const path = `/calendar/1/virksomheder/${cvr}/frister${rest}`;
  return anyone(method, path, body, {...headers, ...(await service.issuer.authorize('employee', cvr))});
}

const mark = (cvr: string, id: number, body: object) => asCompany(cvr, 'PUT', `/${id}`, {body});

const idsOf = ({body}: TestResponse) => (body as CompanyFristItem[]).map(({fristId}) => fristId);

describe("GET of one of a company's deadlines", () => {
  it.each([
    ['to that company', `${novo},${lego}`],
    ['to all companies', ''],
  ])('returns a deadline %s as the list does', async (_, modtagere) => {
    const id = await deliver(modtagere);
    await mark(novo, id, {isLaest: true});
    const {status, body, headers} = await asCompany(novo, 'GET', `/${id}`);
    expect(status).toBe(200);
    expect(body).toEqual({
      fristId: id,
      afsenderCvr: skat,
      afsenderNavn: 'Skattestyrelsen',
      fristDato: formatDate(inDays(10)),
      overskrift: 'Moms',
      beskrivelse: '<p>Betal</p>',
      isLaest: true,
      isSlettet: false,
    });
    expect(headers['cache-control']).toBe('private, no-cache');
    const list = (await asCompany(novo, 'GET', '')).body as CompanyFristItem[];
    expect(list.find(({fristId}) => fristId === id)).toEqual(body);
  });

  it('returns hidden and past deadlines', async () => {
    const id = await deliver(novo);
    await mark(novo, id, {isSlettet: true});
    expect(await asCompany(novo, 'GET', `/${id}`)).toMatchObject({status: 200, body: {isSlettet: true}});

    const input = {overskrift: 'VAT', beskrivelse: 'Pay', fristDato: inDays(-30), modtagere: [novo]};
    const {fristId} = await createDeliveries(store).create(skat, input);
    expect(await asCompany(novo, 'GET', `/${fristId}`)).toMatchObject({status: 200, body: {fristId}});
  });

  it('returns 404 for one that did not reach the company, that was withdrawn, or that does not exist', async () => {
    const [other, withdrawn] = [await deliver(carlsberg), await deliver(novo)];
    await authority('DELETE', `/calendar/1/frister/${withdrawn}`);
    for (const id of [other, withdrawn, 999_999_999, 'abc', '0', '01']) {
      expect(await asCompany(novo, 'GET', `/${id}`)).toMatchObject({status: 404, body: {code: 404}});
    }
  });

  it('is allowed to HEAD, GET and PUT, and to other origins', async () => {
    const id = await deliver(novo);
    expect(await asCompany(novo, 'HEAD', `/${id}`)).toMatchObject({status: 200, text: ''});
    const {status, headers} = await asCompany(novo, 'DELETE', `/${id}`);
    expect(status).toBe(405);
    expect(String(headers.allow).split(', ').sort()).toEqual(['GET', 'HEAD', 'PUT']);
    const origin = 'https://portal.example.dk';
    const response = await asCompany(novo, 'GET', `/${id}`, {headers: {origin}});
    expect(response.headers['access-control-allow-origin']).toBe(origin);
  });
});

describe("antal of a company's list", () => {
  it('returns the first deadlines by date, then by id', async () => {
    const [late, second, first, alsoSecond] = [
      await deliver(lego, 300),
      await deliver(lego, 290),
      await deliver('', 289),
      await deliver(lego, 290),
    ];
    // Later days may have deadlines of other tests to all companies.
    const from = `?fra=${formatDate(inDays(289))}&til=${formatDate(inDays(300))}`;
    expect(idsOf(await asCompany(lego, 'GET', `${from}&antal=3`))).toEqual([first, second, alsoSecond]);
    expect(idsOf(await asCompany(lego, 'GET', `${from}&antal=1`))).toEqual([first]);
    const all = [first, second, alsoSecond, late];
    expect(idsOf(await asCompany(lego, 'GET', `${from}&antal=100`))).toEqual(all);
  });

  it('does not count hidden deadlines, except with slettede=true', async () => {
    const ids = [await deliver(carlsberg, 400), await deliver(carlsberg, 401), await deliver(carlsberg, 402)];
    await mark(carlsberg, ids[0] ?? 0, {isSlettet: true});
    const from = `?fra=${formatDate(inDays(400))}&antal=2`;
    expect(idsOf(await asCompany(carlsberg, 'GET', from))).toEqual(ids.slice(1));
    expect(idsOf(await asCompany(carlsberg, 'GET', `${from}&slettede=true`))).toEqual(ids.slice(0, 2));
  });

  it.each(['0', '101', '-1', '1.5', '01', 'ti', '', '1&antal=1'])('refuses antal=%s', async value => {
    expect(await asCompany(novo, 'GET', `?antal=${value}`)).toMatchObject({
      status: 400,
      body: {errors: {antal: [expect.any(String)]}},
    });
  });

  it('stops reading after the last returned deadline', async () => {
    const company = '10403782';
    const input = {overskrift: 'Moms', beskrivelse: 'Betal', modtagere: [company]};
    for (let place = 0; place < 60; place += 1)
      await createDeliveries(store).create(skat, {...input, fristDato: inDays(500 + place)});
    let documents = 0;
    const counting: Store = {
      ...store,
      read(keys) {
        documents += keys.length;
        return store.read(keys);
      },
    };
    const pages = createCompanyCalendar(counting).list(company, {fra: inDays(500)}, false, 3);
    const found = [];
    for await (const page of pages) found.push(...page);
    expect(found).toHaveLength(3);
    // A page has at least 32 deadlines, each with its mark.
    expect(documents).toBe(2 * 32);
  });
});
