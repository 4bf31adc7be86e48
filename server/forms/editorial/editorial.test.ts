import {describe, expect, it, onTestFinished, vi} from 'vitest';

import {bounds} from '../../bounds.ts';
import {toCsv} from '../../http/csv.ts';
import {repair} from '../../maintenance/repair.ts';
import {emptyPortal} from '../../portal/portal.ts';
import {storedBytesKey} from '../../store/storage-quota.ts';
import {requiredV1, requiredV2} from '../../testing/bodies.ts';
import {callerWith, organisation, tlsSettings, type TestResponse} from '../../testing/certificates.ts';
import {newDirectory} from '../../testing/directory.ts';
import {newStore, openForTest} from '../../testing/store.ts';
import {dafolo, useTestService, startServiceForTest} from '../../testing/service.ts';
import {createRegistry} from '../registry.ts';
import {variantKey} from '../variant.ts';
import {createEditorial} from './editorial.ts';

const asDafolo = await organisation(dafolo);
const published = {publiceringsdato: '2020-01-01'};
const editor = {roles: ['citizen', 'tavle-redaktoer']};

interface Item {
  diaId: string;
  titel: string;
  tilstand: string;
  soegeord: string | null;
  nyeForslag: boolean;
  publiceringsdato: string | null;
  url: string | null;
}

interface Page {
  naeste: string | null;
  formularer: Item[];
}

/** Parses CSV as RFC 4180 defines it. */
function parseCsv(text: string, separator = ';'): string[][] {
  const rows: string[][] = [[]];
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^"${separator}\\r\\n]*))(${separator}|\\r\\n|$)`, 'g');
  for (const [, quoted, plain, end] of text.matchAll(cell)) {
    rows.at(-1)?.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'));
    if (end === '\r\n') rows.push([]);
  }
  return rows.filter(row => row.length > 1);
}

const service = await useTestService(tlsSettings);

const {url} = service;
const supplier = callerWith(url, asDafolo);
const anyone = callerWith(url);
const callAs = async (claims: Record<string, unknown>) => {
  const authorization = `Bearer ${await service.issuer.token('ida', claims)}`;
  return (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    anyone(method, `/redaktion/1${path}`, body, {authorization, ...headers});
};
let made = 0;

async function put(fields: object, egetId = `g-${++made}`): Promise<{diaId: string; egetId: string}> {
  const response = await supplier('PUT', `/dia/2/formular/${dafolo}/${egetId}`, {...requiredV2, ...fields});
  expect(response).toMatchObject({status: 201});
  return {egetId, diaId: (response.body as {diaId: string}).diaId};
}

const pageOf = ({body}: TestResponse) => body as Page;

describe('the list of an editor', () => {
  it('has every variant that is not deleted, with its state, suggestion and keywords', async () => {
    const call = await callAs(editor);
    const title = `Liste ${++made}`;
    const shown = await put({titel: `${title} a`, ...published, forslagTilSoegeord: 'anlægsgartner'});
    const planned = await put({titel: `${title} b`, publiceringsdato: '2099-01-01'});
    const never = await put({titel: `${title} c`});
    const gone = await put({titel: `${title} d`, ...published});
    await supplier('DELETE', `/dia/2/formular/${dafolo}/${gone.egetId}`);
    const old = await supplier('POST', '/dia/1/formular', {
      ...{...requiredV1, ...published, egetId: `g-${++made}`, titel: `${title} e`},
    });
    expect(old.status).toBe(201);
    const list = async (query: string) =>
      pageOf(await call('GET', `/formularer?antal=100&${query}`)).formularer;
    const named = `soeg=${encodeURIComponent(title)}`;
    expect(await list(named)).toMatchObject([
      {
        ...{diaId: shown.diaId, egetId: shown.egetId, leverandoerCvr: dafolo, leverandoer: 'Dafolo'},
        ...{udstillere: ['ERST'], tilstand: 'publiceret', forslagTilSoegeord: 'anlægsgartner'},
        ...{soegeord: null, nyeForslag: true, publiceringsdato: '2020-01-01T00:00:00+0100'},
      },
      {diaId: planned.diaId, tilstand: 'planlagt', nyeForslag: false, forslagTilSoegeord: null},
      {diaId: never.diaId, tilstand: 'afpubliceret', publiceringsdato: null},
      {titel: `${title} e`, tilstand: 'publiceret'},
    ]);
    expect(await list(`${named}&tilstand=planlagt`)).toMatchObject([{diaId: planned.diaId}]);
    expect(await list(`${named}&nye=true`)).toMatchObject([{diaId: shown.diaId}]);
    expect(await list(`soeg=gartner+${made - 1}`)).toEqual([]);
    expect(await list('soeg=anlaegsgartner')).toMatchObject([{diaId: shown.diaId}]);
    expect(await list('soeg=%C2%A7')).toEqual([]);
    expect(await list('soeg=+')).not.toEqual([]);
  });

  it('finds the words in the first 1,000 characters of each of title, keywords and suggestion', async () => {
    const call = await callAs(editor);
    const many = (word: string) => Array.from({length: 60}, (_, place) => `${word}${place}`).join(', ');
    const {diaId, egetId} = await put({titel: `Ordrig ${++made}`});
    expect(await call('PUT', `/formularer/${diaId}`, {soegeord: many('emneord')})).toMatchObject({
      status: 200,
    });
    await put({titel: `Ordrig ${made}`, forslagTilSoegeord: many('forslag')}, egetId);
    for (const word of ['ordrig', 'emneord59', 'forslag59']) {
      const found = await call('GET', `/formularer?soeg=${word}+${made}`);
      expect(pageOf(found).formularer).toMatchObject([{diaId}]);
    }
  });

  it('has a form that can never appear as not published: its form master ends it before it begins', async () => {
    const call = await callAs(editor);
    const title = `Aldrig ${++made}`;
    const late = {masterId: '5344', publiceringsdato: '2099-01-01', afpubliceringsdato: null};
    const created = await supplier('POST', '/dia/1/formular', {
      ...{...requiredV1, ...late, egetId: `g-${made}`, titel: title},
    });
    expect(created.status).toBe(201);
    const restore = await service.editPortal(({formularmastre, ...file}) => ({
      ...file,
      formularmastre: formularmastre.map(each => ({...each, afpubliceringsdato: '2090-01-01'})),
    }));
    onTestFinished(restore);
    const list = await call('GET', `/formularer?soeg=${encodeURIComponent(title)}`);
    expect(pageOf(list).formularer).toMatchObject([{tilstand: 'afpubliceret'}]);
  });

  it('has forms as not published that the portal shows nowhere, because their supplier or authority has left its file', async () => {
    const call = await callAs(editor);
    const title = `Forladt${++made}`;
    await put({titel: title, ...published});
    await put({titel: title, publiceringsdato: '2099-01-01'});
    await put({titel: title, ...published, udstillere: 'SKST'});
    const list = async () =>
      pageOf(await call('GET', `/formularer?soeg=${title}`)).formularer.map(({tilstand, url: page}) => [
        tilstand,
        page !== null,
      ]);
    const shown = [
      ['publiceret', true],
      ['planlagt', false],
      ['publiceret', true],
    ];
    const hidden = ['afpubliceret', false];
    expect(await list()).toEqual(shown);
    const withoutErst = await service.editPortal(({myndigheder, ...file}) => ({
      ...file,
      myndigheder: myndigheder.filter(({forkortelse}) => forkortelse !== 'ERST'),
    }));
    expect(await list()).toEqual([hidden, hidden, shown[2]]);
    await withoutErst();
    const numbers = async () => (await call('GET', '/overblik')).body as {tilstande: object};
    const restore = await service.editPortal(({leverandoerer, ...file}) => ({
      ...file,
      leverandoerer: leverandoerer.filter(({cvr}) => cvr !== dafolo),
    }));
    onTestFinished(restore);
    expect(await list()).toEqual([hidden, hidden, hidden]);
    expect((await numbers()).tilstande).toMatchObject({publiceret: 0, planlagt: 0});
  });

  it('ignores parameters that it does not know', async () => {
    const call = await callAs(editor);
    const title = `Ukendt ${++made}`;
    const {diaId} = await put({titel: title, ...published});
    const unknown = 'utm_source=mail&Nye=nej&__proto__=1';
    const list = await call('GET', `/formularer?soeg=${encodeURIComponent(title)}&${unknown}`);
    expect(pageOf(list).formularer).toMatchObject([{diaId}]);
    const changed = await call('PUT', `/formularer/${diaId}?${unknown}`, {soegeord: 'ord'});
    expect(changed).toMatchObject({status: 200, body: {soegeord: 'ord'}});
  });

  it('takes empty parameters as the defaults', async () => {
    const call = await callAs(editor);
    const empty = await call('GET', '/formularer?soeg=&tilstand=&nye=&antal=&efter=');
    expect(empty).toMatchObject({status: 200, body: (await call('GET', '/formularer')).body});
  });

  it('comes in pages, each variant once', async () => {
    const call = await callAs(editor);
    const title = `Sider${++made}`;
    for (let count = 0; count < 5; count += 1) await put({titel: title});
    const found: string[] = [];
    let after = '';
    for (let pages = 0; pages < 10; pages += 1) {
      const page = pageOf(await call('GET', `/formularer?soeg=${title}&antal=2${after}`));
      expect(page.formularer.length).toBeLessThanOrEqual(2);
      found.push(...page.formularer.map(({diaId}) => diaId));
      if (page.naeste === null) break;
      after = `&efter=${page.naeste}`;
    }
    expect(new Set(found)).toHaveLength(5);
    expect(found).toHaveLength(5);
  });

  it.each(['antal=0', 'antal=101', 'tilstand=alle', 'nye=ja', 'efter=x', 'soeg=a&soeg=b'])(
    'refuses %s',
    async query => {
      const response = await (await callAs(editor))('GET', `/formularer?${query}`);
      expect(response).toMatchObject({status: 400});
    },
  );
});

describe('a change of an editor', () => {
  it('makes the form found by the keywords, never by the suggestion', async () => {
    const call = await callAs(editor);
    const [title, word] = [`Titel${++made}`, `ord${made}`];
    const {diaId} = await put({titel: title, ...published, forslagTilSoegeord: word});
    const found = async (text: string) => {
      const {body} = await anyone('GET', `/formularer/1?soeg=${text}`);
      return (body as {formularer: {titel: string}[]}).formularer.some(({titel}) => titel === title);
    };
    const expectFound = (text: string) =>
      vi.waitFor(async () => expect(await found(text)).toBe(true), {interval: 200});
    await expectFound(title);
    expect(await found(word)).toBe(false);
    const changed = await call('PUT', `/formularer/${diaId}`, {soegeord: ` ${word}, andet `});
    expect(changed).toMatchObject({status: 200, body: {soegeord: `${word}, andet`, nyeForslag: false}});
    await expectFound(word);
  });

  it('keeps what the body omits, and clears what is null', async () => {
    const call = await callAs(editor);
    const {diaId} = await put({titel: 'Datoer', ...published});
    const path = `/formularer/${diaId}`;
    await call('PUT', path, {soegeord: 'ord', afpubliceringsdato: '2099-01-01'});
    expect(await call('PUT', path, {})).toMatchObject({
      body: {soegeord: 'ord', afpubliceringsdato: '2099-01-01T00:00:00+0100', tilstand: 'publiceret'},
    });
    expect(await call('PUT', path, {soegeord: null, publiceringsdato: null})).toMatchObject({
      body: {soegeord: null, publiceringsdato: null, tilstand: 'afpubliceret'},
    });
  });

  it('with null removes a date, and with the object of a GET changes no date, whatever dates the form master has', async () => {
    const call = await callAs(editor);
    const title = `Master${++made}`;
    const form = {...requiredV1, egetId: `g-${++made}`, titel: title};
    expect(await supplier('POST', '/dia/1/formular', form)).toMatchObject({status: 201});
    const [item] = pageOf(await call('GET', `/formularer?soeg=${title}`)).formularer;
    expect(item?.publiceringsdato).toEqual(expect.any(String));
    const path = `/formularer/${item?.diaId}`;
    const none = {publiceringsdato: null, tilstand: 'afpubliceret'};
    expect(await call('PUT', path, {publiceringsdato: null})).toMatchObject({status: 200, body: none});
    const {body} = await call('GET', path);
    const saved = await call('PUT', path, {...(body as object), soegeord: 'ord'});
    expect(saved).toMatchObject({status: 200, body: {...none, soegeord: 'ord'}});
    // The undo of a date that the form did not have.
    await call('PUT', path, {publiceringsdato: '2020-01-01'});
    expect(await call('PUT', path, {publiceringsdato: null})).toMatchObject({status: 200, body: none});
  });

  it.each([
    [422, {soegeord: 'a\nb'}, 'soegeord'],
    [422, {publiceringsdato: 'i morgen'}, 'publiceringsdato'],
    [422, {afpubliceringsdato: '2019-01-01'}, 'afpubliceringsdato'],
  ])('gets %d for %j', async (status, body, field) => {
    const call = await callAs(editor);
    const {diaId} = await put({titel: 'Regler', ...published});
    expect(await call('PUT', `/formularer/${diaId}`, body)).toMatchObject({
      status,
      body: {errors: {[field]: [expect.any(String)]}},
    });
  });

  it('changes no field of the supplier but the dates', async () => {
    const call = await callAs(editor);
    const {diaId} = await put({titel: 'Regler', ...published});
    const changed = await call('PUT', `/formularer/${diaId}`, {titel: 'Ny titel', nyeForslag: true});
    expect(changed).toMatchObject({status: 200, body: {titel: 'Regler', nyeForslag: false}});
  });

  it('gets 412 after a change of the supplier, which sees the new dates and no keywords', async () => {
    const call = await callAs(editor);
    const {diaId, egetId} = await put({titel: 'Konflikt', ...published, forslagTilSoegeord: 'et'});
    const path = `/formularer/${diaId}`;
    const read = await call('GET', path);
    const tag = read.headers.etag as string;
    await put({forslagTilSoegeord: 'to'}, egetId);
    expect(await call('PUT', path, {soegeord: 'et'}, {'if-match': tag})).toMatchObject({status: 412});
    const again = await call('GET', path);
    expect(again.body).toMatchObject({forslagTilSoegeord: 'to', nyeForslag: true, soegeord: null});
    const saved = await call(
      'PUT',
      path,
      {soegeord: 'to', publiceringsdato: '2022-01-01'},
      {'if-match': again.headers.etag as string},
    );
    expect(saved).toMatchObject({status: 200, body: {nyeForslag: false}});
    const own = await supplier('GET', `/dia/2/formular/${dafolo}/${egetId}`);
    expect(own.body).toMatchObject({publiceringsdato: '2022-01-01T00:00:00+0100'});
    expect(own.text).not.toContain('soegeord"');
    await put({titel: 'Konflikt 2'}, egetId);
    expect((await call('GET', path)).body).toMatchObject({soegeord: 'to', nyeForslag: false});
  });

  it('is lost by no deletion and return of the form', async () => {
    const call = await callAs(editor);
    const {diaId, egetId} = await put({titel: 'Genoplivet', ...published});
    await call('PUT', `/formularer/${diaId}`, {soegeord: 'ord'});
    await supplier('DELETE', `/dia/2/formular/${dafolo}/${egetId}`);
    expect(await call('GET', `/formularer/${diaId}`)).toMatchObject({status: 404});
    expect(await call('PUT', `/formularer/${diaId}`, {soegeord: 'x'})).toMatchObject({status: 404});
    await put({titel: 'Genoplivet', ...published}, egetId);
    expect(await call('GET', `/formularer/${diaId}`)).toMatchObject({body: {soegeord: 'ord'}});
  });
});

it('an editor sets keywords and dates of a form whose supplier has used up its storage quota', async () => {
  const address = `file:${newDirectory()}/store`;
  const full = await startServiceForTest(address, {...tlsSettings, TAVLE_MAX_SUPPLIER_MB: '1'});
  const store = await openForTest(address);
  const asSupplier = callerWith(full.url, asDafolo);
  const authorization = `Bearer ${await full.issuer.token('ida', editor)}`;
  const counter = storedBytesKey('leverandoer', dafolo);
  const write = async (length: number) => {
    const texts = {beskrivelse: 'x'.repeat(length), forslagTilSoegeord: 'y'.repeat(300)};
    const written = await asSupplier('PUT', `/dia/2/formular/${dafolo}/a`, {...requiredV2, ...texts});
    return (written.body as {diaId: string}).diaId;
  };
  await write(1_000);
  const {value} = (await store.get(variantKey({cvr: dafolo, egetId: 'a'}))) as {value: {fields: object}};
  // One character more, and its long texts would be stored separately.
  const diaId = await write(1_000 + bounds.maxInlineVariantBytes - JSON.stringify(value.fields).length);
  const stored = await store.add(counter, 0);
  const filler = 1024 ** 2 - stored;
  await store.add(counter, filler);
  const edit = (body: object) =>
    callerWith(full.url)('PUT', `/redaktion/1/formularer/${diaId}`, body, {authorization});
  const until = {afpubliceringsdato: '2099-01-01'};
  for (const body of [{soegeord: 'moms, afgift'}, published, until, {...published, ...until}])
    expect(await edit(body)).toMatchObject({status: 200});
  const counted = await store.add(counter, -filler);
  await repair(store, {report: () => undefined, end: () => undefined});
  expect(await store.add(counter, 0)).toBe(counted);
});

it('a long suggestion is cut in the list, and whole in the variant', async () => {
  const call = await callAs(editor);
  const title = `Lang${++made}`;
  const suggestion = `x${'🚢'.repeat(9_999)}`;
  const {diaId} = await put({
    titel: title,
    ...{...published, forslagTilSoegeord: suggestion, beskrivelse: 'x'.repeat(15_000)},
  });
  const [item] = pageOf(await call('GET', `/formularer?soeg=${title}`)).formularer;
  expect(item).toMatchObject({forslagTilSoegeord: `${suggestion.slice(0, 999)}\ufffd`, nyeForslag: true});
  expect((await call('GET', `/formularer/${diaId}`)).body).toMatchObject({
    forslagTilSoegeord: suggestion,
  });
  expect(await call('PUT', `/formularer/${diaId}`, {soegeord: 'ord'})).toMatchObject({
    body: {forslagTilSoegeord: suggestion},
  });
});

it('key figures are JSON and CSV, with harmless cells', async () => {
  const call = await callAs(editor);
  const formula = '=HYPERLINK("https://evil.example";"æ, ø")';
  const {diaId} = await put({
    titel: 'Nøgletal, "med" tegn\u{2028}',
    ...{aarligeBlanketter: 12, obligatoriskDigital: false, internKommentar: formula},
    ...{loesningsmetode: 'linje 1\r\nlinje 2', beskrivelse: 'x'.repeat(15_000), forventetDigital: 2},
  });
  const rows = (await call('GET', '/noegletal')).body as Record<string, unknown>[];
  const row = rows.find(each => each.diaId === diaId) ?? {};
  expect(row).toMatchObject({
    ...{aarligeBlanketter: 12, obligatoriskDigital: false, internKommentar: formula, udstillere: 'ERST'},
    ...{forventetDigital: 2, forventetDigitalTekst: 'Er sket', leverandoerCvr: dafolo},
    ...{aarligeSystemTilSystem: null, loesningsmetode: 'linje 1\r\nlinje 2'},
  });
  const csv = await call('GET', '/noegletal', undefined, {accept: 'text/csv'});
  expect(csv.headers['content-type']).toContain('text/csv');
  expect(csv.headers.vary).toContain('Accept');
  expect(csv.text).toMatch(/^\u{feff}?diaId;titel;/u);
  const [head = [], ...cells] = parseCsv(csv.text.replace(/^\u{feff}/u, ''));
  expect(head).toEqual(Object.keys(row));
  const line = cells.find(([first]) => first === `'${diaId}`) ?? [];
  const own = Object.fromEntries(line.map((cell, place): [string, string] => [head[place] ?? '', cell]));
  expect(own).toMatchObject({
    ...{titel: row.titel, internKommentar: `'${formula}`, loesningsmetode: 'linje 1\r\nlinje 2'},
    ...{aarligeBlanketter: '12', obligatoriskDigital: 'false', aarligeSystemTilSystem: ''},
  });
});

it.each([';', ',', '\t'])('key figures as CSV have the separator %j, and ids stay texts', async separator => {
  const call = await callAs(editor);
  const egetId = `00${++made}`;
  const {diaId} = await put(
    {titel: '1-2; 3, 4\t5', loesningsmetode: '2 maj', formOpgaveNoegler: 'SAND'},
    egetId,
  );
  const path = `/noegletal?separator=${encodeURIComponent(separator)}`;
  const csv = await call('GET', path, undefined, {accept: 'text/csv'});
  expect(csv.status).toBe(200);
  const [head, ...rows] = parseCsv(csv.text.replace(/^\u{feff}/u, ''), separator);
  expect(head?.slice(0, 5)).toEqual(['diaId', 'titel', 'leverandoer', 'leverandoerCvr', 'egetId']);
  expect(rows.find(row => row[4] === `'${egetId}`)?.slice(0, 8)).toEqual([
    ...[`'${diaId}`, "'1-2; 3, 4\t5", 'Dafolo', `'${dafolo}`, `'${egetId}`, 'ERST', "'SAND", "'2 maj"],
  ]);
  expect(new Set(rows.map(row => row.length))).toEqual(new Set([head?.length]));
});

it.each(['separator=', 'separator=%7C', 'separator=komma', 'separator=;&separator=;'])(
  'refuses %s of key figures',
  async query => {
    const call = await callAs(editor);
    expect(await call('GET', `/noegletal?${query}`, undefined, {accept: 'text/csv'})).toMatchObject({
      status: 400,
      body: {errors: {separator: [expect.any(String)]}},
    });
  },
);

describe('a caller without the role', () => {
  it.each([{}, {roles: 'borger'}, {roles: ['tavle']}, {roles: {a: 'tavle-redaktoer'}}])(
    'with %j gets 403, whether a variant exists or not',
    async claims => {
      const {diaId} = await put({titel: 'Hemmelig'});
      const call = await callAs(claims);
      for (const path of [`/formularer/${diaId}`, '/formularer/9.99999', '/formularer', '/noegletal'])
        expect(await call('GET', path)).toMatchObject({status: 403});
      for (const id of [diaId, '9.99999'])
        expect(await call('PUT', `/formularer/${id}`, {soegeord: 'x'})).toMatchObject({status: 403});
    },
  );
});

it('reads the key figures of large forms one by one, and lets other work run', async () => {
  const store = await newStore();
  const registry = createRegistry(store, () => emptyPortal);
  const law = {titel: 'x'.repeat(1_800), url: 'https://lov.example.dk/'};
  const fields = {
    ...({titel: 'Stor', udstillere: 'SKST', formularType: 'aktiv-top'} as const),
    urlTilLovstof: Array.from({length: 480}, () => law),
  };
  for (let number = 0; number < 40; number += 1) {
    await registry.put({cvr: dafolo, egetId: `stor-${number}`}, () => ({masterId: '0', fields}));
  }
  let turns = 0;
  const counting = setInterval(() => (turns += 1), 0);
  const lengths: number[] = [];
  for await (const page of createEditorial(store, registry, () => emptyPortal).keyFigures())
    if (page.length) lengths.push(page.length);
  clearInterval(counting);
  expect(lengths).toEqual(Array<number>(40).fill(1));
  expect(turns).toBeGreaterThan(5);
});

it('reads the key figures of all forms except one whose texts are lost', async () => {
  const store = await newStore();
  const registry = createRegistry(store, () => emptyPortal);
  const fields = {
    titel: 'Stor',
    udstillere: 'SKST',
    formularType: 'aktiv-top',
    fritekst1: 'x'.repeat(9_000),
  } as const;
  for (const egetId of ['a', 'b']) await registry.put({cvr: dafolo, egetId}, () => ({masterId: '0', fields}));
  await store.contents.removeDocument(`leverandoer/${dafolo}/formular/a/tekster`);
  const found: string[] = [];
  for await (const page of createEditorial(store, registry, () => emptyPortal).keyFigures())
    found.push(...page.map(({egetId}) => egetId));
  expect(found).toEqual(['b']);
});

it('key figures and numbers have a form once that its supplier changes while they are read', async () => {
  const store = await newStore();
  const registry = createRegistry(store, () => emptyPortal);
  const put = (egetId: string) =>
    registry.put({cvr: dafolo, egetId}, () => ({
      masterId: '0',
      fields: {titel: egetId, udstillere: 'SKST', formularType: 'aktiv-top', forventetDigital: 2},
    }));
  const ids = Array.from({length: 70}, (_, number) => `form-${number}`);
  for (const egetId of ids) await put(egetId);
  let reads = 0;
  const changing: typeof store = {
    ...store,
    async read(keys) {
      const documents = await store.read(keys);
      // The first form was read, the last one was not.
      if ((reads += 1) === 1) for (const egetId of ['form-0', 'form-69']) await put(egetId);
      return documents;
    },
  };
  const editorial = createEditorial(changing, registry, () => emptyPortal);
  const found: string[] = [];
  for await (const page of editorial.keyFigures()) found.push(...page.map(({egetId}) => egetId));
  expect(found.toSorted()).toEqual(ids.toSorted());
  reads = 0;
  expect(await editorial.overview()).toMatchObject({states: {afpubliceret: 70}});
});

it('counts variants by state, and what is digital by authority', async () => {
  const service = await startServiceForTest(`file:${newDirectory()}/store`, tlsSettings);
  const call = callerWith(service.url, asDafolo);
  const put = async (egetId: string, fields: object) =>
    expect(
      await call('PUT', `/dia/2/formular/${dafolo}/${egetId}`, {...requiredV2, ...fields}),
    ).toMatchObject({status: 201});
  await put('a', {...published, forventetDigital: 2, aarligeBlanketter: 100, aarligeDigitaleLoesninger: 200});
  await put('b', {publiceringsdato: '2099-01-01', forventetDigital: 2, aarligeSystemTilSystem: 100});
  await put('c', {forventetDigital: 1, aarligeBlanketter: -5, forslagTilSoegeord: 'moms'});
  const authorization = `Bearer ${await service.issuer.token('ida', editor)}`;
  const {body} = await callerWith(service.url)('GET', '/redaktion/1/overblik', undefined, {authorization});
  const {forventetDigital, myndigheder, ...counts} = body as {
    forventetDigital: {tekst: string | null; antal: number}[];
    myndigheder: object[];
  };
  expect(counts).toEqual({tilstande: {publiceret: 1, planlagt: 1, afpubliceret: 1}, nyeForslag: 1});
  expect(forventetDigital.filter(({antal}) => antal > 0)).toEqual([
    {tekst: 'Ikke besluttet', antal: 1},
    {tekst: 'Er sket', antal: 2},
  ]);
  expect(myndigheder).toEqual([{navn: expect.any(String) as string, aarlige: 400, digitale: 300}]);
});

it('knows editors by the claim and the value of the settings', async () => {
  const service = await startServiceForTest(`file:${newDirectory()}/store`, {
    TAVLE_TOKEN_EDITOR_CLAIM: 'realm_access.roles',
    TAVLE_TOKEN_EDITOR_VALUE: 'redaktion',
  });
  const call = async (claims: Record<string, unknown>) => {
    const authorization = `Bearer ${await service.issuer.token('ida', claims)}`;
    return (await callerWith(service.url)('GET', '/redaktion/1/formularer', undefined, {authorization}))
      .status;
  };
  expect(await call({realm_access: {roles: ['redaktion']}})).toBe(200);
  expect(await call(editor)).toBe(403);
});

it.each([
  ['a;=1+1', "a;'=1+1"],
  ['a,@x', "a,'@x"],
  ['a\n=1', "a\n'=1"],
  ['a\r+1\t-1', "a\r'+1\t'-1"],
  ['＝1', "'＝1"],
  ['; "=1', '; "\'=1'],
  ['\tx', "'\tx"],
  ['a=b - c', 'a=b - c'],
])('a spreadsheet cannot run %j as a formula with any separator', (text, harmless) => {
  expect(toCsv([text], ';').replaceAll('""', '\0').replaceAll('"', '').replaceAll('\0', '"')).toBe(
    `${harmless}\r\n`,
  );
});

it.each([
  ['1E5', "'1E5"],
  ['2 e3', "'2 e3"],
  ['1e5 kr', "'1e5 kr"],
  ['2.E-3', "'2.E-3"],
  ['10kr', "'10kr"],
  ['3maj', "'3maj"],
  ['E0', 'E0'],
  ['e 2', 'e 2'],
])('a spreadsheet reads %j as text', (text, cell) => {
  expect(toCsv([text], ';')).toBe(`${cell}\r\n`);
});
