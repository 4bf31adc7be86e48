import {readFileSync} from 'node:fs';
import {join} from 'node:path';

import {describe, expect, it} from 'vitest';

import {companies, deadline, deliver as deliverAs} from '../../testing/bodies.ts';
import {callerWith, organisation, tlsSettings} from '../../testing/certificates.ts';
import {newDirectory} from '../../testing/directory.ts';
import {bounds} from '../../bounds.ts';
import {newOperation} from '../../store/document-codec.ts';
import {silent} from '../../store/engine.ts';
import {openStore} from '../../store/open-store.ts';
import {whenReachable} from '../../store/testing/reachable.ts';
import {enginesOfLongRun} from '../../testing/engines.ts';
import {cvrClaim} from '../../testing/issuer.ts';
import {skat, useTestService} from '../../testing/service.ts';
import {addDays, formatDate, today} from '../../time/dates.ts';
import {createCompanyCalendar} from '../company-calendar.ts';
import type {SharedFristItem} from '../responses.ts';

const asSkat = await organisation(skat);
const [one = '', two = '', three = '', foreign = ''] = companies(4);
const own = [one, two, three];
const inDays = (days: number) => formatDate(addDays(today(), days));
const path = '/calendar/1/mine/frister';
const marks = '/calendar/1/mine/maerker';

describe.each(enginesOfLongRun)('the deadlines of several companies on %s', async engine => {
  const auditFile = join(newDirectory(), 'audit.jsonl');
  const service = await useTestService({...tlsSettings, TAVLE_AUDIT: auditFile}, {engine});
  const {url, issuer} = service;
  const authority = callerWith(url, asSkat);
  const anyone = callerWith(url);
  const deliver = (changes: object) => deliverAs(authority, changes);

  async function person(sub: string, cvrs: string | string[] = own, name?: unknown) {
    const token = await issuer.token(sub, {[cvrClaim]: cvrs, ...(name !== undefined && {name})});
    const call = (method: string, target: string, body?: unknown, headers: object = {}) =>
      anyone(method, target, body, {authorization: `Bearer ${token}`, ...headers});
    const list = async (query: string) => (await call('GET', path + query)).body as SharedFristItem[];
    return {call, list};
  }

  const on = (days: number, more = '') => `?fra=${inDays(days)}&til=${inDays(days)}${more}`;

  it('are in one list, each once, by date, then by id, with the companies that have received them', async () => {
    const {list} = await person('anna');
    const late = await deliver({modtagere: own.join(), fristDato: inDays(11)});
    const first = await deliver({modtagere: [three, one, foreign].join(), fristDato: inDays(10)});
    const toAll = await deliver({modtagere: '', fristDato: inDays(10), link: 'https://skat.dk/moms'});
    const last = await deliver({modtagere: two, fristDato: inDays(10)});
    await deliver({modtagere: foreign, fristDato: inDays(10)});
    const items = await list(`?fra=${inDays(10)}&til=${inDays(11)}`);
    expect(items.map(({fristId, virksomheder}) => [fristId, virksomheder.map(({cvr}) => cvr)])).toEqual([
      [first, [one, three]],
      [toAll, own],
      [last, [two]],
      [late, own],
    ]);
    const marks = {isLaest: false, isSlettet: false, slettet: null, isKlaret: false, klaret: null};
    expect(items[0]).toEqual({
      ...{fristId: first, afsenderCvr: skat, afsenderNavn: 'Skattestyrelsen', fristDato: inDays(10)},
      ...{overskrift: 'Moms', beskrivelse: '<p>Betal</p>'},
      virksomheder: [one, three].map(cvr => ({cvr, ...marks})),
    });
    expect(items[1]).toMatchObject({link: 'https://skat.dk/moms'});
    expect((await list(on(10, '&antal=2'))).map(({fristId}) => fristId)).toEqual([first, toAll]);
    const named = await list(on(10, `&cvr=${two}&cvr=${two}&cvr=${three}`));
    expect(named.map(({virksomheder}) => virksomheder.map(({cvr}) => cvr))).toEqual([
      [three],
      [two, three],
      [two],
    ]);
  });

  it('are sent to each of many accountants at the same time', async () => {
    const clients = companies(204).slice(4);
    await Promise.all(
      [220, 221, 222].map(days => deliver({modtagere: clients.join(), fristDato: inDays(days)})),
    );
    const people = await Promise.all(
      Array.from({length: 25}, (_, index) => person(`revisor-${index}`, clients)),
    );
    const responses = await Promise.all(
      people.flatMap(({call}) => [220, 221, 222, 223].map(days => call('GET', path + on(days)))),
    );
    expect(new Set(responses.map(({status}) => status))).toEqual(new Set([200]));
  });

  it('are marked for all companies or some, hidden and done by company, read by person', async () => {
    const anna = await person('anna', own, ' Anna Sørensen ');
    const bo = await person('bo', [two, three], 'Bo');
    const id = await deliver({modtagere: own.join(), fristDato: inDays(20)});
    const marksOf = (item?: SharedFristItem) =>
      item?.virksomheder.map(({cvr, isLaest, isSlettet, isKlaret}) => [cvr, isLaest, isSlettet, isKlaret]);

    const {status, body} = await anna.call('PUT', `${path}/${id}`, {
      virksomheder: [one, two],
      isKlaret: true,
    });
    expect(status).toBe(200);
    expect(marksOf(body as SharedFristItem)).toEqual([
      [one, false, false, true],
      [two, false, false, true],
      [three, false, false, false],
    ]);
    expect((body as SharedFristItem).virksomheder[0]?.klaret).toEqual({
      tid: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0[12]:00$/) as string,
      navn: 'Anna Sørensen',
    });
    await bo.call('PUT', `${path}/${id}`, {isLaest: true, isKlaret: true});
    await bo.call('PUT', `${path}/${id}`, {virksomheder: [three], isSlettet: true});

    const [forAnna] = await anna.list(on(20, '&slettede=true'));
    expect(marksOf(forAnna)).toEqual([
      [one, false, false, true],
      [two, false, false, true],
      [three, false, true, true],
    ]);
    expect(forAnna?.virksomheder.map(({slettet}) => slettet)).toEqual([
      null,
      null,
      {tid: expect.stringMatching(/^\d{4}-/) as string, navn: 'Bo'},
    ]);
    // A mark names the person who set it first.
    expect(forAnna?.virksomheder.map(({klaret}) => klaret?.navn)).toEqual([
      'Anna Sørensen',
      'Anna Sørensen',
      'Bo',
    ]);
    expect(marksOf((await bo.list(on(20)))[0])).toEqual([[two, true, false, true]]);
    expect(await bo.list(on(20, '&klarede=false'))).toEqual([]);

    await anna.call('PUT', `${path}/${id}`, {isKlaret: false, isSlettet: false});
    expect(marksOf((await bo.list(on(20, '&klarede=false')))[0])).toEqual([
      [two, true, false, false],
      [three, true, false, false],
    ]);
  });

  it('are unread again after a change of the text, and neither hidden nor done after one of the date', async () => {
    const {call, list} = await person('anna');
    const id = await deliver({modtagere: own.join(), fristDato: inDays(30)});
    const all = {isLaest: true, isSlettet: true, isKlaret: true};
    await call('PUT', `${path}/${id}`, all);
    const update = (changes: object) =>
      authority('PUT', `/calendar/1/frister/${id}`, deadline({modtagere: own.join(), ...changes}));
    const {body} = await update({fristDato: inDays(30), overskrift: 'Rettet'});
    expect(body).toMatchObject({isLaest: false, isSlettet: false});
    const hidden = {isLaest: false, isSlettet: true, isKlaret: true};
    expect((await list(on(30, '&slettede=true')))[0]?.virksomheder).toMatchObject([hidden, hidden, hidden]);
    await call('PUT', `${path}/${id}`, all);
    await update({fristDato: inDays(31), overskrift: 'Rettet'});
    const none = {isLaest: false, isSlettet: false, isKlaret: false, klaret: null};
    expect((await list(on(31)))[0]?.virksomheder).toMatchObject([none, none, none]);
  });

  it('show the name of the person on one line, without its open direction controls', async () => {
    const id = await deliver({modtagere: one, fristDato: inDays(41)});
    const {call} = await person('eve', one, '\u202eeve\r\n<b>'.padEnd(200, 'x'));
    const {body} = await call('PUT', `${path}/${id}`, {isKlaret: true});
    const navn = (body as SharedFristItem).virksomheder[0]?.klaret?.navn;
    expect(navn).toMatch(/^\u202eeve <b>x{92}\u202c$/u);
  });

  it('refuses companies that the token does not have, and deadlines that none of the companies has', async () => {
    const {call} = await person('anna');
    const id = await deliver({modtagere: [one, foreign].join(), fristDato: inDays(40)});
    expect(await call('GET', `${path}?cvr=${one}&cvr=${foreign}`)).toMatchObject({
      status: 403,
      body: {errors: {cvr: [expect.stringContaining(foreign)]}},
    });
    expect(await call('PUT', `${path}/${id}`, {virksomheder: [foreign], isLaest: true})).toMatchObject({
      status: 403,
      body: {errors: {virksomheder: [expect.stringContaining(foreign)]}},
    });
    const unknown: [number | string, string[]][] = [
      [id, [two]],
      [999_999, own],
      ['abc', own],
    ];
    for (const [target, virksomheder] of unknown) {
      const {status} = await call('PUT', `${path}/${target}`, {virksomheder, isLaest: true});
      expect(status).toBe(404);
    }
    for (const virksomheder of [one, [1]])
      expect(await call('PUT', `${path}/${id}`, {virksomheder})).toMatchObject({status: 400});
    const nobody = await person('anna', []);
    expect(await nobody.call('GET', path)).toMatchObject({status: 403});
    expect(await call('GET', `${path}?klarede=ja`)).toMatchObject({status: 400});
  });

  it('have an ETag that depends on the companies and changes with each mark, also of a colleague', async () => {
    const anna = await person('anna');
    const bo = await person('bo');
    const id = await deliver({modtagere: own.join(), fristDato: inDays(50)});
    const target = path + on(50, '&slettede=true');
    let tag = '';
    const read = async (accept = 'application/json') => {
      const headers = {'if-none-match': tag, accept};
      const {status, headers: received} = await anna.call('GET', target, undefined, headers);
      tag = String(received.etag);
      return status;
    };
    expect([await read(), await read()]).toEqual([200, 304]);
    for (const [by, marks] of [
      [anna, {isLaest: true}],
      [bo, {isKlaret: true}],
      [bo, {virksomheder: [two], isSlettet: true}],
    ] as const) {
      await by.call('PUT', `${path}/${id}`, marks);
      expect([await read(), await read()]).toEqual([200, 304]);
    }
    await bo.call('PUT', `${path}/${id}`, {isLaest: true, isKlaret: true});
    expect(await read()).toBe(304);
    expect([await read('text/csv'), await read('text/csv')]).toEqual([200, 304]);
    const fewer = await person('anna', [one]);
    const {headers} = await fewer.call('GET', target, undefined, {'if-none-match': tag});
    expect(headers.etag).not.toBe(tag);
  });

  it('as CSV have a row for each deadline and company, which a spreadsheet cannot run as formulas', async () => {
    const {call} = await person('anna', own, '=Anna');
    const id = await deliver({
      modtagere: [one, two].join(),
      fristDato: inDays(60),
      overskrift: '=1+1; "Moms"',
    });
    await call('PUT', `${path}/${id}`, {virksomheder: [two], isKlaret: true, isSlettet: true});
    const {text, headers} = await call('GET', path + on(60, '&slettede=true'), undefined, {
      accept: 'text/csv',
    });
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': 'attachment; filename="frister.csv"',
    });
    const rows = text.split('\r\n');
    expect(rows).toHaveLength(4);
    expect(rows[0]).toBe(
      'fristId;fristDato;overskrift;afsenderCvr;afsenderNavn;link;cvr;isLaest;isSlettet;slettetTid;slettetNavn;isKlaret;klaretTid;klaretNavn',
    );
    expect(rows[1]).toContain(`"'=1+1; ""Moms"""`);
    // Dates and numbers are as in JSON: programs compare them, and spreadsheets sort them.
    expect(rows[1]).toMatch(
      new RegExp(`^${id};${inDays(60)};.*;${skat};Skattestyrelsen;;${one};false;false;;;false;;$`),
    );
    expect(rows[2]).toMatch(/;false;true;\d{4}-[^;]*;'=Anna;true;\d{4}-[^;]*;'=Anna$/);
  });

  it.each(['text/csv', 'text/csv; charset=utf-8', 'application/json;q=0.1, TEXT/CSV'])(
    'are CSV for a client that accepts %s',
    async accept => {
      const {call} = await person('anna');
      const {headers} = await call('GET', path, undefined, {accept});
      expect(headers['content-type']).toMatch(/^text\/csv/);
    },
  );

  it('name once in Vary what they depend on, also of another origin and in a 304', async () => {
    const {call} = await person('anna');
    for (const more of [{}, {origin: 'https://portal.example.dk'}, {origin: 'https://evil.example'}]) {
      const first = await call('GET', path, undefined, more);
      const second = await call('GET', path, undefined, {...more, 'if-none-match': first.headers.etag});
      const ofCompany = await call('GET', `/calendar/1/virksomheder/${one}/frister`, undefined, more);
      const refused = await call('GET', `/calendar/1/virksomheder/${foreign}/frister`, undefined, more);
      expect([first, second, ofCompany, refused].map(({status, headers}) => [status, headers.vary])).toEqual([
        [200, 'Origin, Authorization, Accept'],
        [304, 'Origin, Authorization, Accept'],
        [200, 'Origin, Authorization'],
        [403, 'Origin, Authorization'],
      ]);
    }
  });

  it('are marked only for companies that the request names, and refuse a list that names none', async () => {
    const {call} = await person('anna');
    const id = await deliver({modtagere: [one, two].join(), fristDato: inDays(70)});
    const doneOf = async (virksomheder: unknown) => {
      const {status, body} = await call('PUT', `${path}/${id}`, {virksomheder, isKlaret: true, ukendt: 1});
      const {
        errors,
        message,
        virksomheder: marked = [],
      } = body as Partial<SharedFristItem> & {
        errors?: object;
        message?: string;
      };
      const done = marked.filter(({isKlaret}) => isKlaret).map(({cvr}) => cvr);
      return {status, ...(status === 200 ? {done} : {errors, message})};
    };
    const refused = (status: number, text: string) => ({
      status,
      errors: {virksomheder: [expect.stringContaining(text) as string]},
    });
    expect(await doneOf([])).toMatchObject(refused(422, 'at least one company'));
    expect(await doneOf(null)).toMatchObject(refused(422, 'list of CVR numbers, not null'));
    expect(await doneOf(Array(1001).fill(one))).toMatchObject(refused(422, 'at most 1000'));
    expect(await doneOf([one, foreign])).toMatchObject(refused(403, foreign));
    expect(await doneOf([three])).toMatchObject({
      status: 404,
      message: expect.stringContaining('No company of the request') as string,
    });
    expect(await doneOf([two, three, two])).toEqual({status: 200, done: [two]});
  });

  it('of one company are marked only if If-Match has the ETag of a GET', async () => {
    const [anna, bo] = [await person('anna'), await person('bo')];
    const target = `/calendar/1/virksomheder/${one}/frister/${await deliver({modtagere: one})}`;
    const {etag} = (await anna.call('GET', target)).headers;
    const put = async (headers: object) =>
      (await anna.call('PUT', target, {isSlettet: true}, headers)).status;
    await bo.call('PUT', target, {isKlaret: true});
    expect(await put({'if-match': etag})).toBe(412);
    const current = await anna.call('GET', target);
    expect(current).toMatchObject({body: {isSlettet: false, isKlaret: true}});
    expect(await put({'if-match': current.headers.etag})).toBe(200);
    expect(await put({'if-match': '*'})).toBe(200);
    const missing = `/calendar/1/virksomheder/${one}/frister/999999`;
    expect(await anna.call('PUT', missing, {}, {'if-match': '*'})).toMatchObject({status: 404});
  });

  it('are marked together in one request, each for its companies', async () => {
    const anna = await person('anna');
    const bo = await person('bo');
    const ids = await Promise.all(
      [85, 85, 86].map(days => deliver({modtagere: own.join(), fristDato: inDays(days)})),
    );
    const [first = 0, second = 0, third = 0] = ids;
    const foreignOnly = await deliver({modtagere: foreign, fristDato: inDays(86)});
    const frister = [
      {fristId: third, virksomheder: [two], isKlaret: true},
      {fristId: first, virksomheder: [one, three], isKlaret: true, isLaest: true},
      {fristId: second, virksomheder: own, isLaest: true},
      {fristId: third, virksomheder: [three], isSlettet: true},
      {fristId: foreignOnly, virksomheder: [one], isKlaret: true},
      {fristId: 999_999, virksomheder: [one], isKlaret: true},
    ];
    const marked = await anna.call('PUT', marks, {frister});
    const by = {tid: expect.any(String) as string, navn: null};
    expect(marked).toMatchObject({
      status: 200,
      body: [
        {fristId: third, virksomheder: [{cvr: two, isLaest: false, isKlaret: true, klaret: by}]},
        {
          fristId: first,
          virksomheder: [
            {cvr: one, isLaest: true, isKlaret: true, klaret: by},
            {cvr: three, isLaest: true, isKlaret: true},
          ],
        },
        {fristId: second, virksomheder: own.map(cvr => ({cvr, isLaest: true, isKlaret: false}))},
        {fristId: third, virksomheder: [{cvr: three, isSlettet: true, isKlaret: false}]},
      ],
    });
    const listed = await bo.list(`?fra=${inDays(85)}&til=${inDays(86)}&slettede=true`);
    const marksOf = ({cvr, isLaest, isSlettet, isKlaret}: SharedFristItem['virksomheder'][number]) =>
      [cvr, isLaest && 'read', isSlettet && 'hidden', isKlaret && 'done'].filter(Boolean).join(' ');
    expect(listed.map(({fristId, virksomheder}) => [fristId, virksomheder.map(marksOf)])).toEqual([
      [first, [`${one} done`, two, `${three} done`]],
      [second, own],
      [third, [one, `${two} done`, `${three} hidden`]],
    ]);
    expect(await anna.call('PUT', marks, {frister: [{fristId: 999_999, virksomheder: [one]}]})).toMatchObject(
      {
        status: 200,
        body: [],
      },
    );
  });

  it.each([
    [
      'companies of another person',
      403,
      [{virksomheder: [one, foreign]}, {virksomheder: [one]}, {virksomheder: [foreign]}],
      /^frister\[0\]\.virksomheder,frister\[2\]\.virksomheder$/,
    ],
    ['no company', 422, [{virksomheder: []}], /^frister\[0\]\.virksomheder$/],
    ['no list of companies', 422, [{}], /^frister\[0\]\.virksomheder$/],
    ['a number as text', 400, [{fristId: '1', virksomheder: [one]}], /^frister\[0\]\.fristId$/],
    ['a mark as a word', 400, [{virksomheder: [one], isKlaret: 'done'}], /^frister\[0\]\.isKlaret$/],
    [
      'too many companies in all',
      422,
      [{virksomheder: Array.from({length: 999}, () => one)}, {virksomheder: own}],
      /^frister$/,
    ],
    ['too many deadlines', 422, Array.from({length: 201}, () => ({virksomheder: [one]})), /^frister$/],
    ['no list', 400, 'alle', /^frister$/],
  ])('are not marked with %s', async (_, status, requests, field) => {
    const {call} = await person('anna');
    const frister = Array.isArray(requests) ? requests.map(each => ({fristId: 1, ...each})) : requests;
    const {body, ...response} = await call('PUT', marks, {frister});
    expect([response.status, Object.keys((body as {errors: object}).errors).join()]).toEqual([
      status,
      expect.stringMatching(field),
    ]);
  });

  it('keep the marks of a colleague when the person undoes their own ones', async () => {
    const [anna, bo] = [await person('anna', own, 'Anna'), await person('bo', own, 'Bo')];
    const id = await deliver({modtagere: own.join(), fristDato: inDays(87)});
    const mark = async ({call}: typeof anna, cvrs: string[], changes: object) => {
      const frister = [{fristId: id, virksomheder: cvrs, ...changes}];
      const {body} = await call('PUT', marks, {frister});
      return (body as {virksomheder: Record<string, unknown>[]}[])[0]?.virksomheder;
    };
    for (const name of ['isKlaret', 'isSlettet']) {
      await mark(anna, [one], {[name]: true});
      await mark(bo, own, {[name]: true});
      expect(await mark(bo, own, {[name]: false, kunEgne: true})).toMatchObject([
        {cvr: one, [name]: true},
        {cvr: two, [name]: false},
        {cvr: three, [name]: false},
      ]);
      expect(await mark(bo, [one], {[name]: false, kunEgne: false})).toMatchObject([
        {cvr: one, [name]: false},
      ]);
    }
  });

  it('are marked by two processes at the same time', async () => {
    const {call, list} = await person('anna');
    const ids = await Promise.all(
      Array.from({length: 60}, () => deliver({modtagere: one, fristDato: inDays(88)})),
    );
    const store = await whenReachable(openStore(service.engine.address, silent));
    const requests = ids.map(id => ({id, cvrs: [one], marks: {isSlettet: true}}));
    const calendar = createCompanyCalendar(store);
    const [response] = await Promise.all([
      call('PUT', marks, {frister: ids.map(fristId => ({fristId, virksomheder: [one], isKlaret: true}))}),
      calendar.markAll({cvrs: [one], owner: 'bo'}, requests, () => undefined),
    ]);
    await store.close();
    expect(response.status).toBe(200);
    const listed = await list(on(88, '&slettede=true'));
    expect(listed).toHaveLength(60);
    for (const {virksomheder} of listed)
      expect(virksomheder).toMatchObject([{isKlaret: true, isSlettet: true}]);
  });

  it('are refused marks beyond the limit of a month, and keep those that they have', async () => {
    const {call, list} = await person('anna');
    const id = await deliver({modtagere: one, fristDato: '05-03-2098'});
    const of = (first: number, mark: unknown) =>
      Object.fromEntries(Array.from({length: bounds.maxMarks}, (_, index) => [first + index, mark]));
    const [company, reads] = [`virksomhed/${one}/maerker/2098-03`, 'person/anna/laest/2098-03'];
    const store = await whenReachable(openStore(service.engine.address, silent));
    const operation = newOperation();
    await store.contents.putDocuments([
      {path: company, version: 1, operation, value: of(900_000, {dateRevision: 0, klaret: {tid: ''}})},
      {path: reads, version: 1, operation, value: of(900_000, 0)},
    ]);
    const refused = {status: 403, body: {message: expect.stringContaining('5000 deadlines') as string}};
    for (const marks of [{isKlaret: true}, {isSlettet: true}, {isLaest: true}])
      expect(await call('PUT', `${path}/${id}`, marks)).toMatchObject(refused);
    const documents = await store.contents.read([company, reads]);
    await store.close();
    expect(documents.map(document => Object.keys(document?.value as object).length)).toEqual([
      bounds.maxMarks,
      bounds.maxMarks,
    ]);
    const both = await deliver({modtagere: `${one},${two}`, fristDato: '06-03-2098'});
    const frister = [{fristId: both, virksomheder: [two, one], isKlaret: true}];
    expect(await call('PUT', marks, {frister})).toMatchObject(refused);
    const lastLine = () =>
      JSON.parse(readFileSync(auditFile, 'utf8').trim().split('\n').at(-1) ?? '') as object;
    expect(lastLine()).toMatchObject({id: String(both), companies: [two, one], code: 403});
    const changes = {virksomheder: [two, one], isSlettet: true};
    expect(await call('PUT', `${path}/${both}`, changes)).toMatchObject(refused);
    expect(lastLine()).toMatchObject({id: String(both), companies: [two, one], code: 403});
    expect((await list('?fra=06-03-2098&til=06-03-2098&slettede=true'))[0]?.virksomheder).toMatchObject([
      {cvr: one, isKlaret: false, isSlettet: false},
      {cvr: two, isKlaret: true, isSlettet: true},
    ]);
    expect(await call('PUT', `${path}/${id}`, {isKlaret: false})).toMatchObject({status: 200});
    expect((await list('?fra=05-03-2098&til=05-03-2098'))[0]?.virksomheder).toMatchObject([
      {isKlaret: false},
    ]);
  });

  it('have one audit line for each change, with its companies', async () => {
    const {call} = await person('carla');
    const id = await deliver({modtagere: own.join(), fristDato: inDays(70)});
    await call('PUT', `${path}/${id}`, {virksomheder: [one], isKlaret: true});
    await call('PUT', `${path}/${id}`, {isKlaret: true});
    await call('PUT', `${path}/${id}`, {isKlaret: true});
    const other = await deliver({modtagere: one, fristDato: inDays(71)});
    const together = (marks: object) => ({
      frister: [id, other].map(fristId => ({fristId, virksomheder: [one], ...marks})),
    });
    await call('PUT', marks, together({isSlettet: true}));
    await call('PUT', marks, together({isSlettet: true}));
    // The line names what has changed: not `one`, nor deadlines that `two` does not have.
    const some = [
      {fristId: id, virksomheder: [one, two, two], isSlettet: true},
      {fristId: other, virksomheder: [two], isSlettet: true},
      {fristId: 777_777, virksomheder: [two], isSlettet: true},
    ];
    expect(await call('PUT', marks, {frister: some})).toMatchObject({
      status: 200,
      body: [{fristId: id, virksomheder: [{cvr: one}, {cvr: two}]}],
    });
    const lines = readFileSync(auditFile, 'utf8')
      .split('\n')
      .filter(line => line.includes('"carla"'))
      .map(line => JSON.parse(line) as object);
    const shared = {
      interface: 'E',
      method: 'PUT',
      caller: 'carla',
      id: String(id),
      changed: ['isKlaret'],
      code: 200,
    };
    expect(lines).toMatchObject([
      {...shared, onBehalfOf: one},
      // In a cluster, the marks of either company may be stored first.
      {
        ...shared,
        companies: expect.toBeOneOf([
          [two, three],
          [three, two],
        ]) as string[],
      },
      {ids: [String(id), String(other)], onBehalfOf: one, changed: ['isSlettet'], code: 200},
      {...shared, onBehalfOf: two, changed: ['isSlettet']},
    ]);
  });
});
