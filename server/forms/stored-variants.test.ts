import {describe, expect, it} from 'vitest';

import {createRawClient} from '../testing/raw-client.ts';
import {emptyPortal} from '../portal/portal.ts';
import {openStore} from '../store/open-store.ts';
import {silent} from '../store/engine.ts';
import {forventninger as four, requiredV1} from '../testing/bodies.ts';
import {clientCertField, organisation, proxySettings} from '../testing/certificates.ts';
import {dafolo, kmd, useTestService} from '../testing/service.ts';
import {createRegistry} from './registry.ts';
import type {Fields} from './variant.ts';

// Variants that the rules of today would refuse.

const service = await useTestService(proxySettings);
const store = openStore(service.engine.address, silent);
const registry = createRegistry(store, () => emptyPortal);
const stored: Fields = {
  titel: 'Gammel',
  valgteMyndigheder: ['760'],
  formularType: 'integration-ekstern-link',
};
const putStored = (egetId: string, fields: object = {}) =>
  registry.put({cvr: dafolo, egetId}, () => ({
    masterId: '0',
    fields: {...stored, ...fields},
  }));
const day = (date: string) => Date.parse(`${date}T00:00:00Z`);
const dates = {publiceringsdato: day('2020-02-01'), afpubliceringsdato: day('2020-01-01')};
await putStored('uden-master', dates);
await store.close();

const sendRaw = createRawClient(service.url);

/** Sends a path unchanged: WHATWG URL clients would resolve `..`. */
async function call(cvr: string, method: string, target: string, body?: object) {
  const {certificate} = await organisation(cvr);
  const {status, text} = await sendRaw({
    method,
    target,
    headers: [
      ['client-cert', clientCertField(certificate)],
      ['content-type', 'application/json'],
    ],
    ...(body && {body: Buffer.from(JSON.stringify(body))}),
  });
  return {status, body: JSON.parse(text) as Record<string, unknown>};
}

describe('a variant that is stored without a master and with its dates in the wrong order', () => {
  const put = (path: string, body: object) => call(dafolo, 'PUT', path, body);
  const pathA = '/dia/1/formular/uden-master';
  const pathB = `/dia/2/formular/${dafolo}/uden-master`;
  const read = async () => (await call(dafolo, 'GET', pathB)).body;

  it('accepts changes of its other fields through A, and no master', async () => {
    const {diaId} = await read();
    expect(diaId).toMatch(/^0\.\d+$/);
    for (const masterId of [undefined, null, '0', 0])
      expect(await put(pathA, {masterId, titel: `Ny ${masterId}`})).toMatchObject({status: 201});
    for (const masterId of [30272, '30272'])
      expect(await put(pathA, {masterId})).toMatchObject({
        status: 422,
        body: {errors: {masterId: [expect.stringContaining('omitted')]}},
      });
    expect(await read()).toMatchObject({diaId, titel: 'Ny 0'});
  });

  it('accepts a date only in the right order', async () => {
    const wrong = {publiceringsdato: '2020-01-15'};
    expect(await put(pathA, wrong)).toMatchObject({
      status: 422,
      body: {errors: {publiceringsdato: [expect.stringContaining('after')]}},
    });
  });

  it('becomes version 2 with its dates, which can be kept or corrected', async () => {
    expect(await put(pathB, {...four, udstillere: 'SKST'})).toMatchObject({status: 201});
    const before = await read();
    expect(await put(pathB, {...before, titel: 'Nyere'})).toMatchObject({status: 201});
    const page = {permalink: 'Nyere', formUrl: expect.stringMatching(/\/SKST\/Nyere$/) as string};
    expect(await read()).toEqual({...before, titel: 'Nyere', ...page});
    expect(await put(pathB, {publiceringsdato: '2020-01-15'})).toMatchObject({status: 422});
    expect(await put(pathB, {publiceringsdato: '2019-12-01'})).toMatchObject({status: 201});
  });
});

it('a variant whose supplier has left the portal file stays stored and can be read while it is published, but its supplier gets 403', async () => {
  const published = {...requiredV1, egetId: 'x', publiceringsdato: '2016-01-01'};
  const {body} = await call(dafolo, 'POST', '/dia/1/formular', published);
  const diaId = /\d+\.\d+$/.exec(String(body.message))?.[0] ?? '';

  await service.editPortal(({leverandoerer, ...portal}) => ({
    ...portal,
    leverandoerer: leverandoerer.filter(({cvr}) => cvr !== dafolo),
  }));

  expect(await call(dafolo, 'GET', `/dia/1/formular/${diaId}`)).toMatchObject({status: 403});
  expect(await call(dafolo, 'DELETE', '/dia/1/formular/x')).toMatchObject({status: 403});
  expect(await call(kmd, 'GET', `/dia/1/formular/${diaId}`)).toMatchObject({
    status: 200,
    body: {name: requiredV1.titel, leverandoer: dafolo},
  });
});
