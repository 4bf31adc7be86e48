import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';

import {freePort} from '../../server/store/testing/redis-process.ts';
import {type Caller, callerWith, organisation, tlsSettings} from '../../server/testing/certificates.ts';
import {createTestIssuer, cvrClaim, type TestIssuer} from '../../server/testing/issuer.ts';
import {type Launch, runToEnd, type ServiceProcess, startProcess} from '../../e2e/support/process.ts';
import {company} from './companies.ts';
import {apps, dashboardBystander, dashboardOwner} from './dashboards.ts';
import {type Authority, authority} from './deadlines.ts';
import {formSupplier} from './forms.ts';
import {linkOwner} from './links.ts';
import {type ExpectedState, createExpectedState} from './expected-state.ts';
import type {Workload} from './workload.ts';

/* A service with workloads, for the faults. Add a workload to `openTestSystem`. Two workloads must never change the same record. */

/** Companies that mark deadlines. */
export const companies = ['12345674', '10150817', '25313763', '88146328', '24256790', '33259247'];
/** A company that only receives deadlines to all companies. */
const bystander = '61056416';
const names = ['anna', 'anna:app-1', 'anna/app-1', '{anna}', 'bjørn', 'b'.repeat(300)];

/** The number of people, with keys on all masters, whose requests prove that the service serves again. */
const probes = 24;

/** The number of deadlines that companies mark. */
const lasting = 8;

/** The maximum time, in milliseconds, until a service serves again after a fault. */
const servingTimeoutMs = 90_000;

const authorities = ['19552101', '10103940', '29189609'] as const;

const suppliers = ['61966617', '26911745'] as const;
/** A supplier that writes forms only in some faults. */
export const otherSupplier = '88146328';

/** An authority without a workload, for checks of a fault: no workload sees what it changes. */
export const outsider = '64942212';

const portal = {
  myndigheder: [
    {myndighedsid: 1, forkortelse: 'SKST', navn: 'Skattestyrelsen', cvr: authorities[0], type: 'stat'},
    {myndighedsid: 2, forkortelse: 'ERST', navn: 'Erhvervsstyrelsen', cvr: authorities[1], type: 'stat'},
    ...[
      ['Ringkoebing-Skjern', authorities[2], '760'],
      ['Aeroe', '28856075', '492'],
      ['Koebenhavn', outsider, '101'],
    ].map(([forkortelse, cvr, kommunekode], place) => ({
      myndighedsid: 3 + place,
      forkortelse,
      navn: forkortelse,
      cvr,
      type: 'kommune',
      kommunekode,
    })),
  ],
  formularmastre: [{id: 30272, titel: 'Anmeld jordflytning'}],
  leverandoerer: [...suppliers, otherSupplier].map(cvr => ({cvr, navn: `Leverandør ${cvr}`})),
  apps: Array.from({length: 12}, (_, place) => ({navn: `app-${place}`, tilstand: 'deactive'})),
  antalVirksomheder: 800_000,
};

/** A service in a separate process that can be killed and restarted on the same port. */
export interface Service {
  readonly url: string;
  readonly port: number;
  kill(): Promise<void>;
  start(): Promise<void>;
}

/** A request to which the service responded with 503. */
export interface Refusal {
  /** The method and the path. */
  readonly what: string;
  readonly ms: number;
}

/** A service, the workloads that change records through it, and the state that they expect. */
export interface TestSystem {
  readonly expected: ExpectedState;
  readonly refusals: readonly Refusal[];
  /** The directory in which the service runs. By default, the store is in its subdirectory `store`. */
  readonly directory: string;
  readonly service: Service;
  readonly issuer: TestIssuer;
  readonly authority: Authority;
  readonly callAs: (cvr: string) => Promise<Caller>;
  readonly callAsCompany: (cvr: string) => Promise<Caller>;
  /** @param through Sends the requests. Default: to the system's service. */
  readonly callAsPerson: (name: string, through?: Caller) => Promise<Caller>;
  /** Returns the workloads of a supplier and a person who send their requests elsewhere. @param browsers The URL for the person. Default: `url`. */
  readonly workloadsAt: (url: string, browsers?: string) => Promise<readonly Workload[]>;
  /** Starts another service on the same store, on another port. */
  readonly startAnother: (settings?: NodeJS.ProcessEnv, how?: Launch) => Promise<ServiceProcess>;
  /** Runs the workloads until the signal aborts. @param rest The pause after a change in milliseconds. */
  work(until: AbortSignal, rest: number): Promise<void>;
  /** Resolves when all changes are acknowledged again. @throws After 90 seconds. */
  serving(): Promise<void>;
  /** Compares the stored state with the expected one. */
  check(): Promise<void>;
  /** Verifies that `tavle repair` finds nothing that a reader would miss. */
  checkRepair(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a service and creates its workloads. @param settings Override the default settings of the service. */
export async function openTestSystem(settings: NodeJS.ProcessEnv = {}): Promise<TestSystem> {
  const directory = await mkdtemp(join(tmpdir(), 'tavle-faults-'));
  const issuer = await createTestIssuer();
  const {service, startAnother, run} = await openService(directory, issuer, settings);
  const killNow = () => void service.kill();
  process.once('exit', killNow);
  const stop = async () => {
    await service.kill();
    process.off('exit', killNow);
    await rm(directory, {recursive: true, force: true});
    await rm(dirname(issuer.keySetFile), {recursive: true, force: true});
  };
  try {
    const populated = await populate(service, issuer, Boolean(settings.TAVLE_STORE_REPLICAS));
    const checkRepair = async () => {
      const {code, stdout, stderr} = await run('repair');
      const isSound = code === 0 && stdout.includes(' missing: 0 index entries, 0 documents,');
      populated.expected.verify(isSound, 'half', `tavle repair: ${stdout}${stderr}`);
    };
    return {...populated, checkRepair, directory, service, startAnother, issuer, stop};
  } catch (error) {
    await stop();
    throw error;
  }
}

async function openService(directory: string, issuer: TestIssuer, settings: NodeJS.ProcessEnv) {
  const TAVLE_PORTAL = join(directory, 'portal.json');
  await writeFile(TAVLE_PORTAL, JSON.stringify(portal));
  const port = await freePort();
  const all = {
    ...tlsSettings,
    TAVLE_PORT: String(port),
    TAVLE_STORE: 'file:store',
    TAVLE_PORTAL,
    TAVLE_TOKEN_JWKS: issuer.keySetFile,
    TAVLE_TOKEN_ISSUER: issuer.name,
    TAVLE_TOKEN_AUDIENCE: issuer.audience,
    TAVLE_RATE_LIMIT: 'off',
    TAVLE_LOG_LEVEL: 'fatal',
    ...settings,
  };
  const start = async () => {
    const started = await startProcess('serve', all, directory);
    void started.ended.then(({code, stderr}) => {
      if (code !== 'SIGKILL') process.stderr.write(`The service ended: ${code}. ${stderr.slice(-1_000)}\n`);
    });
    return started;
  };
  let running: ServiceProcess = await start();
  const service: Service = {
    url: running.url,
    port,
    kill: () => running.kill(),
    async start() {
      running = await start();
    },
  };
  const startAnother = async (others: NodeJS.ProcessEnv = {}, how?: Launch) =>
    startProcess('serve', {...all, TAVLE_PORT: String(await freePort()), ...others}, directory, how);
  const run = (command: string) => runToEnd([command], all, directory);
  return {service, startAnother, run};
}

async function populate({url}: Service, issuer: TestIssuer, isReplicated: boolean) {
  const expected = createExpectedState();
  const exp = Math.floor(Date.now() / 1000) + 30 * 24 * 3600;
  const refusals: Refusal[] = [];
  const record =
    (call: Caller): Caller =>
    async (method, path, ...others) => {
      const sent = performance.now();
      const response = await call(method, path, ...others);
      if (response.status === 503) refusals.push({what: `${method} ${path}`, ms: performance.now() - sent});
      return response;
    };
  const callAs = async (cvr: string) => record(callerWith(url, await organisation(cvr)));
  const callWith = (token: string, call = record(callerWith(url))): Caller => {
    return (method, path, body, headers) =>
      call(method, path, body, {...headers, authorization: `Bearer ${token}`});
  };
  const callAsPerson = async (name: string, through?: Caller) =>
    callWith(await issuer.token(name, {exp}), through);
  const callAsCompany = async (cvr: string) => callWith(await issuer.token(cvr, {exp, [cvrClaim]: cvr}));

  const delivering = await Promise.all(
    authorities.map(async cvr => authority(cvr, companies, await callAs(cvr), expected)),
  );
  const [first, second, steady] = delivering as [Authority, Authority, Authority];
  const ids: number[] = [];
  for (let turn = 0; turn < lasting; turn += 1) ids.push(await steady.deliver(null));
  const people = await Promise.all(
    names.map(async name => dashboardOwner(name, await callAsPerson(name), expected)),
  );
  const marking = await Promise.all(
    companies.map(async cvr => company(cvr, ids, delivering, await callAsCompany(cvr), expected)),
  );
  const supplying = [
    formSupplier(suppliers[0], 1, await callAs(suppliers[0]), expected),
    formSupplier(suppliers[1], 2, await callAs(suppliers[1]), expected),
  ];
  // The newest token determines the companies of links, so each token must be newer than the last one, even within a second.
  let issuedAt = Math.floor(Date.now() / 1000) - 100_000;
  const linking = await Promise.all(
    [0, 1, 2, 3].map(async place => {
      const callFor = async (cvrs: readonly string[]) =>
        callWith(await issuer.token(`links-${place}`, {exp, iat: (issuedAt += 1), [cvrClaim]: cvrs}));
      return linkOwner(marking.slice(place, place + 3), delivering, callFor, expected, isReplicated);
    }),
  );
  const bystanders = [
    dashboardBystander(await callAsPerson('idle'), expected),
    company(bystander, [], delivering, await callAsCompany(bystander), expected),
  ];
  const probing = await Promise.all(
    Array.from({length: probes}, async (_, place) =>
      dashboardOwner(`probe-${place}`, await callAsPerson(`probe-${place}`), expected),
    ),
  );
  const working: Workload[] = [
    ...people,
    first,
    first,
    second,
    second,
    ...marking,
    ...linking,
    ...supplying,
    ...supplying,
  ];
  // Authorities first: companies use their results.
  const checking: Workload[] = [
    ...delivering,
    ...people,
    ...probing,
    ...marking,
    ...linking,
    ...supplying,
    ...bystanders,
  ];
  const otherCompany = await callAsCompany(bystander);
  const otherAuthority = await callAs(authorities[1]);

  return {
    expected,
    refusals,
    authority: first,
    callAs,
    callAsCompany,
    callAsPerson,

    async workloadsAt(otherUrl: string, browsers = otherUrl) {
      const asSupplier = callerWith(otherUrl, await organisation(otherSupplier));
      return [
        formSupplier(otherSupplier, 2, asSupplier, expected),
        dashboardOwner(
          'visitor',
          await callAsPerson('visitor', callerWith(browsers)),
          expected,
          apps.slice(6),
        ),
      ];
    },

    async work(until: AbortSignal, rest: number) {
      await Promise.all(working.map(workload => runWorkload(workload, until, rest, expected)));
    },

    async serving() {
      const timeout = AbortSignal.timeout(servingTimeoutMs);
      await Promise.all(probing.map(each => each.retryUntilAcknowledged(timeout)));
    },

    async check() {
      for (const workload of checking) await workload.check();
      await expected.read(() => otherCompany('GET', `/calendar/1/virksomheder/${companies[0]}/frister`), 403);
      const [foreign] = first.delivered().keys();
      if (foreign) await expected.read(() => otherAuthority('GET', `/calendar/1/frister/${foreign}`), 404);
    },
  };
}

export async function runWorkload(
  workload: Workload,
  until: AbortSignal,
  rest: number,
  expected: ExpectedState,
): Promise<void> {
  while (!until.aborted) {
    try {
      const isAcknowledged = await workload.step();
      await pause(isAcknowledged ? rest : 20 + 4 * rest);
    } catch (error) {
      expected.verify(false, 'failed', String(error));
      return;
    }
  }
}
