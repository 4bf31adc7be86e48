import {setTimeout} from 'node:timers/promises';

import {describe, expect, it, onTestFinished, vi} from 'vitest';

import {requiredV1, requiredV2} from '../../testing/bodies.ts';
import {callerWith, organisation, tlsSettings} from '../../testing/certificates.ts';
import {listenForPeers} from '../../testing/peer.ts';
import {dafolo, erst, kmd, portalUrl, startServiceForTest, useTestService} from '../../testing/service.ts';
import type {FormList, IntroPage} from './representations.ts';

const asDafolo = await organisation(dafolo);

const published = {publiceringsdato: '2020-01-01'};

/** The internal fields, each with a text that must not be in responses. */
const internal = {
  urlTest: 'https://internal.example.dk/test',
  eidPersonLinkTest: 'https://internal.example.dk/eid',
  eidVirksomhedLinkTest: 'https://internal.example.dk/eid2',
  ssiLinkTest: 'https://internal.example.dk/ssi',
  brugerdefineretJavascript: 'console.log("internal")',
  formOpgaveNoegler: 'internal keys',
  loesningsmetode: 'internal method',
  aarligeBlanketter: 424242,
  aarligeDigitaleLoesninger: 424242,
  aarligeDigitaleLoesningerIntegreretPaaPortal: 424242,
  aarligeSystemTilSystem: 424242,
  internKommentar: 'internal comment',
  obligatoriskDigital: true,
};

const day = 86_400_000;
const iso = (time: number) => new Date(time).toISOString();

const service = await useTestService(tlsSettings);
const {url} = service;
const supplier = callerWith(url, asDafolo);
const anyone = callerWith(url);
let made = 0;

/** Publishes a form of a state authority with the keywords of an editor, and returns its permalink. */
async function publish(fields: object, soegeord?: string): Promise<string> {
  const path = `/dia/2/formular/${dafolo}/f-${++made}`;
  const response = await supplier('PUT', path, {...requiredV2, ...published, ...fields});
  expect(response).toMatchObject({status: 201});
  const {diaId} = response.body as {diaId: string};
  if (soegeord !== undefined) {
    const authorization = `Bearer ${await service.issuer.token('ida', {roles: 'tavle-redaktoer'})}`;
    const saved = await anyone('PUT', `/redaktion/1/formularer/${diaId}`, {soegeord}, {authorization});
    expect(saved).toMatchObject({status: 200});
  }
  const {body} = await supplier('GET', `/dia/1/formular/${diaId}`);
  return (body as {permalink: string}).permalink;
}

async function publishAt(codes: unknown[], fields: object): Promise<void> {
  const body = {...requiredV1, ...published, egetId: `m-${++made}`, valgteMyndigheder: codes, ...fields};
  expect(await supplier('POST', '/dia/1/formular', body)).toMatchObject({status: 201});
}

const listAt = async (query: string) => (await anyone('GET', `/formularer/1?${query}`)).body as FormList;

/** Searches until the titles are as expected, since a change takes up to five seconds. */
const expectTitles = (query: string, titles: string[]) =>
  vi.waitFor(async () => expect((await listAt(query)).formularer.map(({titel}) => titel)).toEqual(titles), {
    interval: 200,
  });

describe('a search', () => {
  it('finds words of title, keywords and short description, in any case, order and spelling', async () => {
    await publish({titel: 'Ansøg om tilskud til grøn omstilling'});
    await publish({titel: 'Indkøb'}, 'tilskudsordning, ørred');
    await publish({titel: 'Årsopgørelse', kortBeskrivelse: 'Se, om du kan få tilskud.'});
    await expectTitles('soeg=tilskud', ['Ansøg om tilskud til grøn omstilling', 'Indkøb', 'Årsopgørelse']);
    await expectTitles('soeg=GROEN+ansoeg', ['Ansøg om tilskud til grøn omstilling']);
    await expectTitles('soeg=oerred', ['Indkøb']);
    await expectTitles('soeg=aarsopg', ['Årsopgørelse']);
    await expectTitles('soeg=tilskud+indkøb', ['Indkøb']);
    await expectTitles('soeg=tilskud+findes-ikke', []);
  });

  it('finds the words that readers see in the markup of a short description, not the markup', async () => {
    const kortBeskrivelse =
      '<p class="lead">Till&aelig;g<br>ved <b>v</b>&oslash;rksted &amp; <!-- kladde -->lager</p><a href="https://maal.example.dk/">se <s>her</s> CO<sub>2</sub></a>';
    await publish({titel: 'Entydig', kortBeskrivelse});
    await expectTitles('soeg=entydig+tillæg+vørksted+lager+her+co2', ['Entydig']);
    for (const markup of ['aelig', 'oslash', 'class', 'lead', 'kladde', 'amp', 'https', 'maal'])
      await expectTitles(`soeg=entydig+${markup}`, []);
  });

  it('finds the keywords of a form with long texts', async () => {
    await publish({titel: 'Dyrehold', beskrivelse: 'x'.repeat(20_000)}, `pattedyr, ${'fyld '.repeat(150)}`);
    await expectTitles('soeg=pattedyr', ['Dyrehold']);
  });

  it('finds parts of compound words: title before keywords before short description, whole words before others', async () => {
    await publish({titel: 'Strøm', kortBeskrivelse: 'Om vindmøllestøtte.'});
    await publish({titel: 'Elnet'}, 'fisk, havvindmøllestøtte');
    await publish({titel: 'Udvidet havvindmøllestøtte'});
    await publish({titel: 'Vindmøllestøtte'});
    const titles = ['Vindmøllestøtte', 'Udvidet havvindmøllestøtte', 'Elnet', 'Strøm'];
    await expectTitles('soeg=vindmøllestøtte', titles);
  });

  it('finds nothing by a text without letters and digits, and all forms by a blank one', async () => {
    await publish({titel: 'Kronhjort 🦌 §?'});
    await expectTitles('soeg=kronhjort', ['Kronhjort 🦌 §?']);
    for (const text of ['🦌', '?', '§ …'])
      expect(await listAt(`soeg=${encodeURIComponent(text)}`)).toEqual({
        antal: 0,
        naeste: null,
        formularer: [],
      });
    const {antal} = await listAt('');
    expect(antal).toBeGreaterThan(0);
    expect(await listAt('soeg=+%E2%80%8B')).toMatchObject({antal});
  });

  it('returns the list fields of a form', async () => {
    const permalink = await publish({titel: 'Vis mig', kortBeskrivelse: 'Kort'});
    await expectTitles('soeg=vis+mig', ['Vis mig']);
    expect(await listAt('soeg=vis+mig')).toEqual({
      antal: 1,
      naeste: null,
      formularer: [
        {
          titel: 'Vis mig',
          kortBeskrivelse: 'Kort',
          myndighed: {forkortelse: 'ERST', navn: 'Erhvervsstyrelsen', type: 'stat', kommunekode: null},
          antalMyndigheder: 1,
          permalink,
          url: `${portalUrl}/myndigheder/stat/ERST/${permalink}`,
        },
      ],
    });
  });

  it('filters by authority and municipality, and names the requested authority', async () => {
    await publishAt([760, '101'], {titel: 'Flyt jord'});
    await publishAt(['492'], {titel: 'Flyt jord på Ærø'});
    await expectTitles('soeg=flyt+jord', ['Flyt jord', 'Flyt jord på Ærø']);
    await expectTitles('soeg=flyt&kommunekode=492', ['Flyt jord på Ærø']);
    await expectTitles('soeg=flyt&myndighed=Koebenhavn', ['Flyt jord']);
    await expectTitles('soeg=flyt&myndighed=ERST', []);
    await expectTitles('soeg=flyt&myndighed=Koebenhavn&kommunekode=760', ['Flyt jord']);
    await expectTitles('soeg=flyt&kommunekode=999', []);
    const {formularer} = await listAt('soeg=flyt&kommunekode=101');
    expect(formularer).toMatchObject([{antalMyndigheder: 2, myndighed: {forkortelse: 'Koebenhavn'}}]);
  });

  it('returns all pages one by one', async () => {
    const titles = ['Side å', 'Side b', 'Side c', 'Side æ', 'Side a'];
    for (const titel of titles) await publish({titel});
    await expectTitles('soeg=side', ['Side a', 'Side b', 'Side c', 'Side æ', 'Side å']);
    const found: string[] = [];
    for (let after = ''; ;) {
      const {antal, naeste, formularer} = await listAt(`soeg=side&antal=2&efter=${after}`);
      expect(antal).toBe(5);
      found.push(...formularer.map(({titel}) => titel));
      if (naeste === null) break;
      after = naeste;
    }
    expect(found).toEqual(['Side a', 'Side b', 'Side c', 'Side æ', 'Side å']);
  });

  it('takes empty fields of an HTML form as the defaults', async () => {
    expect(await listAt('soeg=side&myndighed=&kommunekode=&antal=&efter=')).toEqual(
      await listAt('soeg=side'),
    );
  });

  it('returns errors for all invalid parameters', async () => {
    const response = await anyone(
      'GET',
      `/formularer/1?soeg=${'x'.repeat(201)}&antal=101&kommunekode=7&efter=nonsense`,
    );
    expect(response).toMatchObject({status: 400});
    expect(Object.keys((response.body as {errors: object}).errors)).toEqual([
      'soeg',
      'kommunekode',
      'antal',
      'efter',
    ]);
  });

  it('finds changes, and forms that are published again, after the clock was set back by half a day', async () => {
    onTestFinished(() => void vi.useRealTimers());
    const afpubliceringsdato = iso(Date.now() + day / 4);
    vi.useFakeTimers({toFake: ['Date'], now: Date.now() + day / 2});
    await publish({titel: 'Ur a'});
    await publish({titel: 'Ur b', afpubliceringsdato});
    await expectTitles('soeg=ur', ['Ur a']);
    vi.useRealTimers();
    await publish({titel: 'Ur c'});
    await expectTitles('soeg=ur', ['Ur a', 'Ur b', 'Ur c']);
  });

  it('finds no form while the portal file does not list its supplier', async () => {
    await publish({titel: 'Kun så længe leverandøren er kendt'});
    await expectTitles('soeg=leverandøren', ['Kun så længe leverandøren er kendt']);
    const restore = await service.editPortal(file => ({
      ...file,
      leverandoerer: [{cvr: '12345674', navn: 'En anden'}],
    }));
    await expectTitles('soeg=leverandøren', []);
    await restore();
    await expectTitles('soeg=leverandøren', ['Kun så længe leverandøren er kendt']);
  });
});

describe('a form', () => {
  it('has URLs in ASCII if the abbreviation of its authority has other letters and signs', async () => {
    const restore = await service.editPortal(file => ({
      ...file,
      myndigheder: file.myndigheder.map(each =>
        each.cvr === erst ? {...each, forkortelse: 'Ærø&Ø?'} : each,
      ),
    }));
    const permalink = await publish({titel: 'Færge', udstillere: 'Ærø&Ø?'});
    const segment = '%C3%86r%C3%B8%26%C3%98%3F';
    const {body} = await anyone('GET', `/formularer/1/${segment}/${permalink}`);
    expect(body).toMatchObject({
      url: `${portalUrl}/myndigheder/stat/${segment}/Faerge`,
      loesningsUrl: `${portalUrl}/nemlogin/login?f=/integration/${segment}/Faerge`,
    });
    await restore();
  });

  it('is visible between its dates, without another write', async () => {
    const soon = Date.now() + 2_500;
    const [titel, publiceringsdato] = ['Kun et øjeblik', iso(soon)];
    const permalink = await publish({titel, publiceringsdato, afpubliceringsdato: iso(soon + 3_000)});
    const page = `/formularer/1/ERST/${permalink}`;
    expect(await anyone('GET', page)).toMatchObject({status: 404});
    await publish({titel: 'Et andet øjeblik'});
    await expectTitles('soeg=øjeblik', ['Et andet øjeblik']);
    await setTimeout(soon - Date.now() + 50);
    const shown = await anyone('GET', page);
    expect(shown).toMatchObject({status: 200, body: {titel}});
    // Caches must not keep an unpublished page.
    expect(shown.headers['cache-control']).toMatch(/^public, max-age=[12]$/);
    expect(await listAt('soeg=øjeblik')).toMatchObject({antal: 2});
    await setTimeout(soon + 3_050 - Date.now());
    expect(await anyone('GET', page)).toMatchObject({status: 404});
    expect(await listAt('soeg=øjeblik')).toMatchObject({antal: 1});
  });

  it('without a date of publication is not shown', async () => {
    const permalink = await publish({titel: 'Ikke synlig', publiceringsdato: null});
    expect(await anyone('GET', `/formularer/1/ERST/${permalink}`)).toMatchObject({status: 404});
  });

  it('that was published at the start of 1970 is found', async () => {
    await publish({titel: 'Fra epokens start', publiceringsdato: '1970-01-01T00:00:00Z'});
    await expectTitles('soeg=epokens', ['Fra epokens start']);
  });

  it('that was deleted is not shown', async () => {
    const permalink = await publish({titel: 'Slettes'});
    await expectTitles('soeg=slettes', ['Slettes']);
    const path = `/dia/2/formular/${dafolo}/f-${made}`;
    expect(await supplier('DELETE', path)).toMatchObject({status: 200});
    expect(await anyone('GET', `/formularer/1/ERST/${permalink}`)).toMatchObject({status: 404});
    await expectTitles('soeg=slettes', []);
  });

  it('of a supplier that a listed one acts for is shown', async () => {
    const body = {...requiredV2, ...published, titel: 'På vegne af en anden'};
    expect(await supplier('PUT', `/dia/2/formular/${kmd}/x`, body)).toMatchObject({status: 201});
    expect(await anyone('GET', '/formularer/1/ERST/Paa_vegne_af_en_anden')).toMatchObject({status: 200});
  });

  it('is shown at each authority that exhibits it, and at no other', async () => {
    await publishAt([760], {titel: 'Kun i Skjern'});
    const at = async (authority: string) =>
      (await anyone('GET', `/formularer/1/${authority}/Kun_i_Skjern`)).status;
    expect(await at('Ringkoebing-Skjern')).toBe(200);
    expect(await at('Aeroe')).toBe(404);
    expect(await at('ingen')).toBe(404);
  });

  it.each([
    ['1. Vælg\n2) Skriv\n3. Send', ['Vælg', 'Skriv', 'Send']],
    ['- Vælg\n• Skriv', ['Vælg', 'Skriv']],
    ['1. januar er fristen\nSend', ['1. januar er fristen', 'Send']],
    ['1. juli sender du opgørelsen', ['1. juli sender du opgørelsen']],
    ['1. marts: anmeld\n2. april: indberet', ['1. marts: anmeld', '2. april: indberet']],
    ['1. kvartal: anmeld\n2. kvartal: indberet', ['1. kvartal: anmeld', '2. kvartal: indberet']],
    ['1. Log på', ['Log på']],
    ['<ol><li>1. Jan. 2030</li><li>2. Maj</li></ol>', ['1. Jan. 2030', '2. Maj']],
    ['1. Majoritet\n2. Augustin', ['Majoritet', 'Augustin']],
    ['- Vælg', ['Vælg']],
    ['<ol class="x"><li>Vælg <b>periode</b></li>\n<li>Send</li></ol>', ['Vælg <b>periode</b>', 'Send']],
    ['<ul>\n<li>Vælg\n<li>Send\n</ul>', ['Vælg', 'Send']],
    ['1. Vælg\n&nbsp;\n<p></p>\n2. Send', ['Vælg', 'Send']],
    ['<ol><li>Vælg</li><li>&nbsp;</li></ol>', ['Vælg']],
    ['<p>&nbsp;</p>', []],
    ['<ol><li>Vælg<ul><li>a</li></ul></li></ol>', ['<ol><li>Vælg<ul><li>a</li></ul></li></ol>']],
  ])('has the steps of %j without the numbers and signs of the supplier', async (trin, steps) => {
    const permalink = await publish({titel: `Trin ${++made}`, trin});
    const {body} = await anyone('GET', `/formularer/1/ERST/${permalink}`);
    expect((body as {trin: string[]}).trin).toEqual(steps);
  });

  it('shows every field of an intro page and none that is internal', async () => {
    const shown = {
      titel: 'Alle felter',
      kortBeskrivelse: 'Kort',
      beskrivelse: '<p>Lang</p>',
      forudsaetninger: 'CVR-nummer',
      kontaktInformation: 'Ring',
      hjaelp: 'Hjælp',
      fritekst1: '1',
      fritekst2: '2',
      fritekst3: '3',
      urlTilLovstof: [{titel: 'Lov', url: 'https://lov.dk/1'}],
      urlTilVejledning: 'https://erst.dk/vejledning',
      skabelon: 2,
      formularType: 'integration-iframe-916' as const,
      urlProd: 'https://erst.dk/start',
      kraeverSSO: true,
      eidPersonLinkProd: 'https://eid.dk/person',
      startKnapTekst: 'Begynd',
    };
    const permalink = await publish({
      ...internal,
      ...shown,
      trin: 'Et\r\n\r\n  To  \nTre',
      eidVirksomhedLinkProd: 'javascript:alert(1)',
      ssiLinkProd: 'ikke en adresse',
      forslagTilSoegeord: 'internal keyword',
    });
    const {body, text} = await anyone('GET', `/formularer/1/ERST/${permalink}`);
    expect(body).toEqual({
      ...shown,
      trin: ['Et', 'To', 'Tre'],
      aktivTopIntegrationsform: null,
      loesningsUrl: `${portalUrl}/nemlogin/login?f=/integration/ERST/${permalink}`,
      eidVirksomhedLinkProd: null,
      ssiLinkProd: null,
      myndighed: {forkortelse: 'ERST', navn: 'Erhvervsstyrelsen', type: 'stat', kommunekode: null},
      permalink,
      url: `${portalUrl}/myndigheder/stat/ERST/${permalink}`,
    } satisfies IntroPage);
    expect(text).not.toMatch(/internal|424242|61966617/);
    await expectTitles('soeg=alle+felter', ['Alle felter']);
    expect(JSON.stringify(await listAt('soeg=alle+felter'))).not.toMatch(/internal|424242|61966617/);
  });
});

it('lists the authorities by name, without their CVR numbers', async () => {
  const {body, text} = await anyone('GET', '/formularer/1/myndigheder');
  expect((body as {navn: string}[]).map(({navn}) => navn)).toEqual([
    'Erhvervsstyrelsen',
    'Københavns Kommune',
    'Ringkøbing-Skjern Kommune',
    'Skattestyrelsen',
    'Ærø Kommune',
  ]);
  expect(text).not.toContain('cvr');
});

it('can be read by pages of any origin and cached by shared caches, without credentials', async () => {
  const permalink = await publish({titel: 'Enhver læser'});
  await expectTitles('soeg=enhver', ['Enhver læser']);
  const headers = {origin: 'https://somewhere.example.com'};
  const paths = ['/formularer/1', '/formularer/1/myndigheder', `/formularer/1/ERST/${permalink}`];
  for (const path of paths) {
    const first = await anyone('GET', path, undefined, headers);
    expect(first).toMatchObject({
      status: 200,
      headers: {'access-control-allow-origin': '*', 'cache-control': 'public, max-age=5'},
    });
    expect(first.headers).not.toHaveProperty('vary');
    expect(first.headers).not.toHaveProperty('access-control-allow-credentials');
    const tag = String(first.headers.etag);
    const again = await anyone('GET', path, undefined, {'if-none-match': tag});
    expect(again).toMatchObject({status: 304, text: '', headers: {'cache-control': 'public, max-age=5'}});
  }
  const missing = await anyone('GET', '/formularer/1/ERST/Ukendt', undefined, headers);
  expect(missing).toMatchObject({status: 404, headers: {'access-control-allow-origin': '*'}});
});

const {handle} = await useTestService({TAVLE_PUBLIC_RATE_LIMIT: '3'});
it('counts the addresses of an IPv6 /64 as one, with a limit of three requests in a minute', async () => {
  const getFrom = await listenForPeers(handle);
  const authorities = '/formularer/1/myndigheder';
  for (const host of [1, 2, 3]) expect((await getFrom(`2001:db8::${host}`, authorities)).status).toBe(200);
  const refused = await getFrom('2001:db8::4', '/formularer/1?soeg=moms');
  expect(refused).toMatchObject({status: 429, headers: {'access-control-allow-origin': '*'}});
  expect((await getFrom('2001:db8:0:1::1', authorities)).status).toBe(200);
});

it('shows changes in every process within five seconds', async () => {
  const other = await startServiceForTest(service.engine.address, tlsSettings);
  const [supplier, reader] = [callerWith(url, asDafolo), callerWith(other.url)];
  const titlesOf = async () => {
    const {body} = await reader('GET', '/formularer/1?soeg=frisk');
    return (body as FormList).formularer.map(({titel}) => titel);
  };
  const path = `/dia/2/formular/${dafolo}/frisk`;
  expect(await titlesOf()).toEqual([]);
  for (const titel of ['Frisk fisk', 'Frisk frugt']) {
    expect(await supplier('PUT', path, {...requiredV2, ...published, titel})).toMatchObject({
      status: 201,
    });
    await vi.waitFor(async () => expect(await titlesOf()).toEqual([titel]), {
      interval: 100,
    });
  }
  expect(await supplier('DELETE', path)).toMatchObject({status: 200});
  await vi.waitFor(async () => expect(await titlesOf()).toEqual([]), {interval: 100});
});
