import ical from 'ical.js';
import {describe, expect, it, vi} from 'vitest';

import {deadline, deliver as deliverAs} from '../../testing/bodies.ts';
import {callerWith, organisation, tlsSettings} from '../../testing/certificates.ts';
import {createLink} from '../../testing/links.ts';
import {useTestService, skat} from '../../testing/service.ts';
import {addDays, formatDate, today} from '../../time/dates.ts';
import type {Store} from '../../store/store.ts';
import {useStoreOf} from '../../testing/store.ts';
import {createDeliveries} from '../authority/deliveries.ts';
import {createCompanyCalendar} from '../company-calendar.ts';
import type {CompanyFristItem} from '../responses.ts';

const asSkat = await organisation(skat);
const novo = '24256790';
const carlsberg = '61056416';
const lego = '47458714';

const inDays = (days: number) => formatDate(addDays(today(), days));

const {url, issuer, engine} = await useTestService(tlsSettings);

const skattestyrelsen = callerWith(url, asSkat);
const anonymous = callerWith(url);
const store = useStoreOf({engine});
const deliveries = createDeliveries(store);

const defaults = {fristDato: inDays(10), modtagere: novo};
const deliver = (changes: object = {}) => deliverAs(skattestyrelsen, {...defaults, ...changes});

async function change(id: number, changes: object): Promise<void> {
  const body = deadline({...defaults, ...changes});
  expect((await skattestyrelsen('PUT', `/calendar/1/frister/${id}`, body)).status).toBe(200);
}

async function company(cvr: string, person = 'employee') {
  const headers = await issuer.authorize(person, cvr);
  const call = (method: string, rest: string, body?: unknown, more: object = {}) =>
    anonymous(method, `/calendar/1/virksomheder/${cvr}${rest}`, body, {...more, ...headers});
  const list = async (query = '') => (await call('GET', `/frister${query}`)).body as CompanyFristItem[];
  const idsOf = async (query: string) => (await list(query)).map(({fristId}) => fristId);
  const find = async (id: number, query = '') => (await list(query)).find(({fristId}) => fristId === id);
  return {cvr, call, list, idsOf, find};
}

describe("a company's calendar", () => {
  it('has deadlines to it and to all, by date, then by id, without other recipients', async () => {
    const own = await company(lego);
    const [late, early, all, same] = [
      await deliver({modtagere: `${lego},${novo}`, fristDato: inDays(40)}),
      await deliver({modtagere: lego, fristDato: inDays(39)}),
      await deliver({modtagere: '', fristDato: inDays(40)}),
      await deliver({modtagere: lego, fristDato: inDays(40)}),
    ];
    await deliver({modtagere: novo, fristDato: inDays(40)});
    const period = `?fra=${inDays(39)}&til=${inDays(40)}`;
    const items = await own.list(period);
    expect(items.map(({fristId}) => fristId)).toEqual([early, late, all, same]);
    expect(await own.idsOf(`${period}&antal=3`)).toEqual([early, late, all]);
    expect(await own.idsOf(`${period}&antal=100`)).toEqual([early, late, all, same]);
    expect(items[0]).toEqual({
      fristId: early,
      afsenderCvr: skat,
      afsenderNavn: 'Skattestyrelsen',
      fristDato: inDays(39),
      overskrift: 'Moms',
      beskrivelse: '<p>Betal</p>',
      isLaest: false,
      isSlettet: false,
      slettet: null,
      isKlaret: false,
      klaret: null,
    });
  });

  it('begins today and has no end by default', async () => {
    const own = await company(carlsberg);
    const ids = [
      await deliver({modtagere: carlsberg, fristDato: inDays(1)}),
      await deliver({modtagere: carlsberg, fristDato: inDays(4000)}),
    ];
    expect((await own.list()).filter(({fristId}) => ids.includes(fristId))).toHaveLength(2);
    expect((await own.list(`?til=${inDays(1)}`)).map(({fristId}) => fristId)).toContain(ids[0]);
    expect((await own.list(`?fra=${inDays(2)}`)).map(({fristId}) => fristId)).not.toContain(ids[0]);
    expect(await own.list(`?fra=${inDays(3)}&til=${inDays(2)}`)).toEqual([]);
  });

  it('is complete with many deadlines on one day', async () => {
    const own = await company('10403782');
    const frist = {
      overskrift: 'Moms',
      beskrivelse: 'Betal',
      afsenderNavn: 'Skattestyrelsen',
      fristDato: addDays(today(), 50),
    };
    const ids: number[] = [];
    for (let round = 0; round < 110; round++) {
      for (const modtagere of [['10403782'], []])
        ids.push((await deliveries.create(skat, {...frist, modtagere})).fristId);
    }
    const items = await own.list(`?fra=${inDays(50)}&til=${inDays(50)}`);
    expect(items.map(({fristId}) => fristId)).toEqual(ids.sort((a, b) => a - b));
  });

  it.each([
    ['?fra=2026-12-01', 'fra'],
    ['?til=31-02-2027', 'til'],
    ['?fra=01-12-2026&fra=02-12-2026', 'fra'],
    ['?slettede=ja', 'slettede'],
    ...['0', '101', '-1', '1.5', '01', 'ti', '', '1&antal=1'].map(value => [`?antal=${value}`, 'antal']),
  ])('refuses %s', async (query, field) => {
    const own = await company(novo);
    const {status, body} = await own.call('GET', `/frister${query}`);
    expect(status).toBe(400);
    expect(Object.keys((body as {errors: object}).errors)).toEqual([field]);
  });

  it('does not count hidden deadlines for antal, except with slettede=true', async () => {
    const own = await company(carlsberg);
    const ids: number[] = [];
    for (const days of [400, 401, 402])
      ids.push(await deliver({modtagere: carlsberg, fristDato: inDays(days)}));
    await own.call('PUT', `/frister/${ids[0]}`, {isSlettet: true});
    const from = `?fra=${inDays(400)}&antal=2`;
    expect(await own.idsOf(from)).toEqual(ids.slice(1));
    expect(await own.idsOf(`${from}&slettede=true`)).toEqual(ids.slice(0, 2));
  });

  it('stops reading after the last returned deadline', async () => {
    const cvr = '13748136';
    const input = {
      overskrift: 'Moms',
      beskrivelse: 'Betal',
      afsenderNavn: 'Skattestyrelsen',
      modtagere: [cvr],
    };
    for (let place = 0; place < 60; place += 1)
      await deliveries.create(skat, {...input, fristDato: addDays(today(), 500 + place)});
    let documents = 0;
    const counting: Store = {
      ...store,
      read(keys) {
        documents += keys.length;
        return store.read(keys);
      },
    };
    const pages = createCompanyCalendar(counting)
      .read({cvrs: [cvr], owner: 'anna'}, {fra: addDays(today(), 500)})
      .list({includeHidden: false, includeDone: true, maxItems: 3});
    const found = [];
    for await (const page of pages) found.push(...page);
    expect(found).toHaveLength(3);
    // A page has at least 32 deadlines, of two or three months with two documents of marks each.
    expect(documents).toBeLessThanOrEqual(32 + 2 * 3);
  });
});

describe("GET of one of a company's deadlines", () => {
  it.each([
    ['to that company', `${novo},${lego}`],
    ['to all companies', ''],
  ])('returns a deadline %s as the list does', async (_, modtagere) => {
    const own = await company(novo);
    const id = await deliver({modtagere});
    await own.call('PUT', `/frister/${id}`, {isLaest: true});
    const {status, body, headers} = await own.call('GET', `/frister/${id}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({fristId: id, isLaest: true});
    expect(headers['cache-control']).toBe('private, no-cache');
    expect(await own.find(id)).toEqual(body);
  });

  it('returns hidden and past deadlines', async () => {
    const own = await company(novo);
    const hidden = await deliver();
    await own.call('PUT', `/frister/${hidden}`, {isSlettet: true});
    const body = {isSlettet: true};
    expect(await own.call('GET', `/frister/${hidden}`)).toMatchObject({status: 200, body});

    const input = {overskrift: 'VAT', beskrivelse: 'Pay', afsenderNavn: 'Skattestyrelsen', modtagere: [novo]};
    const {fristId} = await deliveries.create(skat, {...input, fristDato: addDays(today(), -30)});
    expect(await own.call('GET', `/frister/${fristId}`)).toMatchObject({status: 200, body: {fristId}});
  });

  it('is allowed to other origins', async () => {
    const origin = 'https://portal.example.dk';
    const {headers} = await (
      await company(novo)
    ).call('GET', `/frister/${await deliver()}`, undefined, {origin});
    expect(headers['access-control-allow-origin']).toBe(origin);
  });
});

describe('a mark', () => {
  it('as read belongs to the person, and as hidden or done to the company', async () => {
    const id = await deliver({modtagere: `${novo},${carlsberg}`});
    const [one, other, colleague] = [
      await company(novo),
      await company(carlsberg),
      await company(novo, 'bo'),
    ];
    const {status, body} = await one.call('PUT', `/frister/${id}`, {isLaest: true, isKlaret: true});
    expect({status, body}).toMatchObject({
      status: 200,
      body: {fristId: id, isLaest: true, isSlettet: false, isKlaret: true, klaret: {navn: null}},
    });
    expect(await one.find(id)).toEqual(body);
    expect(await other.find(id)).toMatchObject({isLaest: true, isKlaret: false, klaret: null});
    expect(await colleague.find(id)).toMatchObject({isLaest: false, isKlaret: true});
  });

  it('hides a deadline, except with slettede=true, until it is restored', async () => {
    const own = await company(novo);
    const id = await deliver({modtagere: ''});
    await own.call('PUT', `/frister/${id}`, {isSlettet: true});
    expect(await own.find(id)).toBeUndefined();
    expect(await own.find(id, '?slettede=true')).toMatchObject({isSlettet: true});
    await own.call('PUT', `/frister/${id}`, {isSlettet: false});
    expect(await own.find(id)).toMatchObject({isSlettet: false});
  });

  it('keeps other concurrent marks', async () => {
    const own = await company(novo);
    const id = await deliver();
    await Promise.all([
      own.call('PUT', `/frister/${id}`, {isLaest: true}),
      own.call('PUT', `/frister/${id}`, {isSlettet: true}),
    ]);
    expect(await own.find(id, '?slettede=true')).toMatchObject({isLaest: true, isSlettet: true});
  });

  const input = {
    overskrift: 'Moms',
    beskrivelse: 'Betal',
    afsenderNavn: 'Skattestyrelsen',
    fristDato: '2031-03-01',
    modtagere: [novo],
  };

  it.each([
    {isLaest: true, isKlaret: true},
    {isLaest: false, isSlettet: true},
  ])('stays when another request, which has read the deadline before it moved, sets %o later', async late => {
    const {fristId} = await deliveries.create(skat, input);
    const anna = {cvrs: [novo], owner: 'anna', name: 'Anna'};
    const calendar = createCompanyCalendar(store);
    const slow: Store = {
      ...store,
      async get(...given) {
        const found = await store.get(...given);
        if (given[0][0] !== 'frist') return found;
        await deliveries.update(skat, fristId, {...input, fristDato: '2031-03-02'}, () => undefined);
        await calendar.mark(anna, fristId, {isLaest: true, isKlaret: true});
        return found;
      },
    };
    await createCompanyCalendar(slow).mark({...anna, name: 'Bo'}, fristId, late);
    expect(await calendar.get(anna, fristId)).toMatchObject({
      isLaest: true,
      companies: [{isSlettet: false, klaret: {navn: 'Anna'}}],
    });
  });

  it.each([{isLaest: true}, {isKlaret: true}])(
    'is checked against what is stored when it sets %o',
    async marks => {
      const {fristId} = await deliveries.create(skat, input);
      const anna = {cvrs: [novo], owner: 'anna', name: 'Anna'};
      const calendar = createCompanyCalendar(store);
      const slow: Store = {
        ...store,
        async get(...given) {
          if (given[0][0] !== 'frist') await calendar.mark(anna, fristId, {isLaest: true, isSlettet: true});
          return store.get(...given);
        },
      };
      const changed = vi.fn();
      const mark = (on: Store) =>
        createCompanyCalendar(on).mark(anna, fristId, marks, anna.cvrs, changed, ({isLaest, companies}) => {
          if (isLaest || companies.some(({isSlettet}) => isSlettet)) throw new Error('It has changed.');
        });
      await expect(mark(slow)).rejects.toThrow('It has changed.');
      await calendar.mark(anna, fristId, {isLaest: false, isSlettet: false});
      expect(changed).not.toHaveBeenCalled();
      await mark(store);
      expect(changed).toHaveBeenCalledWith(fristId, [novo]);
    },
  );

  it('is reset when the authority changes the date, and as read also by a change of title, description or link', async () => {
    const own = await company(novo);
    const id = await deliver();
    const mark = () => own.call('PUT', `/frister/${id}`, {isLaest: true, isSlettet: true, isKlaret: true});
    for (const changes of [{overskrift: 'Ny'}, {beskrivelse: 'Ny'}, {link: 'https://skat.dk/ny'}]) {
      await mark();
      await change(id, changes);
      const marks = {isLaest: false, isSlettet: true, isKlaret: true};
      expect(await own.find(id, '?slettede=true')).toMatchObject({...marks, ...changes});
    }
    for (const fristDato of [inDays(12), inDays(60)]) {
      await mark();
      await change(id, {fristDato});
      const marks = {isLaest: false, isSlettet: false, isKlaret: false, klaret: null};
      expect(await own.find(id)).toMatchObject({...marks, fristDato});
    }
    await mark();
    await change(id, {fristDato: inDays(10), modtagere: `${novo},${lego}`});
    await mark();
    await change(id, {fristDato: inDays(10), modtagere: `${novo},${carlsberg}`});
    expect(await own.find(id, '?slettede=true')).toMatchObject({isLaest: true});
  });

  it('and a GET of one, also as iCalendar, require a deadline of the company', async () => {
    const own = await company(novo);
    const id = await deliver({modtagere: carlsberg});
    const gone = await deliver();
    await skattestyrelsen('DELETE', `/calendar/1/frister/${gone}`);
    for (const unknown of [id, gone, 'abc', '0', '01', '999999999']) {
      expect(await own.call('PUT', `/frister/${unknown}`, {isLaest: true})).toMatchObject({status: 404});
      for (const path of [`/frister/${unknown}`, `/frister/${unknown}/kalender.ics`])
        expect(await own.call('GET', path)).toMatchObject({status: 404, body: {code: 404}});
    }
  });
});

it('a deadline moves with its date and its companies', async () => {
  const [one, other] = [await company(novo), await company(carlsberg)];
  const id = await deliver();
  await change(id, {fristDato: inDays(20), modtagere: carlsberg});
  expect(await one.find(id)).toBeUndefined();
  expect(await other.find(id)).toMatchObject({fristDato: inDays(20)});
  expect(await other.list(`?fra=${inDays(10)}&til=${inDays(10)}`)).not.toContainEqual(
    expect.objectContaining({fristId: id}),
  );
  await skattestyrelsen('DELETE', `/calendar/1/frister/${id}`);
  expect(await other.find(id, '?slettede=true')).toBeUndefined();
});

describe('a feed', () => {
  /** Returns the lines of a deadline's event. */
  const eventOf = (id: number, text: string) =>
    text.split(/(?=BEGIN:VEVENT)/).find(part => part.includes(`UID:frist-${id}-${skat}-`)) ?? '';

  async function subscribe(own: Awaited<ReturnType<typeof company>>): Promise<string> {
    return `/calendar/1/abonnementer/${await createLink(store, [own.cvr])}.ics`;
  }

  it('keeps UID and raises SEQUENCE after an update, and cancels a withdrawn deadline, also in its title', async () => {
    const own = await company('20165715');
    const to = {modtagere: '20165715'};
    const id = await deliver(to);
    const path = await subscribe(own);
    const read = async () => {
      const {text} = await anonymous('GET', path);
      const lines = eventOf(id, text).split('\r\n');
      return Object.fromEntries(
        ['UID', 'SEQUENCE', 'DTSTART;VALUE=DATE', 'STATUS', 'SUMMARY', 'TRANSP'].map(name => [
          name,
          lines.find(line => line.startsWith(`${name}:`))?.slice(name.length + 1),
        ]),
      );
    };
    const first = await read();
    expect(first).toMatchObject({SEQUENCE: '0', STATUS: 'CONFIRMED'});
    await change(id, {...to, fristDato: inDays(30)});
    const second = await read();
    expect(second).toEqual({
      UID: first.UID,
      SEQUENCE: '1',
      'DTSTART;VALUE=DATE': addDays(today(), 30).replaceAll('-', ''),
      STATUS: 'CONFIRMED',
      SUMMARY: first.SUMMARY,
      TRANSP: 'TRANSPARENT',
    });
    await skattestyrelsen('DELETE', `/calendar/1/frister/${id}`);
    expect(await read()).toEqual({
      ...second,
      SEQUENCE: '2',
      STATUS: 'CANCELLED',
      SUMMARY: `Aflyst: ${first.SUMMARY ?? ''}`,
    });
  });

  it('differs from the feed of another company in its name and in the UID of the same deadline', async () => {
    const cvrs = [carlsberg, lego];
    const id = await deliver({modtagere: cvrs.join()});
    const texts = await Promise.all(
      cvrs.map(async cvr => (await anonymous('GET', await subscribe(await company(cvr)))).text),
    );
    for (const [place, cvr] of cvrs.entries()) {
      const calendar = new ical.Component(ical.parse(texts[place] ?? '') as unknown[]);
      expect(calendar.getFirstPropertyValue('x-wr-calname')).toBe(`Frister for CVR ${cvr}`);
      expect(calendar.getFirstPropertyValue('name')).toBe(`Frister for CVR ${cvr}`);
      const uids = calendar.getAllSubcomponents('vevent').map(event => event.getFirstPropertyValue('uid'));
      expect(uids).toContain(`frist-${id}-${skat}-${cvr}@tavle`);
      expect(uids.every(uid => String(uid).endsWith(`-${cvr}@tavle`))).toBe(true);
    }
  });

  it('leaves out hidden deadlines, and has reminders only with paamindelse, and not of deadlines that are done', async () => {
    const own = await company('44623528');
    const id = await deliver({modtagere: '44623528'});
    const path = await subscribe(own);
    const event = async (query = '') => eventOf(id, (await anonymous('GET', path + query)).text);
    expect(await event()).toContain('BEGIN:VEVENT');
    expect(await event()).not.toContain('VALARM');
    expect(await event('?paamindelse=7')).toMatch(
      /TRIGGER(?::-P6DT15H|;VALUE=DATE-TIME:\d{8}T0[78]0000Z)\r\n/,
    );
    expect(await anonymous('GET', `${path}?paamindelse=P7D`)).toMatchObject({
      status: 400,
      body: {errors: {paamindelse: [expect.any(String)]}},
    });
    await own.call('PUT', `/frister/${id}`, {isKlaret: true});
    expect(await event('?paamindelse=7')).toContain('BEGIN:VEVENT');
    expect(await event('?paamindelse=7')).not.toContain('VALARM');
    await own.call('PUT', `/frister/${id}`, {isKlaret: false});
    expect(await event('?paamindelse=7')).toContain('VALARM');
    await own.call('PUT', `/frister/${id}`, {isSlettet: true});
    expect(await event()).toBe('');
  });

  it('returns 404 for each unknown URL, however many come from one address', async () => {
    const guess = () => anonymous('GET', `/calendar/1/abonnementer/${'a'.repeat(43)}.ics`);
    for (let turn = 0; turn < 40; turn++) expect((await guess()).status).toBe(404);
  });
});
