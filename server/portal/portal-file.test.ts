import ical from 'ical.js';
import {describe, expect, it} from 'vitest';

import {deliver, requiredV1} from '../testing/bodies.ts';
import {callerWith, organisation, tlsSettings} from '../testing/certificates.ts';
import {dafolo as dafoloCvr, portalUrl, skat as skatCvr, useTestService} from '../testing/service.ts';
import {portalSchema} from './schema.ts';

const service = await useTestService(tlsSettings);

const anyone = callerWith(service.url);
const dafolo = callerWith(service.url, await organisation(dafoloCvr));
const anna = await service.issuer.authorize('anna');

const lock = (app: string, laast: boolean) =>
  service.editPortal(({apps, ...file}) => ({
    ...file,
    apps: apps.map(each => (each.navn === app ? {...each, laast} : each)),
  }));

const turn = (app: string, activated: boolean) =>
  anyone('PUT', `/dashboard/1/apps/state?app=${app}&activated=${activated}`, undefined, anna);

async function stateOf(app: string): Promise<unknown> {
  const {body} = await anyone('GET', `/dashboard/1/apps/state?apps=${app}`, undefined, anna);
  return (body as Record<string, unknown>)[app];
}

describe('a locked app', () => {
  it('cannot be turned off: PUT returns 403 with the app’s name', async () => {
    expect(await turn('laast', false)).toMatchObject({
      status: 403,
      body: {
        status: 'Forbidden',
        code: 403,
        message: 'The app "laast" is locked: the portal does not allow changing its state.',
        errors: {app: ['Is locked by the portal.']},
      },
    });
    expect(await stateOf('laast')).toEqual({state: 'active'});
  });

  it('has the state of the portal file, instead of the person’s, until it is unlocked', async () => {
    expect((await turn('frister', false)).status).toBe(200);
    await lock('frister', true);
    expect(await stateOf('frister')).toEqual({state: 'active'});
    await lock('frister', false);
    expect(await stateOf('frister')).toEqual({state: 'deactive'});
  });
});

it('the URLs of a form are below the URL of the portal file, and null without one', async () => {
  const variant = {...requiredV1, egetId: 'url-1', titel: 'Anmeld jord'};
  const {headers} = await dafolo('POST', '/dia/1/formular', variant);
  const path = String(headers.location);
  const urls = async () => {
    const {body} = await dafolo('GET', path);
    const {udstillere} = body as {udstillere: {formUrl: unknown; loesningsUrl: unknown}[]};
    return udstillere.map(({formUrl, loesningsUrl}) => ({formUrl, loesningsUrl}));
  };

  expect(await urls()).toEqual([
    {
      formUrl: `${portalUrl}/myndigheder/kommuner/Ringkoebing-Skjern/Anmeld_jord`,
      loesningsUrl: `${portalUrl}/nemlogin/login?f=/integration/Ringkoebing-Skjern/Anmeld_jord`,
    },
  ]);
  await service.editPortal(file => ({...file, portal: undefined}));
  expect(await urls()).toEqual([{formUrl: null, loesningsUrl: null}]);
});

describe('portal.kalenderUrl', () => {
  const kalenderUrl = 'https://virksomhed.example.dk/år/{cvr}?frist={fristId}';

  it('is the URL of events without a link, at the end of each description', async () => {
    const novo = '24256790';
    const skat = callerWith(service.url, await organisation(skatCvr));
    const link = 'https://skat.example.dk/moms';
    const ids = [await deliver(skat, {modtagere: novo}), await deliver(skat, {modtagere: novo, link})];
    const employee = await service.issuer.authorize('employee', novo);
    const {body} = await anyone('POST', '/calendar/1/mine/abonnementer', {navn: 'Telefon'}, employee);
    const path = new URL((body as {url: string}).url).pathname;
    const events = async () => {
      const calendar = new ical.Component(ical.parse((await anyone('GET', path)).text) as unknown[]);
      return calendar.getAllSubcomponents('vevent').map(event => ({
        url: event.getFirstPropertyValue('url'),
        description: String(event.getFirstPropertyValue('description')),
      }));
    };
    expect((await events()).map(({url}) => url)).toEqual([null, link]);

    await service.editPortal(file => ({...file, portal: {url: portalUrl, kalenderUrl}}));
    const pages = ids.map(id => `https://virksomhed.example.dk/%C3%A5r/${novo}?frist=${id}`);
    const [first, second] = await events();
    expect(first?.url).toBe(pages[0]);
    expect(first?.description).toMatch(/\n\nSe fristen: \S+$/);
    expect(first?.description.endsWith(pages[0] ?? '')).toBe(true);
    expect(second?.url).toBe(link);
    expect(second?.description.endsWith(`\n\nLink: ${link}\n\nSe fristen: ${pages[1]}`)).toBe(true);
  });

  it.each([
    ['/kalender/{fristId}', false],
    ['javascript:alert({fristId})', false],
    ['https://virksomhed.example.dk/{id}', false],
    ['https://virksomhed.example.dk/{fristid}', false],
    ['https://virksomhed.example.dk/a\n{fristId}', false],
    ['', false],
    ['https://virksomhed.example.dk/kalender', true],
    [kalenderUrl, true],
  ])('%j is valid: %s', (text, isValid) => {
    const file = {portal: {url: portalUrl, kalenderUrl: text}};
    expect(portalSchema(() => true).safeParse(file).success).toBe(isValid);
  });
});
