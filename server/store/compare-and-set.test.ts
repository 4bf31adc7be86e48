import {createServer, type RequestListener} from 'node:http';

import {afterAll, expect, it} from 'vitest';

import {createApp} from '../app.ts';
import {readConfig} from '../config.ts';
import {createAdmission} from '../http/admission.ts';
import {createMetrics} from '../http/metrics.ts';
import {createLog} from '../logs/log.ts';
import {emptyPortal, type Portal} from '../portal/portal.ts';
import {deadline, requiredV2} from '../testing/bodies.ts';
import {callerWith} from '../testing/certificates.ts';
import {listen} from '../testing/listen.ts';
import {useStore} from '../testing/store.ts';
import {VersionConflict} from './engine.ts';
import type {Store} from './store.ts';

const cvr = '19552101';
const authority = {
  myndighedsid: '1',
  forkortelse: 'ERST',
  navn: 'Erhvervsstyrelsen',
  cvr,
  type: 'stat',
} as const;
const portal: Portal = {
  ...emptyPortal,
  apps: new Map([['cvr', 'active']]),
  authorities: new Map([[cvr, authority]]),
  authoritiesByAbbreviation: new Map([['ERST', authority]]),
};

/**
 * Returns a store that rejects every compare-and-set while `isContended` returns true, as if another process changed the document.
 */
function contendedStore(store: Store, isContended: () => boolean): Store {
  return {
    ...store,
    contents: store.contents,
    read: keys => store.read(keys),
    async write(key, value, options) {
      if (isContended() && options?.expected !== undefined) throw new VersionConflict(0);
      return store.write(key, value, options);
    },
  };
}

const store = await useStore();
const state = {contended: false};
const log = createLog('silent', {write: () => undefined});
const metrics = createMetrics();
const app = createApp({
  ...readConfig({TAVLE_PORTAL: 'demo/portal.json'}),
  store: contendedStore(store, () => state.contended),
  portal: () => portal,
  checks: {
    checkCertificate: () => cvr,
    checkToken: () => Promise.resolve({owner: 'anna', cvrs: [cvr], issuedAt: 0}),
  },
  count: () => undefined,
  isCvr: () => true,
  publicUrl: 'http://localhost',
  ...{hosts: undefined, mailer: undefined, audit: undefined, extraRoutes: []},
  log,
  metrics,
  admission: createAdmission(10, metrics),
  isProxy: () => false,
  stopping: () => false,
});
const server = createServer(app.callback() as RequestListener);
afterAll(() => void server.close());
const call = callerWith(`http://127.0.0.1:${await listen(server)}`);

it.each([
  ['a deadline', 'PUT', '/calendar/1/frister/1', deadline({overskrift: 'Rettet'})],
  ['a mark', 'PUT', `/calendar/1/virksomheder/${cvr}/frister/1`, {isLaest: true}],
  ['a form variant', 'PUT', `/dia/2/formular/${cvr}/a`, {titel: 'Rettet'}],
  ['the state of an app', 'PUT', '/dashboard/1/apps/state?app=cvr&activated=false', undefined],
])(
  'while other processes change the same document continuously refuses a change of %s with 503 and Retry-After, and accepts it after that',
  async (_, method, path, body) => {
    await call('POST', '/calendar/1/frister', deadline());
    await call('PUT', `/dia/2/formular/${cvr}/a`, requiredV2);

    state.contended = true;
    const refused = await call(method, path, body);
    state.contended = false;
    const message = 'Too many changes of the same resource at once. Try again in a moment.';
    expect(refused).toMatchObject({status: 503, body: {code: 503, message}});
    expect(refused.headers['retry-after']).toBe('1');
    expect((await call(method, path, body)).status).toBeLessThan(300);
  },
);
