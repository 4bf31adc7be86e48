import {rmSync} from 'node:fs';

import {afterEach, beforeEach, expect, it, vi} from 'vitest';

import {bounds} from '../bounds.ts';
import {type Caller, callerWith, organisation, tlsSettings} from '../testing/certificates.ts';
import {newDirectory} from '../testing/directory.ts';
import {cvrClaim} from '../testing/issuer.ts';
import {startTestService, type TestService} from '../testing/service.ts';

const novo = '24256790';
const dashboard = '/dashboard/1/apps/state?apps=cvr';

let service: TestService;
let call: Caller;

async function start(settings: NodeJS.ProcessEnv = {}): Promise<void> {
  service = await startTestService(`file:${newDirectory()}`, {...tlsSettings, ...settings});
  call = callerWith(service.url);
}

beforeEach(() => start());
afterEach(async () => {
  vi.useRealTimers();
  await service.stop();
});

/** Returns the lines of the default log level. */
const shown = () => service.logLines().filter(({level}) => level !== 'debug' && level !== 'trace');
const refusals = () => shown().filter(({msg}) => msg === 'request refused');

async function authorization(claims: Parameters<TestService['issuer']['token']>[1] = {}) {
  return {authorization: `Bearer ${await service.issuer.token('Ada Lovelace', claims)}`};
}

it('logs a 401 with reason, route and request id, and without the token', async () => {
  const headers = await authorization({aud: 'another'});
  const {status} = await call('GET', dashboard, undefined, {...headers, 'x-request-id': 'request-17'});
  expect(status).toBe(401);
  expect(refusals()).toEqual([
    expect.objectContaining({
      level: 'info',
      code: 401,
      reason: `The token's claim "aud" is wrong.`,
      method: 'GET',
      route: '/dashboard/1/apps/state',
      requestId: 'request-17',
    }),
  ]);
  expect(refusals()[0]).not.toHaveProperty('leftOut');
  const log = JSON.stringify(shown());
  for (const hidden of ['another', 'Ada Lovelace', headers.authorization.slice(7, 30)])
    expect(log).not.toContain(hidden);
});

it('logs the first of a hundred refusals with one reason, and the number of the others with the next line', async () => {
  const headers = await authorization({aud: 'another'});
  const refuse = () => call('GET', dashboard, undefined, headers);
  for (let round = 0; round < 10; round += 1) await Promise.all(Array.from({length: 10}, refuse));
  expect(refusals()).toHaveLength(1);

  vi.useFakeTimers({toFake: ['Date'], now: Date.now() + bounds.refusalLogIntervalMs});
  await refuse();
  expect(refusals()).toHaveLength(2);
  expect(refusals()[1]).toMatchObject({reason: `The token's claim "aud" is wrong.`, leftOut: 99});
  vi.useFakeTimers({toFake: ['Date'], now: Date.now() + bounds.refusalLogIntervalMs});
  await refuse();
  expect(refusals()[2]).not.toHaveProperty('leftOut');
});

it('logs one line for each reason', async () => {
  const path = `/calendar/1/virksomheder/${novo}/frister`;
  await call('GET', path);
  await call('GET', path, undefined, await authorization({[cvrClaim]: '61056416'}));
  await call('GET', '/calendar/1/frister');
  await callerWith(service.url, await organisation(novo))('GET', '/calendar/1/frister');
  const notAuthority = 'Only authorities of this portal may use this interface. Ask the portal to add you.';
  expect(refusals().map(({code, reason, route}) => [code, reason, route])).toEqual([
    [401, 'A bearer token is required.', '/calendar/1/virksomheder/:cvr/frister'],
    [403, 'The token is not for the company in the URL.', '/calendar/1/virksomheder/:cvr/frister'],
    [401, 'A client certificate is required.', '/calendar/1/frister'],
    [403, notAuthority, '/calendar/1/frister'],
  ]);
});

it('logs refusals after the clock is set back', async () => {
  await call('GET', dashboard);
  vi.useFakeTimers({toFake: ['Date'], now: Date.now() - 3_600_000});
  await call('GET', dashboard);
  expect(refusals()).toHaveLength(2);
});

it('logs no line for successful requests and other errors', async () => {
  const headers = await authorization({[cvrClaim]: novo});
  await call('GET', dashboard, undefined, headers);
  await call('GET', '/dashboard/1/apps/state', undefined, headers);
  await call('GET', '/nowhere');
  await call('GET', `/calendar/1/virksomheder/${novo}/frister/7`, undefined, headers);
  expect(refusals()).toEqual([]);
});

it('logs a warning with the cause if the key set cannot be read', async () => {
  const headers = await authorization();
  rmSync(service.issuer.keySetFile);
  expect(await call('GET', dashboard, undefined, headers)).toMatchObject({status: 503});
  expect(refusals()).toMatchObject([
    {
      level: 'warn',
      code: 503,
      reason: "The token issuer's keys cannot be read. Try again in a moment.",
      err: {code: 'ENOENT'},
    },
  ]);
});

it('logs one warning without the caller for too many requests of a caller', async () => {
  await service.stop();
  await start({TAVLE_RATE_LIMIT: '2'});
  const headers = await authorization();
  for (let turn = 0; turn < 5; turn += 1) await call('GET', dashboard, undefined, headers);
  const warnings = shown().filter(({level}) => level === 'warn');
  expect(warnings).toMatchObject([{code: 429, reason: 'too many calls of one caller in a minute'}]);
  expect(JSON.stringify(warnings)).not.toContain('Ada Lovelace');
});
