import {readFile, writeFile} from 'node:fs/promises';
import type {IncomingMessage, RequestListener, ServerResponse} from 'node:http';
import {join} from 'node:path';

import type {Middleware} from 'koa';
import {afterAll, beforeAll, expect, onTestFinished} from 'vitest';

import {readConfig} from '../config.ts';
import {createLog} from '../logs/log.ts';
import {type Service, startService} from '../service.ts';
import {freePort} from '../store/testing/redis-process.ts';
import {newDirectory} from './directory.ts';
import {type Engine, type EngineName, prepareEngine} from './engines.ts';
import {createTestIssuer, type TestIssuer} from './issuer.ts';

/* Services for tests, with the test portal, a token issuer and an audit log. Add an authority or a supplier to `portal`, and a setting to `variables`. */

/** A service on a free port of the loopback address, with a real engine. */
export interface TestService {
  readonly url: string;
  readonly issuer: TestIssuer;
  /** All lines of the log. */
  readonly logged: readonly string[];
  /** The parsed lines. */
  logLines(): LogLine[];
  readonly portalPath: string;
  /** Handles a request of a further listener. */
  readonly handle: RequestListener;
  /** Replaces the portal file with the result of `change`, and reloads it. Returns a function that restores it. */
  editPortal(change: (file: typeof portal) => object): Promise<() => Promise<void>>;
  /** Reloads the files that the settings name. */
  reload(): Promise<void>;
  stop(): Promise<void>;
}

export interface LogLine {
  readonly level: string;
  readonly msg: string;
  readonly [field: string]: unknown;
}

/** Authorities of the test portal. */
export const skat = '19552101';
export const erst = '10150817';

/** Suppliers of the test portal. Dafolo may act for KMD. */
export const dafolo = '61966617';
export const kmd = '26911745';

const municipalities = [
  [870, 'Ringkoebing-Skjern', 'Ringkøbing-Skjern Kommune', '29189609', '760'],
  [897, 'Aeroe', 'Ærø Kommune', '28856075', '492'],
  [3, 'Koebenhavn', 'Københavns Kommune', '64942212', '101'],
].map(([myndighedsid, forkortelse, navn, cvr, kommunekode]) => ({
  ...{myndighedsid, forkortelse, navn, cvr, kommunekode},
  type: 'kommune',
}));

/** The test portal's URL; its file adds a slash. */
export const portalUrl = 'https://portal.example.dk/erhverv';

const portal = {
  portal: {navn: 'Testportalen', url: `${portalUrl}/`},
  myndigheder: [
    {myndighedsid: 1, forkortelse: 'SKST', navn: 'Skattestyrelsen', cvr: skat, type: 'stat'},
    {myndighedsid: 2, forkortelse: 'ERST', navn: 'Erhvervsstyrelsen', cvr: erst, type: 'stat'},
    ...municipalities,
  ],
  leverandoerer: [
    {cvr: dafolo, navn: 'Dafolo', paaVegneAf: [kmd]},
    {cvr: kmd, navn: 'KMD A/S'},
  ],
  formularmastre: [
    {id: 30272, titel: 'Anmeld jordflytning', publiceringsdato: '2015-12-14T12:59:00+0100'},
    {id: '5344', titel: 'Udløbet', afpubliceringsdato: '2020-01-01'},
  ],
  antalVirksomheder: 812_345,
  apps: [
    {navn: 'frister', tilstand: 'active'},
    {navn: 'cvr', tilstand: 'deactive'},
    {navn: 'tilladelser', tilstand: 'hidden'},
    {navn: 'laast', tilstand: 'active', laast: true},
    ...Array.from({length: 100}, (_, index) => ({navn: `app-${index}`, tilstand: 'active'})),
  ],
};

/** Starts a service on a store (a value of `TAVLE_STORE`). The caller stops it. */
export async function startTestService(
  store: string,
  settings: NodeJS.ProcessEnv = {},
  extraRoutes: ExtraRoutes = () => [],
): Promise<TestService> {
  const {start, ...service} = await prepareService(settings, extraRoutes);
  return {...service, url: await start(store)};
}

/** Starts a service on a store for one test, and stops it after the test. */
export async function startServiceForTest(
  ...options: Parameters<typeof startTestService>
): Promise<TestService> {
  const service = await startTestService(...options);
  onTestFinished(() => service.stop());
  return service;
}

/** A service that runs while the tests of a block run. */
export interface BlockService extends TestService {
  /** The address of `Redis Sentinel` and `Redis Cluster` is only known while tests run. */
  readonly engine: Engine;
}

/**
 * Returns a service with its own engine. Both start before the tests of the enclosing block or file and stop after them. The URL is
 * known while tests are collected.
 */
export async function useTestService(
  settings: NodeJS.ProcessEnv = {},
  {engine: name = 'LMDB', extraRoutes = () => []}: {engine?: EngineName; extraRoutes?: ExtraRoutes} = {},
): Promise<BlockService> {
  const engine = await prepareEngine(name);
  const port = await freePort();
  const {start, ...service} = await prepareService({...settings, TAVLE_PORT: String(port)}, extraRoutes);
  const url = `${settings.TAVLE_TLS_CERT === undefined ? 'http' : 'https'}://127.0.0.1:${port}`;
  beforeAll(async () => {
    await engine.start();
    expect(await start(engine.address)).toBe(url);
  });
  afterAll(async () => {
    await service.stop();
    await engine.stop();
  });
  return {...service, url, engine};
}

type ExtraRoutes = (publicUrl: string) => readonly Middleware[];

/** Returns a service that `start` starts. */
async function prepareService(settings: NodeJS.ProcessEnv, extraRoutes: ExtraRoutes) {
  const issuer = await createTestIssuer();
  const portalPath = join(newDirectory(), 'portal.json');
  await writeFile(portalPath, JSON.stringify(portal));
  const logged: string[] = [];
  const log = createLog('trace', {write: (line: string) => void logged.push(line)});
  const variables: NodeJS.ProcessEnv = {
    TAVLE_PORT: '0',
    TAVLE_PORTAL: portalPath,
    TAVLE_TOKEN_JWKS: issuer.keySetFile,
    TAVLE_TOKEN_ISSUER: issuer.name,
    TAVLE_TOKEN_AUDIENCE: issuer.audience,
    TAVLE_ORIGINS: 'https://portal.example.dk',
    TAVLE_SECURITY_CONTACT: 'mailto:security@example.dk',
    // Tests send requests faster than people do.
    TAVLE_RATE_LIMIT: 'off',
    TAVLE_PUBLIC_RATE_LIMIT: 'off',
    // The default is standard output with Redis.
    TAVLE_AUDIT: join(newDirectory(), 'audit.jsonl'),
    ...settings,
  };
  let service: Service | undefined;
  const reload = async () => service?.reload(variables);
  const replacePortal = async (text: string) => {
    await writeFile(portalPath, text);
    await reload();
  };
  return {
    issuer,
    logged,
    logLines: () => logged.map(line => JSON.parse(line) as LogLine),
    portalPath,
    editPortal: async (change: (file: typeof portal) => object) => {
      const before = await readFile(portalPath, 'utf8');
      await replacePortal(JSON.stringify(change(JSON.parse(before) as typeof portal)));
      return () => replacePortal(before);
    },
    start: async (store: string): Promise<string> => {
      variables.TAVLE_STORE = store;
      service = await startService(readConfig(variables), log, extraRoutes);
      await service.ready;
      return service.url;
    },
    reload,
    handle: (request: IncomingMessage, response: ServerResponse) => service?.handle(request, response),
    stop: async () => service?.stop(),
  };
}
