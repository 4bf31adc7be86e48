import {describe, expect, it, onTestFinished, vi} from 'vitest';

import {requiredV1, requiredV2 as required} from '../testing/bodies.ts';
import {callerWith, organisation, type TestResponse, tlsSettings} from '../testing/certificates.ts';
import {dafolo as dafoloCvr, kmd as kmdCvr, useTestService} from '../testing/service.ts';
import {expectations} from './fields-v2.ts';

const asDafolo = await organisation(dafoloCvr);
const asKmd = await organisation(kmdCvr);

/** Returns the names of the fields with errors in a response, in alphabetical order. */
const fieldsOf = ({body}: TestResponse) => Object.keys((body as {errors: object}).errors).sort();

const optional = {
  kortBeskrivelse: 'Kort',
  beskrivelse: '<p>Lang</p>',
  forudsaetninger: 'Hav klar',
  trin: 'Et\nTo',
  kontaktInformation: 'Ring',
  urlTilLovstof: [{titel: 'Lov', url: 'https://retsinformation.dk/1'}],
  urlTilVejledning: 'https://erst.dk/vejledning',
  skabelon: '002',
  fritekst1: '1',
  fritekst2: '2',
  fritekst3: '3',
  hjaelp: 'Hjælp',
  aktivTopIntegrationsform: 'module',
  urlTest: 'https://test.erst.dk',
  urlProd: 'https://erst.dk',
  kraeverSSO: true,
  eidPersonLinkTest: 'a',
  eidPersonLinkProd: 'b',
  eidVirksomhedLinkTest: 'c',
  eidVirksomhedLinkProd: 'd',
  ssiLinkTest: 'e',
  ssiLinkProd: 'f',
  startKnapTekst: 'Start',
  brugerdefineretJavascript: 'alert(1)',
  forslagTilSoegeord: 'a, b',
  formOpgaveNoegler: '1.2.3',
  loesningsmetode: 'Digital løsning',
  aarligeBlanketter: 10,
  aarligeDigitaleLoesninger: 20,
  aarligeDigitaleLoesningerIntegreretPaaPortal: 30,
  aarligeSystemTilSystem: 0,
  internKommentar: 'Intern',
  obligatoriskDigital: false,
};

const service = await useTestService(tlsSettings);
const {url} = service;

const dafolo = callerWith(url, asDafolo);
const kmd = callerWith(url, asKmd);
const list = `/dia/2/formular/${dafoloCvr}`;
let made = 0;
const fresh = () => `${list}/kb-${++made}`;

async function create(changes: Record<string, unknown> = {}): Promise<string> {
  const path = fresh();
  expect(await dafolo('PUT', path, {...required, ...changes})).toMatchObject({status: 201});
  return path;
}

describe('authorization', () => {
  it('allows the supplier and organisations that may act for it', async () => {
    const own = `/dia/2/formular/${kmdCvr}/a`;
    expect(await kmd('PUT', own, required)).toMatchObject({status: 201});
    expect(await dafolo('GET', own)).toMatchObject({status: 200});
    expect(await dafolo('PUT', own, {titel: 'På vegne af'})).toMatchObject({status: 201});
    expect((await kmd('GET', own)).body).toMatchObject({titel: 'På vegne af'});
  });

  it('rejects all others', async () => {
    const path = await create();
    for (const [method, address, body] of [
      ['GET', list],
      ['GET', path],
      ['PUT', path, {titel: 'Andres'}],
      ['DELETE', path],
    ] as const) {
      expect(await kmd(method, address, body)).toMatchObject({status: 403, body: {code: 403}});
      expect(await callerWith(url)(method, address, body)).toMatchObject({status: 401, body: {code: 401}});
    }
    expect((await dafolo('GET', path)).body).toMatchObject({titel: required.titel});
  });
});

describe('PUT', () => {
  const texts = [
    'titel',
    'kortBeskrivelse',
    'beskrivelse',
    'forudsaetninger',
    'trin',
    'kontaktInformation',
    'fritekst1',
    'fritekst2',
    'fritekst3',
    'hjaelp',
    'eidPersonLinkTest',
    'eidVirksomhedLinkProd',
    'ssiLinkTest',
    'startKnapTekst',
    'forslagTilSoegeord',
    'formOpgaveNoegler',
    'loesningsmetode',
    'internKommentar',
  ];

  it('rejects control characters other than tabs and line breaks in each text', async () => {
    for (const character of ['\0', '\x07', '\v', '\x1b', '\x7f', '\x84', '\x86', '\x9f']) {
      const body = Object.fromEntries(texts.map(field => [field, `a${character}b`]));
      const urlTilLovstof = [{titel: `a${character}`, url: 'https://lov.dk'}];
      const response = await dafolo('PUT', fresh(), {...required, ...body, urlTilLovstof});
      expect(response.status).toBe(422);
      expect(Object.keys((response.body as {errors: object}).errors).toSorted()).toEqual(
        [...texts, 'urlTilLovstof[0].titel'].toSorted(),
      );
    }
    const allowed = Object.fromEntries(texts.map(field => [field, 'a\tb\r\nc']));
    expect(await dafolo('PUT', fresh(), {...required, ...allowed})).toMatchObject({status: 201});
  });

  it('rejects U+0000 only in brugerdefineretJavascript', async () => {
    const put = (brugerdefineretJavascript: string) =>
      dafolo('PUT', fresh(), {...required, brugerdefineretJavascript});
    expect(await put('"\x1b\f\x7f"')).toMatchObject({status: 201});
    expect(await put('"\0"')).toMatchObject({
      status: 422,
      body: {
        errors: {brugerdefineretJavascript: ['Must not contain control characters: remove U+0000.']},
      },
    });
  });

  it.each(['\u200b', '\u2060\u00ad', '\ufeff\u200b'])('rejects the invisible egetId %j', async id => {
    const path = `${list}/${encodeURIComponent(id)}`;
    expect((await dafolo('PUT', path, required)).status).toBe(422);
  });

  it('says that the page of a published form has no start button', async () => {
    const published = {...required, formularType: 'integration-ekstern-link', publiceringsdato: '2020-01-01'};
    const messageOf = async (body: object) =>
      ((await dafolo('PUT', fresh(), body)).body as {message: string}).message;
    expect(await messageOf(published)).toContain('has no start button');
    expect(await messageOf({...published, urlProd: 'https://erst.dk'})).not.toContain('start button');
    expect(await messageOf({...published, publiceringsdato: null})).not.toContain('start button');
  });

  it('says that a variant has no page because its date is null', async () => {
    const address = fresh();
    const put = async (body: object) =>
      ((await dafolo('PUT', address, {...required, ...body})).body as {message: string}).message;
    expect(await put({})).not.toContain('has no page');
    expect(await put({publiceringsdato: '2020-01-01'})).not.toContain('has no page');
    expect(await put({publiceringsdato: null})).toMatch(
      /^The form variant was updated \(it has no page: publiceringsdato is null\): /,
    );
  });

  it.each([
    ['udstillere', 'erst', ' Did you mean ERST?'],
    ['formularType', 'integration-ekstern-linc', ' Did you mean integration-ekstern-link?'],
    ['formularType', 'integration-iframe-med-titel', ' Did you mean integration-iframe-960-med-titel?'],
    ['aktivTopIntegrationsform', 'Modul', ' Did you mean module?'],
    ['forventetDigital', 'er sket', ' Did you mean Er sket?'],
    ['udstillere', 'x'.repeat(900), 'is not one.'],
    ['udstillere', ' NIX ', '" NIX " is not one.'],
    ['publiceringsdato', '24-12-2030', 'such as 2030-12-24 or 2030-12-24T12:00:00+0100.'],
  ])('explains an invalid %s: %j', async (field, value, end) => {
    const response = await dafolo('PUT', fresh(), {...required, [field]: value});
    expect(response).toMatchObject({
      status: 422,
      body: {errors: {[field]: [expect.stringMatching(new RegExp(`${end.replaceAll(/[.?+]/g, '\\$&')}$`))]}},
    });
  });

  it('finds an authority by its abbreviation in any Unicode form', async () => {
    // The portal file and the request can each have the letter å as one character, or as a letter with a mark.
    for (const [inFile, inRequest] of [
      ['L\u00e5s\u00f8', 'La\u030as\u00f8'],
      ['La\u030as\u00f8', 'L\u00e5s\u00f8'],
    ] as const) {
      const restore = await service.editPortal(({myndigheder, ...file}) => ({
        ...file,
        myndigheder: myndigheder.map(each =>
          each.forkortelse === 'ERST' ? {...each, forkortelse: inFile} : each,
        ),
      }));
      onTestFinished(restore);
      const titel = `Tegn${++made}`;
      const path = await create({udstillere: inRequest, titel, publiceringsdato: '2020-01-01'});
      expect((await dafolo('GET', path)).body).toMatchObject({
        udstillere: 'L\u00e5s\u00f8',
        permalink: titel,
      });
      const authority = encodeURIComponent(inRequest);
      expect(await dafolo('GET', `/formularer/1/${authority}/${titel}`)).toMatchObject({status: 200});
      const search = () => dafolo('GET', `/formularer/1?myndighed=${authority}&soeg=${titel}`);
      await vi.waitFor(async () => expect((await search()).body).toMatchObject({antal: 1}), {interval: 200});
      await restore();
    }
  });

  it('accepts the forventet fields as text of a number', async () => {
    const path = await create();
    expect(await dafolo('PUT', path, {forventetDigital: '3', forventetIdriftsat: '7'})).toMatchObject({
      status: 201,
    });
    expect((await dafolo('GET', path)).body).toMatchObject({
      forventetDigital: '2014 – Første halvår',
      forventetIdriftsat: 'Senere',
    });
    for (const forventetDigital of ['0', '8', '02', '2.0', ' 2', ''])
      expect(await dafolo('PUT', path, {forventetDigital})).toMatchObject({status: 422});
  });

  it('creates a variant with the observed representation', async () => {
    const path = fresh();
    const {status, headers, body} = await dafolo('PUT', path, {
      ...required,
      ...optional,
      publiceringsdato: '2015-12-14T12:59:00+0100',
      afpubliceringsdato: '2199-07-01T00:00:00Z',
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      status: 'Created',
      code: 201,
      message: expect.stringContaining('created') as string,
      diaId: expect.stringMatching(/^0\.\d+$/) as string,
      permalink: expect.stringMatching(/^\w+$/) as string,
      formUrl: expect.any(String) as string,
    });
    const {permalink, formUrl} = body as {permalink: string; formUrl: string};
    expect(formUrl).toBe(`https://portal.example.dk/erhverv/myndigheder/stat/ERST/${permalink}`);
    expect(headers.location).toBe(path);
    const {urlTilVejledning, ...sameName} = optional;
    const read = await dafolo('GET', path);
    expect(read.body).toEqual({
      ...sameName,
      diaId: (body as {diaId: string}).diaId,
      ...{permalink, formUrl},
      udstillere: 'ERST',
      titel: required.titel,
      alternativeTitler: [],
      formularType: 'aktiv-top',
      utlTilVejledning: urlTilVejledning,
      skabelon: '2',
      publiceringsdato: '2015-12-14T12:59:00+0100',
      afpubliceringsdato: '2199-07-01T02:00:00+0200',
      forventetDigital: 'Er sket',
      forventetIdriftsat: '2014 – Første halvår',
      forventetTilgaengelig: 'Ikke besluttet',
      forventetIntegreret: 'Senere',
    });
    expect(Object.keys(read.body as object).slice(0, 3)).toEqual(['diaId', 'udstillere', 'titel']);
  });

  it('stores null for missing fields', async () => {
    const {body} = await dafolo('GET', await create());
    const nulls = Object.entries(body as object).filter(([, value]) => value === null);
    expect(nulls.map(([name]) => name)).toHaveLength(Object.keys(optional).length - 1 + 2);
    expect(body).toMatchObject({kraeverSSO: false, publiceringsdato: null, utlTilVejledning: null});
  });

  it('with only a title updates a variant, and returns all missing fields for a new one', async () => {
    const path = await create();
    const update = await dafolo('PUT', path, {titel: 'Kun titel'});
    expect(update).toMatchObject({status: 201, body: {status: 'Created', code: 201}});
    expect((update.body as {message: string}).message).toContain('updated');
    expect(update.headers.location).toBeUndefined();
    expect((await dafolo('GET', path)).body).toMatchObject({
      titel: 'Kun titel',
      forventetDigital: 'Er sket',
    });

    const refused = await dafolo('PUT', fresh(), {titel: 'Kun titel'});
    expect(refused.status).toBe(422);
    const {titel, ...missing} = required;
    expect(titel).toBeDefined();
    expect((refused.body as {errors: object}).errors).toEqual(
      Object.fromEntries(Object.keys(missing).map(field => [field, ['Is required.']])),
    );
  });

  it.each<[string, unknown, number, string?]>([
    ['udstillere', 'ERST,SKST', 422],
    ['udstillere', 'NIX', 422],
    ['udstillere', '', 422],
    ['urlTilLovstof', [{titel: 'a', url: 'x'}], 422, 'urlTilLovstof[0].url'],
    ['skabelon', 'a', 422],
    ['skabelon', '1.5', 422],
    ['skabelon', '9999999999999999', 422],
    ['skabelon', 1.5, 400],
    ['urlProd', 'https://', 422],
    ['publiceringsdato', 'i morgen', 422],
    ['forventetDigital', 0, 422],
    ['forventetIdriftSat', 8, 422],
    ['forventetTilgaengelig', '8', 422],
    ['utlTilVejledning', 'a', 422],
    ['forventetIdriftsat', 8, 422],
  ])('refuses a wrong %s (%j), on creation and on update', async (field, value, code, named = field) => {
    const path = await create();
    const before = (await dafolo('GET', path)).text;
    for (const response of [
      await dafolo('PUT', path, {[field]: value}),
      await dafolo('PUT', fresh(), {...required, [field]: value}),
    ]) {
      expect(response.status).toBe(code);
      expect(fieldsOf(response)).toEqual([named]);
    }
    expect((await dafolo('GET', path)).text).toBe(before);
  });

  it('rejects an egetId that is longer than 40 or differs from the URL', async () => {
    expect(await dafolo('PUT', `${list}/${'a'.repeat(40)}`, required)).toMatchObject({status: 201});
    expect(await dafolo('PUT', `${list}/${'a'.repeat(41)}`, required)).toMatchObject({status: 422});
    expect(await dafolo('PUT', fresh(), {...required, egetId: 'andet'})).toMatchObject({status: 422});
  });

  it('rejects an afpubliceringsdato before publiceringsdato, with either in the body', async () => {
    const dates = {publiceringsdato: '2020-01-02', afpubliceringsdato: '2020-01-03'};
    const path = await create(dates);
    const both = {afpubliceringsdato: '2021-01-01', publiceringsdato: '2021-01-02'};
    for (const [address, body, fields] of [
      [path, {publiceringsdato: '2020-01-04'}, ['publiceringsdato']],
      [path, {afpubliceringsdato: '2020-01-01'}, ['afpubliceringsdato']],
      [path, both, Object.keys(both)],
      [fresh(), {...required, ...both}, Object.keys(both)],
    ] as const) {
      const response = await dafolo('PUT', address, body);
      expect(response.status).toBe(422);
      expect(fieldsOf(response)).toEqual(fields);
    }
    const equal = {publiceringsdato: dates.afpubliceringsdato};
    expect(await dafolo('PUT', path, equal)).toMatchObject({status: 201});
    expect(await dafolo('PUT', path, both)).toMatchObject({status: 422});
  });

  it('rejects a field with different values in both spellings, and names both', async () => {
    const path = await create({urlTilVejledning: 'https://erst.dk/1'});
    const put = (body: object) => dafolo('PUT', path, body);
    for (const body of [
      {forventetIdriftSat: 4, forventetIdriftsat: 'Er sket'},
      {urlTilVejledning: 'https://erst.dk/2', utlTilVejledning: 'https://erst.dk/3'},
      {urlTilVejledning: null, utlTilVejledning: 'https://erst.dk/3'},
    ]) {
      const response = await put(body);
      expect(response.status).toBe(422);
      expect(fieldsOf(response)).toEqual(Object.keys(body).sort());
    }
    expect(await put({forventetIdriftSat: 2, forventetIdriftsat: 'Er sket'})).toMatchObject({status: 201});
    // The body has the value that GET returned in GET's spelling, so the other spelling changes the field.
    const {body} = await dafolo('GET', path);
    expect(await put({...(body as object), urlTilVejledning: 'https://erst.dk/4'})).toMatchObject({
      status: 201,
    });
    expect((await dafolo('GET', path)).body).toMatchObject({utlTilVejledning: 'https://erst.dk/4'});
    expect(await put({utlTilVejledning: null})).toMatchObject({status: 201});
    expect((await dafolo('GET', path)).body).toMatchObject({utlTilVejledning: null});
  });

  it('with If-Match changes only the version that was read', async () => {
    const path = await create();
    const etag = String((await dafolo('GET', path)).headers.etag);
    const put = (headers: Record<string, string>, address = path) =>
      dafolo('PUT', address, {...required, titel: 'Ny'}, headers);
    expect(await put({'if-match': etag})).toMatchObject({status: 201});
    expect(await put({'if-match': etag})).toMatchObject({status: 412});
    expect(await put({'if-match': '*'})).toMatchObject({status: 201});
    expect(await put({'if-match': etag}, fresh())).toMatchObject({
      status: 412,
      body: {message: expect.stringMatching(/^The resource does not exist/) as string},
    });
    expect(await put({'if-match': '*'}, fresh())).toMatchObject({status: 412});
    expect(await dafolo('DELETE', path, undefined, {'if-match': etag})).toMatchObject({status: 412});
  });

  it('with If-None-Match only creates, and never updates', async () => {
    const path = fresh();
    const put = (tags: string) => dafolo('PUT', path, {...required, titel: 'Ny'}, {'if-none-match': tags});
    expect(await put('*')).toMatchObject({status: 201});
    const {headers, text} = await dafolo('GET', path);
    expect(await put('*')).toMatchObject({status: 412, body: {code: 412}});
    expect(await put(`"other", W/${String(headers.etag)}`)).toMatchObject({status: 412});
    expect((await dafolo('GET', path)).text).toBe(text);
    expect(await put('"other"')).toMatchObject({status: 201});
    await dafolo('DELETE', path);
    expect(await put('*')).toMatchObject({status: 201});
  });
});

it("the list has a supplier's variants and their URLs", async () => {
  const own = `/dia/2/formular/${kmdCvr}`;
  for (const egetId of ['b ø/1', 'a'])
    expect((await kmd('PUT', `${own}/${encodeURIComponent(egetId)}`, required)).status).toBe(201);
  const {status, body} = await kmd('GET', own);
  expect(status).toBe(200);
  const items = body as {egetId: string; path: string; diaId: string}[];
  expect(items.map(({egetId}) => egetId)).toEqual(['a', 'b ø/1']);
  expect(items[1]).toEqual({
    titel: required.titel,
    diaId: expect.stringMatching(/^0\.\d+$/) as string,
    egetId: 'b ø/1',
    path: `${own}/b%20%C3%B8%2F1`,
    permalink: expect.stringMatching(/^\w+$/) as string,
    formUrl: expect.stringContaining('/myndigheder/stat/ERST/') as string,
  });
  expect(await kmd('GET', items[1]?.path ?? '')).toMatchObject({status: 200});
});

it.each([1, 2])('the documented schema of version %d has the limits of the fields', async version => {
  const {body} = await callerWith(url)('GET', `/schema/formular-${version}.json`);
  const limits = {titel: 255, kortBeskrivelse: 200, urlTest: 500, urlProd: 500};
  for (const [field, maxLength] of Object.entries(limits)) {
    const {oneOf, ...schema} =
      (body as {properties: Record<string, {oneOf?: object[]}>}).properties[field] ?? {};
    expect(oneOf?.[0] ?? schema, field).toMatchObject({maxLength});
  }
});

it('the documented schema has the numbers and the texts of an expectation', async () => {
  const {body} = await callerWith(url)('GET', '/schema/formular-2.json');
  expect((body as {properties: object}).properties).toMatchObject({
    forventetDigital: {
      oneOf: [
        {type: 'integer', minimum: 1, maximum: 7},
        {type: 'string', enum: [...expectations, '1', '2', '3', '4', '5', '6', '7']},
      ],
    },
  });
});

it('lists and reads a variant of version 1, with null for what that version does not have', async () => {
  const shared = {
    titel: 'Fra version 1',
    hjaelp: 'Hjælp',
    formularType: 'integration-iframe-gl',
    publiceringsdato: '2015-12-14T12:59:00+0100',
  };
  const law = 'https://retsinformation.dk/2';
  const v1 = {...requiredV1, ...shared, egetId: 'v1', valgteMyndigheder: [760, 492], urlTilLovstof: law};
  expect(await dafolo('POST', '/dia/1/formular', v1)).toMatchObject({status: 201});
  expect((await dafolo('GET', list)).text).toContain('"egetId":"v1"');
  expect((await dafolo('GET', `${list}/v1`)).body).toMatchObject({
    ...shared,
    udstillere: 'Ringkoebing-Skjern,Aeroe',
    urlTilLovstof: [{titel: '', url: law}],
    forventetDigital: null,
    kontaktInformation: null,
  });
});
