import {describe, expect, it} from 'vitest';

import {requiredV1} from '../testing/bodies.ts';
import {callerWith, organisation, tlsSettings} from '../testing/certificates.ts';
import {dafolo as dafoloCvr, portalUrl, useTestService} from '../testing/service.ts';

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
