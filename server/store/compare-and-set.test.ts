import type {AddressInfo} from 'node:net';

import {afterAll, describe, expect, it} from 'vitest';

import {createApp} from '../app.ts';
import {createMetrics} from '../http/metrics.ts';
import {createLog} from '../log.ts';
import {emptyPortal, type Portal} from '../portal/portal.ts';
import {openEngine} from '../testing/engines.ts';
import {openStore} from './open-store.ts';
import type {Store} from './store.ts';
import {silent} from './store-log.ts';

const cvr = '19552101';
const portal: Portal = {
  ...emptyPortal,
  apps: new Map([['cvr', 'active']]),
  authorities: new Map([
    [cvr, {myndighedsid: '1', forkortelse: 'SKST', navn: 'Skattestyrelsen', cvr, type: 'stat'}],
  ]),
  authoritiesByAbbreviation: new Map([
    ['SKST', {myndighedsid: '1', forkortelse: 'SKST', navn: 'Skattestyrelsen', cvr, type: 'stat'}],
  ]),
};

/** Another process writes each document before every compare-and-set that `isContended` names. */
function contendedStore(store: Store, isContended: () => boolean): Store {
  return {
    ...store,
    contents: store.contents,
    read: keys => store.read(keys),
    async write(key, value, options) {
      if (isContended() && options?.expected !== undefined) await store.write(key, value);
      return store.write(key, value, options);
    },
  };
}

const {address, stop} = await openEngine('LMDB');
const store = openStore(address, silent);
const state = {contended: false};
const log = createLog('silent', {write: () => undefined});
const app = createApp({
  store: contendedStore(store, () => state.contended),
  portal: () => portal,
  personOf: () => Promise.resolve({owner: 'anna', cvrs: [cvr]}),
  organisationOf: () => cvr,
  isCvr: () => true,
  publicUrl: 'http://localhost',
  log,
  metrics: createMetrics(),
});
const server = app.listen(0, '127.0.0.1');
afterAll(async () => {
  server.close();
  await store.close();
  await stop();
});

async function call(method: string, path: string, body?: unknown): Promise<Response> {
  const {port} = server.address() as AddressInfo;
  return fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    ...(body === undefined
      ? {}
      : {headers: {'content-type': 'application/json'}, body: JSON.stringify(body)}),
  });
}

const frist = {overskrift: 'Moms', beskrivelse: 'Betal', fristDato: '01-03-2099', modtagere: ''};
const variant = {
  titel: 'Moms',
  udstillere: 'SKST',
  formularType: 'aktiv-top',
  forventetDigital: 1,
  forventetIdriftSat: 1,
  forventetTilgaengelig: 1,
  forventetIntegreret: 1,
};

describe('while other processes change the same document all the time', () => {
  it.each([
    ['a deadline', 'PUT', '/calendar/1/frister/1', {...frist, overskrift: 'Rettet'}],
    ['a mark', 'PUT', `/calendar/1/virksomheder/${cvr}/frister/1`, {isLaest: true}],
    ['a form variant', 'PUT', `/dia/2/formular/${cvr}/a`, {titel: 'Rettet'}],
    ['the state of an app', 'PUT', '/dashboard/1/apps/state?app=cvr&activated=false', undefined],
  ])(
    'a change of %s is refused with 503 and Retry-After, and succeeds after that',
    async (_, method, path, body) => {
      await call('POST', '/calendar/1/frister', frist);
      await call('PUT', `/dia/2/formular/${cvr}/a`, variant);

      state.contended = true;
      const refused = await call(method, path, body);
      state.contended = false;
      expect(refused.status).toBe(503);
      expect(refused.headers.get('retry-after')).toBe('1');
      expect(await refused.json()).toMatchObject({
        code: 503,
        message: 'Too many changes of the same resource at once. Try again in a moment.',
      });
      expect((await call(method, path, body)).ok).toBe(true);
    },
  );
});
