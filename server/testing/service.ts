import {mkdtemp, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

import type {Router} from '@koa/router';
import {afterAll, describe} from 'vitest';

import {readConfig} from '../config.ts';
import {createLog} from '../log.ts';
import {startService} from '../service.ts';
import type {RedisServer} from '../store/testing/redis-server.ts';
import {engines, openEngine} from './engines.ts';
import {createTestIssuer, type TestIssuer} from './issuer.ts';

/** A whole service on a free port of the loopback address, on a real engine. */
export interface TestService {
  readonly url: string;
  readonly issuer: TestIssuer;
  /** Every line that was logged. */
  readonly logged: readonly string[];
  readonly portalPath: string;
  /** Reads the files that the settings name again. */
  reload(): Promise<void>;
  stop(): Promise<void>;
}

/** Authorities of the test portal. */
export const skat = '19552101';
export const erst = '10150817';

const municipality = (
  myndighedsid: number,
  forkortelse: string,
  navn: string,
  cvr: string,
  kommunekode: string,
) => ({
  myndighedsid,
  forkortelse,
  navn,
  cvr,
  type: 'kommune',
  kommunekode,
});

/** Of the test portal, as its file has it. */
export const portalUrl = 'https://portal.example.dk/erhverv';

const portal = {
  portal: {navn: 'Testportalen', url: `${portalUrl}/`},
  myndigheder: [
    {myndighedsid: 1, forkortelse: 'SKST', navn: 'Skattestyrelsen', cvr: skat, type: 'stat'},
    {myndighedsid: 2, forkortelse: 'ERST', navn: 'Erhvervsstyrelsen', cvr: erst, type: 'stat'},
    municipality(870, 'Ringkoebing-Skjern', 'Ringkøbing-Skjern Kommune', '29189609', '760'),
    municipality(897, 'Aeroe', 'Ærø Kommune', '28856075', '492'),
    municipality(3, 'Koebenhavn', 'Københavns Kommune', '64942212', '101'),
  ],
  leverandoerer: [
    {cvr: '61966617', navn: 'Dafolo', paaVegneAf: ['26911745']},
    {cvr: '26911745', navn: 'KMD A/S'},
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
    ...Array.from({length: 100}, (_, place) => ({navn: `app-${place}`, tilstand: 'active'})),
  ],
};

export async function startTestService(
  store: string,
  settings: NodeJS.ProcessEnv = {},
  makePages: (publicUrl: string) => readonly Router[] = () => [],
): Promise<TestService> {
  const issuer = await createTestIssuer();
  const portalPath = join(await mkdtemp(join(tmpdir(), 'tavle-portal-')), 'portal.json');
  await writeFile(portalPath, JSON.stringify(portal));
  const logged: string[] = [];
  const log = createLog('trace', {write: (line: string) => void logged.push(line)});
  const variables = {
    TAVLE_PORT: '0',
    TAVLE_STORE: store,
    TAVLE_PORTAL: portalPath,
    TAVLE_TOKEN_JWKS: issuer.keySetFile,
    TAVLE_TOKEN_ISSUER: issuer.name,
    TAVLE_TOKEN_AUDIENCE: issuer.audience,
    TAVLE_ORIGINS: 'https://portal.example.dk',
    // Tests call faster than people do.
    TAVLE_RATE_LIMIT: 'off',
    ...settings,
  };
  const service = await startService(readConfig(variables), log, makePages);
  await service.ready;
  return {
    url: service.url,
    issuer,
    logged,
    portalPath,
    reload: () => service.reload(variables),
    stop: () => service.stop(),
  };
}

/** Runs the same tests on each engine, with a service of its own. */
export function onEachStore(
  tests: (service: TestService, redis?: RedisServer) => void,
  settings: NodeJS.ProcessEnv = {},
): void {
  describe.each(engines)('on %s', async name => {
    const engine = await openEngine(name);
    const service = await startTestService(engine.address, settings);
    afterAll(async () => {
      await service.stop();
      await engine.stop();
    });
    tests(service, engine.server);
  });
}
