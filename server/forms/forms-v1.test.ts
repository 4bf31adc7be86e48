import {describe, expect, it} from 'vitest';

import {requiredV1} from '../testing/bodies.ts';
import {type Caller, callerWith, organisation, tlsSettings} from '../testing/certificates.ts';
import {dafolo as dafoloCvr, kmd as kmdCvr, useTestService, portalUrl, skat} from '../testing/service.ts';

const asDafolo = await organisation(dafoloCvr);
const asKmd = await organisation(kmdCvr);

const variant = (changes: Record<string, unknown>) => ({
  ...requiredV1,
  valgteMyndigheder: [760, '492'],
  ...changes,
});

/** Returns the names of the fields with errors in a response, in alphabetical order. */
const fieldsOf = ({body}: {body: unknown}) => Object.keys((body as {errors: object}).errors).sort();

const {url} = await useTestService(tlsSettings);

const dafolo = callerWith(url, asDafolo);
const kmd = callerWith(url, asKmd);
const path = '/dia/1/formular';
let made = 0;

/** Creates a variant and returns its two ids. */
async function create(changes: Record<string, unknown> = {}, caller: Caller = dafolo) {
  const egetId = `kb-${++made}`;
  const response = await caller('POST', path, variant({egetId, ...changes}));
  expect(response).toMatchObject({status: 201, body: {status: 'Created', code: 201}});
  const diaId = /(\d+\.\d+)$/.exec((response.body as {message: string}).message)?.[1] ?? '';
  expect(response.headers.location).toBe(`${path}/${diaId}`);
  return {egetId, diaId};
}

const read = async (diaId: string) =>
  (await dafolo('GET', `${path}/${diaId}`)).body as Record<string, unknown>;

describe('POST', () => {
  it('creates a variant that can be read by its registry id', async () => {
    const {diaId} = await create({
      urlProd: 'https://dafolo.dk/x',
      kraeverSSO: true,
      publiceringsdato: '2015-12-14T12:59:00+0100',
    });
    expect(diaId).toMatch(/^30272\.\d+$/);
    const {status, headers, body} = await dafolo('GET', `${path}/${diaId}`);
    expect(status).toBe(200);
    expect(headers.etag).toMatch(/^"/);
    expect(body).toEqual({
      diaId,
      name: 'Anmeld jordflytning',
      afpubliceretPaaProduktion: false,
      publiceretPaaProduktion: true,
      publiceringsdato: '2015-12-14T12:59:00+0100',
      formulartype: 'integration-ekstern-link',
      leverandoer: 'Dafolo',
      loesningsmetode: null,
      permalink: 'Anmeld_jordflytning',
      udstillere: [
        {
          myndighedsid: '870',
          myndighedsforkortelse: 'Ringkoebing-Skjern',
          myndighedsnavn: 'Ringkøbing-Skjern Kommune',
          cvr: '29189609',
          myndighedstype: 'kommune',
          kommunekode: '760',
          formUrl: `${portalUrl}/myndigheder/kommuner/Ringkoebing-Skjern/Anmeld_jordflytning`,
          kraeverSSO: true,
          loesningsUrl: `${portalUrl}/nemlogin/login?f=/integration/Ringkoebing-Skjern/Anmeld_jordflytning`,
        },
        expect.objectContaining({myndighedsid: '897', kommunekode: '492'}),
      ],
    });
  });

  it('rejects an existing egetId, but not another supplier’s', async () => {
    const {egetId} = await create();
    const again = await dafolo('POST', path, variant({egetId}));
    expect(again).toMatchObject({status: 400, body: {code: 400, errors: {egetId: [expect.any(String)]}}});
    expect(await kmd('POST', path, variant({egetId}))).toMatchObject({status: 201});
  });

  it('creates a variant once for ten concurrent requests, and returns 400 to the others', async () => {
    const body = variant({egetId: `samtidig-${++made}`});
    const responses = await Promise.all(
      Array.from({length: 10}, () => dafolo('POST', path, body, {'idempotency-key': 'natjob'})),
    );
    expect(responses.map(({status}) => status).sort()).toEqual([201, ...Array<number>(9).fill(400)]);
    const refused = responses.find(({status}) => status === 400);
    expect(refused?.body).toMatchObject({
      errors: {egetId: ['Must be a new id. Use PUT to change the existing variant.']},
    });
  });

  it('uses the master’s dates by default', async () => {
    for (const [changes, publiceringsdato] of [
      [{}, '2015-12-14T12:59:00+0100'],
      [{publiceringsdato: null}, null],
      [{masterId: 5344}, null],
      [{publiceringsdato: '2016-07-01'}, '2016-07-01T00:00:00+0200'],
    ] as const)
      expect(await read((await create(changes)).diaId)).toMatchObject({publiceringsdato});
  });

  it.each<[string, Record<string, unknown>, number]>([
    ['egetId', {egetId: 'a'.repeat(41)}, 422],
    ['egetId', {egetId: ' '}, 422],
    ['egetId', {egetId: '.'}, 422],
    ['egetId', {egetId: '..'}, 422],
    ['egetId', {egetId: ' jord'}, 422],
    ['egetId', {egetId: 'jord\u{a0}'}, 422],
    ['egetId', {egetId: 'jord\n7'}, 422],
    ['egetId', {egetId: 'jord\u{85}7'}, 422],
    ['masterId', {masterId: '0'}, 422],
    ['masterId', {masterId: 999}, 422],
    ['masterId', {masterId: 1.5}, 400],
    ['valgteMyndigheder', {valgteMyndigheder: []}, 422],
    ['valgteMyndigheder', {valgteMyndigheder: [760, 999]}, 422],
    ['valgteMyndigheder', {valgteMyndigheder: ['7']}, 422],
    ['urlProd', {urlProd: 'https://a.dk\r\n'}, 422],
    ['urlProd', {urlProd: 'https://a.dk/\nSet-Cookie: a'}, 422],
    ['skabelon', {skabelon: 1.5}, 400],
    ['publiceringsdato', {publiceringsdato: '14-12-2015'}, 422],
    // Before the publiceringsdato of the master.
    ['afpubliceringsdato', {afpubliceringsdato: '2015-12-14T12:58:59+0100'}, 422],
    // After the afpubliceringsdato of the master.
    ['publiceringsdato', {masterId: 5344, publiceringsdato: '2020-01-02'}, 422],
  ])('refuses a wrong %s: %j', async (field, changes, code) => {
    const response = await dafolo('POST', path, variant({egetId: `refused-${++made}`, ...changes}));
    expect(response.status).toBe(code);
    expect(fieldsOf(response)).toEqual([field]);
  });

  it('accepts unknown fields, and script in those without rules', async () => {
    const script = '<script>no rule</script>';
    await create({link: 'unknown', beskrivelse: script, forudsaetninger: script});
  });
});

it('suggests the nearest of the portal for an unknown number', async () => {
  const body = {...requiredV1, egetId: 'naer', valgteMyndigheder: ['761'], masterId: '302720'};
  const response = await dafolo('POST', '/dia/1/formular', body);
  expect(response).toMatchObject({status: 422});
  expect((response.body as {errors: object}).errors).toMatchObject({
    valgteMyndigheder: [expect.stringMatching(/"761" is not one\. Did you mean 760\?$/)],
    masterId: [expect.stringMatching(/ Did you mean 30272\?$/)],
  });
});

it('quotes an invalid municipality as it was sent, and says whether its form is wrong', async () => {
  const sent = ['x', 7, '1', '999', -5, 'x', 760];
  const response = await dafolo('POST', path, variant({egetId: 'koder', valgteMyndigheder: sent}));
  expect(response).toMatchObject({status: 422});
  const form = 'Must contain whole numbers, or texts of 2 or 3 digits: ';
  const unknown = 'Must contain kommunekoder of the portal only: ';
  expect((response.body as {errors: object}).errors).toEqual({
    valgteMyndigheder: [
      `${form}"x" is neither.`,
      expect.stringContaining(`${unknown}"7" is not one.`),
      `${form}"1" is neither.`,
      `${unknown}"999" is not one.`,
      expect.stringContaining(`${unknown}"-5" is not one.`),
    ],
  });
});

it('says that the page of a published form has no start button', async () => {
  const published = {...requiredV1, egetId: 'uden-start', publiceringsdato: '2020-01-01', urlProd: null};
  const message = async (...request: Parameters<typeof dafolo>) =>
    ((await dafolo(...request)).body as {message: string}).message;
  expect(await message('POST', '/dia/1/formular', published)).toContain('has no start button');
  const path = '/dia/1/formular/uden-start';
  expect(await message('PUT', path, {titel: 'Ny'})).toContain('has no start button');
  expect(await message('PUT', path, {urlProd: 'https://start.example.dk'})).not.toContain('start button');
});

it('says that a variant has no page because its date is null, which many programs write for a field that they do not set', async () => {
  const message = async (body: object) =>
    ((await dafolo('POST', '/dia/1/formular', body)).body as {message: string}).message;
  expect(await message(variant({egetId: 'med-null', publiceringsdato: null}))).toMatch(
    /^The form variant was created \(it has no page: publiceringsdato is null\): \d+\.\d+$/,
  );
  expect(await message(variant({egetId: 'uden-dato'}))).not.toContain('has no page');
  // Its form master has no date.
  expect(await message(variant({egetId: 'ingen-dato', masterId: 5344}))).not.toContain('has no page');
});

it('says that a change removes the page because its date is null, also if the form master has no date', async () => {
  const {egetId} = await create({masterId: 5344, publiceringsdato: '2020-01-01'});
  const put = async (body: object) =>
    ((await dafolo('PUT', `${path}/${egetId}`, body)).body as {message: string}).message;
  expect(await put({titel: 'Ny'})).not.toContain('has no page');
  expect(await put({publiceringsdato: null})).toMatch(/updated \(it has no page: publiceringsdato is null\)/);
});

describe('the dates of a variant', () => {
  const early = '2020-01-01';
  const late = '2020-01-02';

  it('may be equal or missing', async () => {
    await create({publiceringsdato: early, afpubliceringsdato: early});
    await create({publiceringsdato: late, afpubliceringsdato: null});
    await create({masterId: 5344, publiceringsdato: late, afpubliceringsdato: null});
    await create({publiceringsdato: null, afpubliceringsdato: '2000-01-01'});
  });

  it('are reported in the wrong order together with other invalid fields', async () => {
    const {egetId} = await create({publiceringsdato: early});
    const body = {afpubliceringsdato: '2019-01-01', titel: ' ', masterId: 5344, egetId: 'andet'};
    const response = await dafolo('PUT', `${path}/${egetId}`, body);
    expect(response.status).toBe(422);
    expect(fieldsOf(response)).toEqual(Object.keys(body).sort());
  });
});

describe('PUT', () => {
  it('changes only the given fields', async () => {
    const {egetId, diaId} = await create({kraeverSSO: true, publiceringsdato: null});
    const response = await dafolo('PUT', `${path}/${egetId}`, {titel: 'Ny titel'});
    expect(response).toMatchObject({status: 201, body: {status: 'Created', code: 201}});
    expect((response.body as {message: string}).message).toMatch(/updated/);
    const found = await read(diaId);
    expect(found).toMatchObject({name: 'Ny titel', permalink: 'Ny_titel'});
    expect(found.udstillere).toMatchObject([{kraeverSSO: true}, {}]);
  });

  it('replaces all authorities', async () => {
    const {egetId, diaId} = await create();
    await dafolo('PUT', `${path}/${egetId}`, {valgteMyndigheder: ['101']});
    expect((await read(diaId)).udstillere).toMatchObject([{kommunekode: '101'}]);
    await dafolo('PUT', `${path}/${egetId}`, {valgteMyndigheder: []});
    expect((await read(diaId)).udstillere).toEqual([]);
  });

  it('clears a field with null', async () => {
    const {egetId, diaId} = await create();
    expect(await dafolo('PUT', `${path}/${egetId}`, {publiceringsdato: null})).toMatchObject({status: 201});
    expect(await read(diaId)).toMatchObject({publiceringsdato: null, publiceretPaaProduktion: false});
  });

  it('accepts only the variant’s masterId, and null as an omitted one', async () => {
    const {egetId, diaId} = await create();
    const put = (masterId: unknown) => dafolo('PUT', `${path}/${egetId}`, {masterId});
    for (const same of [30272, '30272', undefined, null])
      expect(await put(same)).toMatchObject({status: 201});
    for (const other of [5344, '5344', 999, '0', '']) {
      expect(await put(other), String(other)).toMatchObject({
        status: 422,
        body: {errors: {masterId: [expect.stringContaining('30272')]}},
      });
    }
    expect(await put({})).toMatchObject({status: 400, body: {errors: {masterId: [expect.any(String)]}}});
    expect(await read(diaId)).toMatchObject({diaId});
  });

  it('with If-Match changes only the version that the caller has read', async () => {
    const {egetId, diaId} = await create();
    const readTag = async () => String((await dafolo('GET', `${path}/${diaId}`)).headers.etag);
    const put = (titel: string, tag: string, id = egetId) =>
      dafolo('PUT', `${path}/${id}`, {titel}, {'if-match': tag});
    const first = await readTag();
    expect(await put('Ny', first)).toMatchObject({status: 201});
    const ofB = String((await dafolo('GET', `/dia/2/formular/61966617/${egetId}`)).headers.etag);
    for (const stale of [first, ofB])
      expect(await put('Nyere', stale), stale).toMatchObject({status: 412, body: {code: 412}});
    expect(await read(diaId)).toMatchObject({name: 'Ny'});
    expect(await put('Ukendt', '*', 'ukendt')).toMatchObject({status: 404});
    const current = {'if-match': await readTag()};
    expect(await dafolo('DELETE', `${path}/${egetId}`, undefined, current)).toMatchObject({status: 200});
  });

  it('and DELETE return 404 for a missing, another’s, or a deleted variant', async () => {
    const {egetId} = await create({}, kmd);
    for (const unknown of ['ukendt', egetId, '%00', 'a'.repeat(200)]) {
      expect(await dafolo('PUT', `${path}/${unknown}`, {titel: 'a'})).toMatchObject({
        status: 404,
        body: {code: 404},
      });
      expect(await dafolo('DELETE', `${path}/${unknown}`)).toMatchObject({status: 404, body: {code: 404}});
    }
  });
});

it('DELETE marks a variant as deleted, and a POST restores it with its registry id', async () => {
  const {egetId, diaId} = await create();
  const response = await dafolo('DELETE', `${path}/${egetId}`);
  expect(response).toMatchObject({status: 200, body: {status: 'OK', code: 200}});
  expect((response.body as {message: string}).message).toContain(egetId);
  expect(await dafolo('GET', `${path}/${diaId}`)).toMatchObject({status: 404});
  expect(await dafolo('PUT', `${path}/${egetId}`, {titel: 'a'})).toMatchObject({status: 404});
  expect(await dafolo('DELETE', `${path}/${egetId}`)).toMatchObject({status: 404});
  const back = await dafolo('POST', path, variant({egetId, titel: 'Tilbage'}));
  expect((back.body as {message: string}).message).toContain(diaId);
  expect(await read(diaId)).toMatchObject({name: 'Tilbage'});
});

describe('a caller', () => {
  it('can be an authority with variants', async () => {
    const authority = callerWith(url, await organisation(skat));
    const {egetId, diaId} = await create({}, authority);
    expect(await authority('GET', `${path}/${diaId}`)).toMatchObject({
      body: {leverandoer: 'Skattestyrelsen'},
    });
    expect(await authority('DELETE', `${path}/${egetId}`)).toMatchObject({status: 200});
  });

  it('can read another supplier’s variants while they are published, and its own always', async () => {
    const published = await create();
    const ahead = await create({publiceringsdato: '2199-01-01'});
    const ended = await create({afpubliceringsdato: '2016-01-01'});
    expect(await kmd('GET', `${path}/${published.diaId}`)).toMatchObject({status: 200});
    for (const {diaId} of [ahead, ended]) {
      expect(await kmd('GET', `${path}/${diaId}`)).toMatchObject({status: 404, body: {code: 404}});
      expect(await dafolo('GET', `${path}/${diaId}`)).toMatchObject({status: 200});
    }
    await dafolo('PUT', `${path}/${published.egetId}`, {afpubliceringsdato: '2016-01-01'});
    expect(await kmd('GET', `${path}/${published.diaId}`)).toMatchObject({status: 404});
  });
});

it('finds a variant by the composed and the decomposed form of its egetId, and stores the composed one', async () => {
  const number = ++made;
  const composed = `b\u{e5}d-${number}`;
  const decomposed = composed.normalize('NFD');
  const {diaId} = await create({egetId: decomposed});
  expect(await dafolo('POST', path, variant({egetId: composed}))).toMatchObject({status: 400});
  for (const id of [composed, decomposed]) {
    const response = await dafolo('PUT', `${path}/${encodeURIComponent(id)}`, {egetId: id, titel: id});
    expect(response).toMatchObject({status: 201});
    expect(await read(diaId)).toMatchObject({name: id});
  }
  const list = (await dafolo('GET', '/dia/2/formular/61966617')).body as {egetId: string}[];
  expect(list.map(({egetId}) => egetId)).toContain(composed);
  expect(list.map(({egetId}) => egetId)).not.toContain(decomposed);
  expect(await dafolo('DELETE', `${path}/${encodeURIComponent(decomposed)}`)).toMatchObject({
    body: {message: expect.stringContaining(composed) as string},
  });
});

it('returns 404 for an unused registry id', async () => {
  for (const diaId of ['30272.999999', '1.1', 'abc', '0', '30272']) {
    expect(await dafolo('GET', `${path}/${diaId}`)).toMatchObject({status: 404, body: {code: 404}});
  }
});
