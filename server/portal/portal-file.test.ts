import {readFile, writeFile} from 'node:fs/promises';

import {describe, expect, it} from 'vitest';

import {callerWith, organisation, tlsSettings} from '../testing/certificates.ts';
import {portalUrl, useTestService} from '../testing/service.ts';

const service = await useTestService(tlsSettings);

const anyone = callerWith(service.url);
const dafolo = callerWith(service.url, await organisation('61966617'));
const authorization = `Bearer ${await service.issuer.token('anna')}`;

interface PortalFile {
  portal?: {navn?: string; url: string};
  apps: {navn: string; tilstand: string; laast?: boolean}[];
}

/** Edits the portal file and makes the service reload it. */
async function editPortal(edit: (file: PortalFile) => void): Promise<void> {
  const file = JSON.parse(await readFile(service.portalPath, 'utf8')) as PortalFile;
  edit(file);
  await writeFile(service.portalPath, JSON.stringify(file));
  await service.reload();
}

function lock(app: string, laast: boolean): Promise<void> {
  return editPortal(({apps}) => {
    for (const each of apps) if (each.navn === app) each.laast = laast;
  });
}

const turn = (app: string, activated: boolean) =>
  anyone('PUT', `/dashboard/1/apps/state?app=${app}&activated=${activated}`, undefined, {authorization});

async function stateOf(app: string): Promise<unknown> {
  const {body} = await anyone('GET', `/dashboard/1/apps/state?apps=${app}`, undefined, {authorization});
  return (body as Record<string, unknown>)[app];
}

describe('a locked app', () => {
  it('cannot be turned off: PUT returns 403 with the error body that names it', async () => {
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

  it('has the state of the portal file although a person chose another, until it is unlocked', async () => {
    expect((await turn('frister', false)).status).toBe(200);
    await lock('frister', true);
    expect(await stateOf('frister')).toEqual({state: 'active'});
    await lock('frister', false);
    expect(await stateOf('frister')).toEqual({state: 'deactive'});
  });
});

describe('the URLs of a form', () => {
  it('are below the URL of the portal file, and null without one', async () => {
    const variant = {
      masterId: 30272,
      egetId: 'url-1',
      titel: 'Anmeld jord',
      valgteMyndigheder: [760],
      formularType: 'integration-ekstern-link',
    };
    const {headers} = await dafolo('POST', '/dia/1/formular', variant);
    const path = new URL(String(headers.location)).pathname;
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
    await editPortal(file => delete file.portal);
    expect(await urls()).toEqual([{formUrl: null, loesningsUrl: null}]);
  });
});
