import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';

import {test as base} from 'playwright/test';

import {type RedisServer, startRedis} from '../../server/store/testing/redis-server.ts';
import {createTestIssuer, type TestIssuer} from '../../server/testing/issuer.ts';
import {type PortalSite, startPortalSite} from './portal-site.ts';
import {type Launch, type ServiceProcess, startProcess} from './process.ts';

export {expect} from 'playwright/test';

/** The engines that a service may keep its data in. */
export const engines = ['LMDB', 'Redis'] as const;
export type Engine = (typeof engines)[number];

interface Fixtures {
  /** A new directory, gone after the test. */
  directory: string;
  issuer: TestIssuer;
  /** The settings of a service with a portal file, the test's issuer and an embedded store of its own. */
  settings: Readonly<Record<string, string>>;
  /** Starts `tavle serve`; changes go over the settings. It is killed after the test. */
  start: (changes?: NodeJS.ProcessEnv, how?: Launch) => Promise<ServiceProcess>;
  /** Starts `tavle demo` on a free port; changes go over its settings. It is killed after the test. */
  startDemo: (changes?: NodeJS.ProcessEnv, how?: Launch) => Promise<ServiceProcess>;
  /** Starts a Redis server that syncs each write to the disk before it answers. It is gone after the test. */
  startDurableRedis: () => Promise<RedisServer>;
  /** A portal of another origin, where Anna is signed in. */
  site: PortalSite;
  /** Starts a service that the portal may call. */
  startForSite: (changes?: NodeJS.ProcessEnv) => Promise<ServiceProcess>;
  /** Makes a store on an engine and gives its address. */
  newStore: (engine: Engine) => Promise<string>;
}

export const portal = {
  apps: [
    {navn: 'frister', tilstand: 'active'},
    {navn: 'cvr', tilstand: 'deactive'},
    {navn: 'tilladelser', tilstand: 'hidden'},
    ...Array.from({length: 50}, (_, place) => ({navn: `app-${place}`, tilstand: 'deactive'})),
  ],
};

/** Playwright's `test` with services as processes of their own. */
export const test = base.extend<Fixtures>({
  // Playwright reads the names of the fixtures that a fixture needs from its first parameter.
  // eslint-disable-next-line no-empty-pattern
  directory: async ({}, use) => {
    const directory = await mkdtemp(join(tmpdir(), 'tavle-e2e-'));
    await use(directory);
    await rm(directory, {recursive: true, force: true});
  },

  // eslint-disable-next-line no-empty-pattern
  issuer: async ({}, use) => {
    const issuer = await createTestIssuer();
    await use(issuer);
    await rm(dirname(issuer.keySetFile), {recursive: true, force: true});
  },

  settings: async ({directory, issuer}, use) => {
    const portalFile = join(directory, 'portal.json');
    await writeFile(portalFile, JSON.stringify(portal));
    await use({
      TAVLE_PORT: '0',
      TAVLE_STORE: 'file:store',
      TAVLE_PORTAL: portalFile,
      TAVLE_TOKEN_JWKS: issuer.keySetFile,
      TAVLE_TOKEN_ISSUER: issuer.name,
      TAVLE_TOKEN_AUDIENCE: issuer.audience,
      // Tests call faster than people do.
      TAVLE_RATE_LIMIT: 'off',
    });
  },

  start: async ({directory, settings}, use) => {
    const started: ServiceProcess[] = [];
    await use(async (changes, how) => {
      const service = await startProcess('serve', {...settings, ...changes}, directory, how);
      started.push(service);
      return service;
    });
    await Promise.all(started.map(service => service.kill()));
  },

  startDemo: async ({directory}, use) => {
    const started: ServiceProcess[] = [];
    await use(async (changes, how) => {
      const service = await startProcess('demo', {TAVLE_PORT: '0', ...changes}, directory, how);
      started.push(service);
      return service;
    });
    await Promise.all(started.map(service => service.kill()));
  },

  // eslint-disable-next-line no-empty-pattern
  startDurableRedis: async ({}, use) => {
    const started: RedisServer[] = [];
    await use(async () => {
      const redis = await startRedis('--appendfsync', 'always');
      started.push(redis);
      return redis;
    });
    await Promise.all(started.map(redis => redis.stop()));
  },

  site: async ({issuer}, use) => {
    const site = await startPortalSite();
    site.token = await issuer.token('anna');
    await use(site);
    await site.stop();
  },

  startForSite: async ({start, site}, use) => {
    await use(changes => start({TAVLE_ORIGINS: site.origin, ...changes}));
  },

  newStore: async ({startDurableRedis}, use) => {
    await use(async engine => (engine === 'LMDB' ? 'file:store' : (await startDurableRedis()).url));
  },
});
