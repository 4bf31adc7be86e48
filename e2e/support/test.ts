// The `test` of all end-to-end tests, with the fixtures that start services, demos and portals. Add a fixture for
// something that several tests start. What a fixture starts must end with the test or the worker.
import {randomUUID} from 'node:crypto';
import {cp, rm, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';

import {mergeTests, test as base} from 'playwright/test';

import {type RedisServer, startRedis} from '../../server/store/testing/redis-server.ts';
import {tlsSettings} from '../../server/testing/certificates.ts';
import {createTestIssuer, type TestIssuer} from '../../server/testing/issuer.ts';
import {engineFixtures} from './engine-fixtures.ts';
import {consumers} from './consumer.ts';
import {resetDashboards} from './dashboard.ts';
import {withDirectory} from './directory.ts';
import {lend} from './lend.ts';
import {type PortalSite, startPortalSite} from './portal-site.ts';
import {type Launch, type ServiceProcess, startProcess} from './process.ts';
import {copySampleData} from './sample-data.ts';

export {expect} from 'playwright/test';

interface Fixtures {
  /** A new directory, gone after the test. */
  directory: string;
  /** The settings of a service with its own portal file, key set file and embedded store, and the worker's issuer. */
  settings: Readonly<Record<string, string>>;
  /** Settings of TLS, client certificates, and a portal file with {@link organisations}. */
  withOrganisations: Readonly<Record<string, string>>;
  /** Starts `tavle serve`; `changes` override the settings. The process is killed after the test. */
  start: (changes?: NodeJS.ProcessEnv, how?: Launch) => Promise<ServiceProcess>;
  /**
   * The worker's `tavle demo`, with the initial dashboards of Anna and Bjørn. The portal of `site` may call it. A test that changes forms, or
   * delivers deadlines whose titles are not unique, starts its own demo.
   */
  demo: ServiceProcess;
  /** Starts `tavle demo` on a free port; `changes` override its settings. The process is killed after the test. */
  startDemo: (changes?: NodeJS.ProcessEnv) => Promise<ServiceProcess>;
  /** Starts a Redis server that syncs each write to the disk before it responds. The server is stopped after the test. */
  startDurableRedis: () => Promise<RedisServer>;
  /** The worker's portal at another origin. It has no page yet. The signed-in person occurs in no other test. */
  site: PortalSite;
}

interface WorkerFixtures {
  issuer: TestIssuer;
  workerDemo: ServiceProcess;
  workerSite: PortalSite;
  /** The worker's service, which `site` may call. A test must not stop it. */
  siteService: ServiceProcess;
}

export const skat = '19552101';
export const erst = '10150817';
export const dafolo = '61966617';
export const kmd = '26911745';

/** A portal file's authorities and suppliers. */
export const organisations = {
  myndigheder: [
    {myndighedsid: 1, forkortelse: 'SKST', navn: 'Skattestyrelsen', cvr: skat, type: 'stat'},
    {myndighedsid: 2, forkortelse: 'ERST', navn: 'Erhvervsstyrelsen', cvr: erst, type: 'stat'},
  ],
  leverandoerer: [
    {cvr: dafolo, navn: 'Dafolo'},
    {cvr: kmd, navn: 'KMD A/S'},
  ],
};

export const portal = {
  apps: [
    {navn: 'frister', tilstand: 'active'},
    {navn: 'cvr', tilstand: 'deactive'},
    {navn: 'tilladelser', tilstand: 'hidden'},
    ...Array.from({length: 50}, (_, place) => ({navn: `app-${place}`, tilstand: 'deactive'})),
  ],
};

/** Fixtures that run services as separate processes. */
const services = base.extend<Fixtures, WorkerFixtures>({
  // Playwright reads the names of the fixtures that a fixture needs from its first parameter.
  // oxlint-disable-next-line no-empty-pattern
  directory: async ({}, use) => withDirectory(use),

  issuer: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const issuer = await createTestIssuer();
      await use(issuer);
      await rm(dirname(issuer.keySetFile), {recursive: true, force: true});
    },
    {scope: 'worker'},
  ],

  withOrganisations: async ({directory}, use) => {
    const TAVLE_PORTAL = join(directory, 'organisations.json');
    await writeFile(TAVLE_PORTAL, JSON.stringify({...portal, ...organisations}));
    await use({...tlsSettings, TAVLE_PORTAL, TAVLE_CVR_CHECK: 'off'});
  },

  settings: async ({directory, issuer}, use) => {
    await use(await settingsIn(directory, issuer));
  },

  start: async ({directory, settings}, use) => {
    const start = (changes?: NodeJS.ProcessEnv, how?: Launch) =>
      startProcess('serve', {...settings, ...changes}, directory, how);
    await lend(start, service => service.kill(), use);
  },

  workerDemo: [
    async ({workerSite: {origin}}, use) =>
      withDirectory(async directory => {
        await copySampleData(directory);
        const settings = {TAVLE_PORT: '0', TAVLE_RATE_LIMIT: 'off', TAVLE_ORIGINS: origin};
        const demo = await startProcess('demo', settings, directory);
        await use(demo);
        await demo.kill();
      }),
    {scope: 'worker'},
  ],

  demo: async ({workerDemo}, use) => {
    await resetDashboards(workerDemo.url);
    await use(workerDemo);
  },

  startDemo: async ({directory}, use) => {
    const start = async (changes?: NodeJS.ProcessEnv) => {
      await copySampleData(directory);
      return startProcess('demo', {TAVLE_PORT: '0', ...changes}, directory);
    };
    await lend(start, service => service.kill(), use);
  },

  // oxlint-disable-next-line no-empty-pattern
  startDurableRedis: async ({}, use) => {
    const start = () => startRedis('--appendfsync', 'always');
    await lend(start, redis => redis.stop(), use);
  },

  workerSite: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const site = await startPortalSite();
      await use(site);
      await site.stop();
    },
    {scope: 'worker'},
  ],

  site: async ({workerSite, issuer}, use) => {
    await use(
      Object.assign(workerSite, {
        html: '',
        headers: {},
        responses: {},
        token: await issuer.token(randomUUID()),
      }),
    );
  },

  siteService: [
    async ({workerSite, issuer}, use) =>
      withDirectory(async directory => {
        const settings = {...(await settingsIn(directory, issuer)), TAVLE_ORIGINS: workerSite.origin};
        const service = await startProcess('serve', settings, directory);
        await use(service);
        await service.kill();
      }),
    {scope: 'worker'},
  ],
});

/** Playwright's `test` with all fixtures: tests with different fixtures would share neither a worker nor its demo. */
export const test = mergeTests(services, consumers, engineFixtures);

/** Writes a portal file and the issuer's key set into a directory; returns the settings of a service there. */
async function settingsIn(directory: string, issuer: TestIssuer): Promise<Record<string, string>> {
  const [portalFile, keySetFile] = [join(directory, 'portal.json'), join(directory, 'jwks.json')];
  await writeFile(portalFile, JSON.stringify(portal));
  await cp(issuer.keySetFile, keySetFile);
  return {
    TAVLE_PORT: '0',
    TAVLE_STORE: 'file:store',
    TAVLE_PORTAL: portalFile,
    TAVLE_TOKEN_JWKS: keySetFile,
    TAVLE_TOKEN_ISSUER: issuer.name,
    TAVLE_TOKEN_AUDIENCE: issuer.audience,
    // Tests call faster than people do.
    TAVLE_RATE_LIMIT: 'off',
  };
}
