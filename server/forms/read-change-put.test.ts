import fc from 'fast-check';
import {describe, expect, it, onTestFinished} from 'vitest';

import {forventninger, requiredV1} from '../testing/bodies.ts';
import {callerWith, organisation, type TestResponse, tlsSettings} from '../testing/certificates.ts';
import {dafolo as supplier, useTestService} from '../testing/service.ts';
import {isThorough} from '../testing/thoroughness.ts';
import {expectations} from './fields-v2.ts';

/*
 * A client of interface B reads a variant, changes some of what it read, and sends all of it back.
 */

const service = await useTestService(tlsSettings);
const call = callerWith(service.url, await organisation(supplier));
let count = 0;
const newId = () => `variant-${++count}`;
const pathOf = (egetId: string) => `/dia/2/formular/${supplier}/${egetId}`;

async function read(egetId: string): Promise<{etag: string; text: string; body: Record<string, unknown>}> {
  const {status, headers, text, body} = await call('GET', pathOf(egetId));
  expect(status).toBe(200);
  return {etag: String(headers.etag), text, body: body as Record<string, unknown>};
}

async function expectStatus(response: Promise<TestResponse>, status: number): Promise<void> {
  const {status: actual, text} = await response;
  expect({status: actual, text: actual === status ? '' : text}).toEqual({status, text: ''});
}

/** Returns a variant's permalink, which only interface A returns. */
async function permalinkOf(diaId: unknown): Promise<unknown> {
  return ((await call('GET', `/dia/1/formular/${String(diaId)}`)).body as {permalink: string}).permalink;
}

const text = fc.oneof(
  fc.constantFrom('', ' ', 'æøå', 'é', 'linje\nskift\r\n', '<p>Afsnit</p>', 'x'.repeat(9_000)),
  fc.string({unit: 'grapheme', maxLength: 20}),
);
const title = fc.constantFrom('Anmeld', '  Anmeld  ', 'Ansøg om å', '😀', 'a'.repeat(255));
const url = fc.constantFrom('https://a.dk', 'HTTP://A.DK/?b=c#d', 'https://a.dk/æ ø');
const integer = fc.oneof(
  fc.constantFrom(0, -1, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER),
  fc.integer(),
);
const early = fc.constantFrom('1900-01-02', '2015-12-14T12:59:00.123Z', '2014-10-26T02:30:00+0100');
const late = fc.constantFrom('2199-07-01', '2199-12-31T23:59:59+0100');
const some = <Value>(value: fc.Arbitrary<Value>) => fc.option(value);

const common = {
  kortBeskrivelse: some(fc.constantFrom('', '<b>Kort</b>', '🚢'.repeat(200))),
  beskrivelse: some(text),
  trin: some(fc.constantFrom('', 'Et\nTo')),
  fritekst1: some(text),
  urlTilVejledning: some(url),
  skabelon: some(integer),
  urlProd: some(url),
  kraeverSSO: some(fc.boolean()),
  startKnapTekst: some(fc.constant('Start')),
  brugerdefineretJavascript: some(fc.constant('<script>x</script>')),
  publiceringsdato: some(early),
  afpubliceringsdato: some(late),
};

const expectation = fc.oneof(
  fc.integer({min: 1, max: expectations.length}),
  fc.constantFrom(...expectations),
);

const requiredV2 = {
  udstillere: fc.constantFrom('ERST', ' SKST '),
  titel: title,
  formularType: fc.constantFrom('aktiv-top', 'integration-ekstern-link'),
  forventetDigital: expectation,
  forventetIdriftSat: expectation,
  forventetTilgaengelig: expectation,
  forventetIntegreret: expectation,
};

const bodyV2 = fc.record(
  {
    ...requiredV2,
    ...common,
    kontaktInformation: some(text),
    urlTilLovstof: some(fc.array(fc.record({titel: text, url}), {maxLength: 3})),
    aktivTopIntegrationsform: some(fc.constantFrom('default', 'module')),
    ssiLinkTest: some(fc.constant('ikke en URL')),
    aarligeBlanketter: some(integer),
    internKommentar: some(text),
    obligatoriskDigital: some(fc.boolean()),
  },
  {requiredKeys: Object.keys(requiredV2) as (keyof typeof requiredV2)[]},
);

const bodyV1 = fc.record(
  {
    masterId: fc.constant(30272),
    titel: title,
    valgteMyndigheder: fc.constant([760]),
    formularType: fc.constantFrom('integration-ekstern-link', 'integration-frameset-med-titel'),
    ...common,
    urlTilLovstof: some(url),
  },
  {requiredKeys: ['masterId', 'titel', 'valgteMyndigheder', 'formularType']},
);

const four = {
  forventetDigital: 'Er sket',
  forventetIdriftsat: 'Senere',
  forventetTilgaengelig: 1,
  forventetIntegreret: '2014 – Andet halvår',
};

const anyText = expect.any(String) as string;

/** Creates a variant through one of the interfaces. */
const variant = fc.oneof(
  bodyV2.map(body => async () => {
    const egetId = newId();
    await expectStatus(call('PUT', pathOf(egetId), body), 201);
    return egetId;
  }),
  bodyV1.map(body => async () => {
    const egetId = newId();
    await expectStatus(call('POST', '/dia/1/formular', {...body, egetId}), 201);
    // A required field of B that A does not have is null in a GET. A PUT must provide it.
    const first = await read(egetId);
    const refused = await call('PUT', pathOf(egetId), first.body);
    expect(refused.status).toBe(422);
    expect(Object.keys((refused.body as {errors: object}).errors).sort()).toEqual(Object.keys(four).sort());
    await expectStatus(call('PUT', pathOf(egetId), {...first.body, ...four}), 201);
    const {forventetTilgaengelig, ...texts} = four;
    expect((await read(egetId)).body).toEqual({
      ...first.body,
      ...texts,
      forventetTilgaengelig: expectations[forventetTilgaengelig - 1],
    });
    return egetId;
  }),
);

describe('a PUT of what a GET of interface B returned', () => {
  it('changes nothing, and with another title only the title, for random variants', async () => {
    await fc.assert(
      fc.asyncProperty(variant, async create => {
        const egetId = await create();
        const before = await read(egetId);
        const permalink = await permalinkOf(before.body.diaId);
        await expectStatus(call('PUT', pathOf(egetId), before.body, {'if-match': before.etag}), 201);
        const same = await read(egetId);
        expect(same.text).toBe(before.text);
        expect(same.etag).toBe(before.etag);
        expect(await permalinkOf(before.body.diaId)).toBe(permalink);

        await expectStatus(call('PUT', pathOf(egetId), {...before.body, titel: 'Ny titel'}), 201);
        const changed = await read(egetId);
        const {permalink: link, formUrl} = changed.body;
        const expected = {...before.body, titel: 'Ny titel', permalink: link, formUrl};
        expect(changed.text).toBe(`${JSON.stringify(expected)}\n`);
      }),
      {numRuns: isThorough ? 200 : 10},
    );
  });

  it('takes a variant of interface A over with the spellings of the table, although the body has those of the GET', async () => {
    const egetId = newId();
    await expectStatus(call('POST', '/dia/1/formular', {...requiredV1, egetId}), 201);
    const {body} = await read(egetId);
    expect(body).toMatchObject({forventetIdriftsat: null, utlTilVejledning: null});
    const added = {...forventninger, urlTilVejledning: 'https://erst.dk/vejledning'};
    await expectStatus(call('PUT', pathOf(egetId), {...body, ...added}), 201);
    const taken = {forventetIdriftsat: '2014 – Første halvår', utlTilVejledning: added.urlTilVejledning};
    expect((await read(egetId)).body).toMatchObject(taken);
    // The same as a new variant.
    const copy = newId();
    await expectStatus(call('PUT', pathOf(copy), {...body, ...added}), 201);
    expect((await read(copy)).body).toMatchObject(taken);
    // Another URL of guidance than that of the variant.
    const other = newId();
    const former = 'https://erst.dk/tidligere';
    await expectStatus(
      call('POST', '/dia/1/formular', {...requiredV1, egetId: other, urlTilVejledning: former}),
      201,
    );
    const shown = (await read(other)).body;
    await expectStatus(call('PUT', pathOf(other), {...shown, ...added}), 201);
    expect((await read(other)).body).toMatchObject(taken);
  });

  it('creates the same variant under another egetId', async () => {
    await fc.assert(
      fc.asyncProperty(bodyV2, async body => {
        const egetId = newId();
        await expectStatus(call('PUT', pathOf(egetId), body), 201);
        const original = (await read(egetId)).body;
        const copy = newId();
        await expectStatus(call('PUT', pathOf(copy), original), 201);
        expect((await read(copy)).body).toEqual({
          ...original,
          ...{diaId: anyText, permalink: anyText, formUrl: anyText},
        });
      }),
      {numRuns: isThorough ? 100 : 5},
    );
  });

  it('changes nothing when the portal file no longer has the authority', async () => {
    const [minimal = {}] = fc.sample(bodyV2, 1);
    const egetId = newId();
    await expectStatus(call('PUT', pathOf(egetId), {...minimal, udstillere: 'ERST'}), 201);
    const {body} = await read(egetId);
    const restore = await service.editPortal(({myndigheder, ...portal}) => ({
      ...portal,
      myndigheder: myndigheder.filter(({forkortelse}) => forkortelse !== 'ERST'),
    }));
    onTestFinished(restore);
    await expectStatus(call('PUT', pathOf(egetId), {...body, titel: 'Ny'}), 201);
    expect((await read(egetId)).body).toEqual({...body, titel: 'Ny', permalink: anyText, formUrl: null});
    await expectStatus(call('PUT', pathOf(newId()), body), 422);
  });

  it('returns 422 for a variant of interface A that several municipalities show', async () => {
    const egetId = newId();
    const body = {...requiredV1, egetId, valgteMyndigheder: [760, 492]};
    await expectStatus(call('POST', '/dia/1/formular', body), 201);
    const shown = (await read(egetId)).body;
    expect(shown.udstillere).toBe('Ringkoebing-Skjern,Aeroe');
    expect(await call('PUT', pathOf(egetId), {...shown, ...four})).toMatchObject({
      status: 422,
      body: {errors: {udstillere: ['Must name exactly one authority.']}},
    });
    await expectStatus(call('PUT', pathOf(egetId), {...shown, ...four, udstillere: 'Aeroe'}), 201);
  });
});
