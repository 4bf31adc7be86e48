import fc from 'fast-check';
import {beforeAll, describe, expect, it, onTestFinished, vi} from 'vitest';

import {anyCharacter} from '../testing/any-character.ts';
import {requiredV1, requiredV2} from '../testing/bodies.ts';
import {type Caller, callerWith, organisation, tlsSettings} from '../testing/certificates.ts';
import {dafolo as dafoloCvr, kmd as kmdCvr, startTestService, useTestService} from '../testing/service.ts';
import {permalinkOf as permalinkFor} from './permalinks.ts';

const [aeroe, koebenhavn] = [492, 101];
const past = '2020-01-01T00:00:00+0100';

const first = await useTestService(tlsSettings);
const dafolo = callerWith(first.url, await organisation(dafoloCvr));
const kmd = callerWith(first.url, await organisation(kmdCvr));
const anyone = callerWith(first.url);
let dafoloElsewhere: Caller;
beforeAll(async () => {
  const second = await startTestService(first.engine.address, tlsSettings);
  dafoloElsewhere = callerWith(second.url, await organisation(dafoloCvr));
  return () => second.stop();
});

let count = 0;

interface Created {
  readonly egetId: string;
  readonly diaId: string;
}

async function create(titel: string, fields: object = {}, caller = dafolo): Promise<Created> {
  const egetId = `v${++count}`;
  const required = {...requiredV1, egetId, titel, valgteMyndigheder: [aeroe]};
  const body = {...required, publiceringsdato: null, ...fields};
  const response = await caller('POST', '/dia/1/formular', body);
  expect(response.status).toBe(201);
  return {egetId, diaId: (response.headers.location as string).split('/').at(-1) ?? ''};
}

async function permalinkOf({diaId}: Created, caller = dafolo): Promise<string> {
  return ((await caller('GET', `/dia/1/formular/${diaId}`)).body as {permalink: string}).permalink;
}

const change = ({egetId}: Created, body: unknown, caller = dafolo) =>
  caller('PUT', `/dia/1/formular/${egetId}`, body);
const remove = ({egetId}: Created) => dafolo('DELETE', `/dia/1/formular/${egetId}`);

const withoutKoebenhavn = () =>
  first.editPortal(({myndigheder, ...file}) => ({
    ...file,
    myndigheder: myndigheder.filter(({forkortelse}) => forkortelse !== 'Koebenhavn'),
  }));

/** Gives authorities new abbreviations. */
const rename = (abbreviations: Readonly<Record<string, string>>) =>
  first.editPortal(({myndigheder, ...file}) => ({
    ...file,
    myndigheder: myndigheder.map(({forkortelse = '', ...each}) => ({
      ...each,
      forkortelse: abbreviations[forkortelse] ?? forkortelse,
    })),
  }));

describe('the permalink of a form variant', () => {
  it('has a number if another variant of the authority has the same title, of any supplier', async () => {
    const [one, two, three] = [await create('Ens'), await create('Ens', {}, kmd), await create('ens!')];
    expect(await permalinkOf(one)).toBe('Ens');
    expect(await permalinkOf(two, kmd)).toBe('Ens_2');
    // URLs are case-sensitive.
    expect(await permalinkOf(three)).toBe('ens');
  });

  it('is unique at all of its authorities', async () => {
    await create('Fælles', {valgteMyndigheder: [koebenhavn]});
    expect(await permalinkOf(await create('Fælles', {valgteMyndigheder: [aeroe, koebenhavn]}))).toBe(
      'Faelles_2',
    );
    expect(await permalinkOf(await create('Fælles'))).toBe('Faelles');
  });

  it('stays the same when other fields change, and when the title changes to one with the same permalink', async () => {
    await create('Stabil');
    const variant = await create('Stabil');
    await change(variant, {hjaelp: 'Ring'});
    await change(variant, {titel: 'Stabil!'});
    expect(await permalinkOf(variant)).toBe('Stabil_2');
  });

  it('is released when its variant gets another title before publication', async () => {
    const variant = await create('Opgivet');
    await change(variant, {titel: 'Valgt'});
    expect(await permalinkOf(variant)).toBe('Valgt');
    expect(await permalinkOf(await create('Opgivet'))).toBe('Opgivet');
  });

  it('is released when its variant is deleted before publication', async () => {
    await remove(await create('Fortrudt'));
    expect(await permalinkOf(await create('Fortrudt'))).toBe('Fortrudt');
  });

  it('stays reserved when a published variant is deleted, and is restored with it', async () => {
    const variant = await create('Genoplivet', {publiceringsdato: past});
    await remove(variant);
    expect(await permalinkOf(await create('Genoplivet'))).toBe('Genoplivet_2');
    const again = {...requiredV1, egetId: variant.egetId, titel: 'Ny titel', valgteMyndigheder: [aeroe]};
    expect((await dafolo('POST', '/dia/1/formular', again)).status).toBe(201);
    expect(await permalinkOf(variant)).toBe('Genoplivet');
  });

  it('cannot change after publication: rejects a new authority at which another form has it', async () => {
    await create('Frosset', {valgteMyndigheder: [koebenhavn]});
    const variant = await create('Frosset', {publiceringsdato: past});
    const refused = await change(variant, {valgteMyndigheder: [aeroe, koebenhavn]});
    expect(refused).toMatchObject({status: 422, body: {errors: {valgteMyndigheder: [expect.any(String)]}}});
    expect(refused.text).toContain('Københavns Kommune');
    expect((await change(variant, {titel: 'Optøet'})).status).toBe(201);
    expect(await permalinkOf(variant)).toBe('Frosset');
  });

  it('gets a number when a published variant moves to authorities at which another form has it', async () => {
    await create('Flyttet', {valgteMyndigheder: [koebenhavn]});
    const variant = await create('Flyttet', {publiceringsdato: past});
    expect((await change(variant, {valgteMyndigheder: [koebenhavn]})).status).toBe(201);
    expect(await permalinkOf(variant)).toBe('Flyttet_2');
  });

  it('ends with the registry id if 50 variants have the same title', async () => {
    for (let number = 1; number <= 50; number += 1) await create('Populær');
    const variant = await create('Populær');
    expect(await permalinkOf(variant)).toBe(`Populaer_${variant.diaId.replace('.', '_')}`);
  });

  it('is unique when two processes create variants of the same title at the same time', async () => {
    const created = await Promise.all(
      Array.from({length: 20}, (_, place) => create('Samtidig', {}, place % 2 ? dafolo : dafoloElsewhere)),
    );
    const permalinks = await Promise.all(created.map(each => permalinkOf(each)));
    expect(new Set(permalinks).size).toBe(20);
    expect(permalinks).toContain('Samtidig');
  });

  describe('of a published form at an authority', () => {
    const atKoebenhavn = {valgteMyndigheder: [koebenhavn], publiceringsdato: past};
    const statusAt = async (permalink: string) =>
      (await anyone('GET', `/formularer/1/Koebenhavn/${permalink}`)).status;

    it('stays the same when the portal file corrects the CVR number of the authority', async () => {
      const variant = await create('Rettet nummer', atKoebenhavn);
      const restore = await first.editPortal(({myndigheder, ...file}) => ({
        ...file,
        myndigheder: myndigheder.map(each =>
          each.forkortelse === 'Koebenhavn' ? {...each, cvr: '10150825'} : each,
        ),
      }));
      onTestFinished(restore);
      expect(await statusAt('Rettet_nummer')).toBe(200);
      expect(await permalinkOf(await create('Rettet nummer', atKoebenhavn))).toBe('Rettet_nummer_2');
      await change(variant, {hjaelp: 'Ring'});
      expect(await statusAt('Rettet_nummer')).toBe(200);
    });

    it('stays the same when the form is changed while the portal file lacks the authority', async () => {
      const variant = await create('Fraværende', atKoebenhavn);
      const both = await create('Fraværende to', {...atKoebenhavn, valgteMyndigheder: [aeroe, koebenhavn]});
      const restore = await withoutKoebenhavn();
      expect((await change(variant, {titel: 'Ændret'})).status).toBe(201);
      expect((await change(both, {hjaelp: 'Ring'})).status).toBe(201);
      await restore();
      expect(await statusAt('Fravaerende')).toBe(200);
      expect(await statusAt('Fravaerende_to')).toBe(200);
      expect(await permalinkOf(await create('Fraværende', atKoebenhavn))).toBe('Fravaerende_2');
    });

    it('stays the same when the form is changed while the portal file has a wrong kommunekode of the authority', async () => {
      const variant = await create('Forkert kode', atKoebenhavn);
      const restore = await first.editPortal(({myndigheder, ...file}) => ({
        ...file,
        myndigheder: myndigheder.map(each =>
          each.forkortelse === 'Koebenhavn' ? {...each, kommunekode: '102'} : each,
        ),
      }));
      expect((await change(variant, {titel: 'Ændret'})).status).toBe(201);
      await restore();
      expect(await statusAt('Forkert_kode')).toBe(200);
    });

    it('stays the same when the portal file changes the abbreviation of a state authority, whose forms are all still shown', async () => {
      const list = `/dia/2/formular/${dafoloCvr}`;
      const body = {
        ...requiredV2,
        udstillere: 'SKST',
        titel: 'Omdøbt',
        forslagTilSoegeord: 'x'.repeat(5_000),
      };
      expect((await dafolo('PUT', `${list}/shown`, {...body, publiceringsdato: past})).status).toBe(201);
      expect((await dafolo('PUT', `${list}/draft`, {...body, titel: 'Kladde'})).status).toBe(201);
      onTestFinished(await rename({SKST: 'SKTST'}));
      const page = async () => (await anyone('GET', '/formularer/1/SKTST/Omdoebt')).status;
      expect(await page()).toBe(200);
      const found = await anyone('GET', '/formularer/1?soeg=omdøbt&myndighed=SKTST');
      expect(found.body).toMatchObject({formularer: [{myndighed: {forkortelse: 'SKTST'}}]});
      for (const egetId of ['shown', 'draft']) {
        const read = await dafolo('GET', `${list}/${egetId}`);
        expect(read.body).toMatchObject({
          udstillere: 'SKST',
          formUrl: expect.stringContaining('/SKTST/') as string,
        });
        // A PUT may repeat the old abbreviation.
        expect((await dafolo('PUT', `${list}/${egetId}`, read.body as object)).status).toBe(201);
      }
      expect((await dafolo('PUT', `${list}/shown`, {titel: 'Ny', udstillere: 'SKTST'})).status).toBe(201);
      expect(await page()).toBe(200);
      expect((await dafolo('PUT', `${list}/shown`, {udstillere: 'ERST'})).status).toBe(201);
      expect(await page()).toBe(404);
    });

    it('stays the same when the portal file gives the old abbreviation of a state authority to another one', async () => {
      const form = `/dia/2/formular/${dafoloCvr}/reused`;
      const body = {...requiredV2, udstillere: 'SKST', titel: 'Genbrugt', publiceringsdato: past};
      expect((await dafolo('PUT', form, body)).status).toBe(201);
      onTestFinished(await rename({SKST: 'SKTST', ERST: 'SKST'}));
      const statusesAt = () =>
        Promise.all(
          ['SKTST', 'SKST'].map(
            async authority => (await anyone('GET', `/formularer/1/${authority}/Genbrugt`)).status,
          ),
        );
      const foundAt = async (authority: string) =>
        (await anyone('GET', `/formularer/1?soeg=genbrugt&myndighed=${authority}`)).body;
      const here = {formularer: [{myndighed: {forkortelse: 'SKTST'}}]};
      expect(await statusesAt()).toEqual([200, 404]);
      // A search finds a new form within five seconds.
      await vi.waitFor(async () => expect(await foundAt('SKTST')).toMatchObject(here));
      expect(await foundAt('SKST')).toMatchObject({formularer: []});
      // A PUT that repeats the old abbreviation does not move the form.
      expect((await dafolo('PUT', form, {udstillere: 'SKST', hjaelp: 'Ring'})).status).toBe(201);
      expect(await statusesAt()).toEqual([200, 404]);
      expect((await dafolo('PUT', form, {udstillere: 'SKTST'})).status).toBe(201);
      expect(await statusesAt()).toEqual([200, 404]);
      expect((await dafolo('PUT', form, {udstillere: 'SKST'})).status).toBe(201);
      expect(await statusesAt()).toEqual([404, 200]);
    });

    it('is at the authority that has the abbreviation now when a deleted form is created again', async () => {
      const form = `/dia/2/formular/${dafoloCvr}/again`;
      const body = {...requiredV2, udstillere: 'SKST', titel: 'Gendannet', publiceringsdato: past};
      expect((await dafolo('PUT', form, body)).status).toBe(201);
      expect((await dafolo('DELETE', form)).status).toBe(200);
      onTestFinished(await rename({SKST: 'SKTST', ERST: 'SKST'}));
      expect((await dafolo('PUT', form, body)).status).toBe(201);
      expect((await anyone('GET', '/formularer/1/SKST/Gendannet')).status).toBe(200);
      expect((await anyone('GET', '/formularer/1/SKTST/Gendannet')).status).toBe(404);
    });

    it('gets a number when the form leaves an authority that the portal file lacks for one at which another form has it', async () => {
      await create('Sammenlagt');
      const variant = await create('Sammenlagt', atKoebenhavn);
      const restore = await withoutKoebenhavn();
      onTestFinished(restore);
      expect((await change(variant, {valgteMyndigheder: [aeroe]})).status).toBe(201);
      expect(await permalinkOf(variant)).toBe('Sammenlagt_2');
    });
  });

  it('stays the same after publication when the form master has ended and is resumed', async () => {
    const variant = await create('Afsluttet', {publiceringsdato: past});
    const restore = await first.editPortal(({formularmastre, ...file}) => ({
      ...file,
      formularmastre: formularmastre.map(each => ({...each, afpubliceringsdato: '2025-01-01'})),
    }));
    expect((await change(variant, {titel: 'Genoptaget'})).status).toBe(201);
    await restore();
    expect(await permalinkOf(variant)).toBe('Afsluttet');
  });

  it('stays reserved while a published form names no authority', async () => {
    const variant = await create('Hjemløs', {publiceringsdato: past});
    expect((await change(variant, {valgteMyndigheder: []})).status).toBe(201);
    expect(await permalinkOf(await create('Hjemløs'))).toBe('Hjemloes_2');
    expect((await change(variant, {valgteMyndigheder: [aeroe], titel: 'Hjemvendt'})).status).toBe(201);
    expect(await permalinkOf(variant)).toBe('Hjemloes');
  });

  it('is released when its variant, before publication, names no authority', async () => {
    const variant = await create('Uden myndighed');
    expect((await change(variant, {valgteMyndigheder: []})).status).toBe(201);
    expect(await permalinkOf(await create('Uden myndighed'))).toBe('Uden_myndighed');
  });

  it('is released at an authority that the portal file lacks when its variant is deleted before publication', async () => {
    const atKoebenhavn = {valgteMyndigheder: [koebenhavn]};
    const variant = await create('Aldrig vist', atKoebenhavn);
    const restore = await withoutKoebenhavn();
    await remove(variant);
    await restore();
    expect(await permalinkOf(await create('Aldrig vist', atKoebenhavn))).toBe('Aldrig_vist');
  });

  it('stays with a form of a supplier that leaves the portal file and comes back', async () => {
    const atKoebenhavn = {valgteMyndigheder: [koebenhavn], publiceringsdato: past};
    const shownAt = (permalink: string) => anyone('GET', `/formularer/1/Koebenhavn/${permalink}`);
    const titel = `Besat ${++count}`;
    const variant = await create(titel, atKoebenhavn, kmd);
    const permalink = await permalinkOf(variant, kmd);
    const restore = await first.editPortal(file => ({
      ...file,
      leverandoerer: [{cvr: dafoloCvr, navn: 'Dafolo'}],
    }));
    expect(await shownAt(permalink)).toMatchObject({status: 404});
    expect(await permalinkOf(await create(titel, atKoebenhavn))).toBe(`${permalink}_2`);
    await restore();
    expect(await permalinkOf(variant, kmd)).toBe(permalink);
    expect(await shownAt(permalink)).toMatchObject({status: 200});
  });
});

describe('a permalink', () => {
  it.each([
    ['Anmeld jordflytning', 'Anmeld_jordflytning'],
    ['Overførsel af ferie', 'Overfoersel_af_ferie'],
    ['Ærø Økologi Ålborg', 'Aeroe_Oekologi_Aalborg'],
    ['  Tilskud – til «grøn» energi (2026)! ', 'Tilskud_til_groen_energi_2026'],
    ['Café Ü', 'Cafe_U'],
    ['A\u030arsrapport', 'Aarsrapport'],
    ['Straße in Łódź, Þingvellir', 'Strasse_in_Lodz_Thingvellir'],
    ['Bygge\u00adtil\u200bladelse til 50\u00a0m², o\ufb03ciel', 'Byggetilladelse_til_50_m2_officiel'],
    ['申請', 'formular'],
    ['---', 'formular'],
  ])('of %j is %s', (title, permalink) => {
    expect(permalinkFor(title)).toBe(permalink);
  });

  it('is valid in any URL, whatever the title', () => {
    fc.assert(
      fc.property(fc.string({unit: anyCharacter}), title => {
        expect(permalinkFor(title)).toMatch(/^[A-Za-z0-9]+(_[A-Za-z0-9]+)*$/);
      }),
    );
  });
});
