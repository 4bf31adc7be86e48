import {EventEmitter, once} from 'node:events';
import {
  type ClientRequest,
  createServer,
  type IncomingMessage,
  request,
  type RequestListener,
} from 'node:http';

import Koa, {type Context} from 'koa';
import type {Logger} from 'pino';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';

import {bounds} from '../bounds.ts';
import {newDirectory} from '../testing/directory.ts';
import {listenForTest} from '../testing/listen-for-test.ts';
import {metricIn} from '../testing/metric.ts';
import {startTestService, type TestService} from '../testing/service.ts';
import {createMetrics} from './metrics.ts';
import {createAdmission, startLongResponse} from './admission.ts';
import {requestLogging} from './request-logging.ts';

const company = '12345674';
const mark = `/calendar/1/virksomheder/${company}/frister/1`;
const body = '{"isLaest": true}';

let service: TestService;
/** Requests whose bodies are not complete. */
const held: ClientRequest[] = [];
const people: {authorization: string}[] = [];

beforeEach(async () => {
  service = await startTestService(`file:${newDirectory()}`, {TAVLE_MAX_REQUESTS: '20'});
  people.splice(0);
  for (let person = 0; person < 21; person += 1)
    people.push(await service.issuer.authorize(`person-${person}`, company));
});
afterEach(async () => {
  for (const call of held.splice(0)) call.destroy();
  await service.stop();
});

const metric = async (name: string) => metricIn(await (await fetch(`${service.url}/metrics`)).text(), name);
const inFlight = () => metric('tavle_http_requests_in_flight');

/** Starts a change as a person and leaves its body incomplete. Resolves to the response. */
function hold(person: number): Promise<IncomingMessage> {
  const call = request(service.url + mark, {
    method: 'PUT',
    agent: false,
    headers: {...people[person], 'content-type': 'application/json', 'content-length': body.length},
  });
  held.push(call);
  const response = new Promise<IncomingMessage>((resolve, reject) => {
    call.on('response', resolve).on('error', reject);
  });
  response.catch(() => undefined);
  call.write('{');
  return response;
}

/** Calls {@link hold} for several people. */
const holdAll = (people: number) => Array.from({length: people}, (_, person) => hold(person));

const read = (person: number) =>
  fetch(`${service.url}/dashboard/1/apps/state?apps=cvr`, {headers: {...people[person]}});

async function expectRefused(
  refused: Response,
  body: {status: string; code: number; message: string},
): Promise<void> {
  expect(refused.status).toBe(body.code);
  expect(refused.headers.get('retry-after')).toBe('1');
  expect(await refused.json()).toEqual(body);
}

/** Completes the held requests and expects that all were admitted: 404, since the deadline does not exist. */
async function expectAdmitted(responses: readonly Promise<IncomingMessage>[]): Promise<void> {
  // In the order in which they started.
  held.forEach(call => call.end(body.slice(1)));
  for (const response of await Promise.all(responses)) expect(response.statusCode).toBe(404);
}

describe('requests in flight', () => {
  it('of different callers are admitted up to the maximum, and the next one is refused with 503', async () => {
    const responses = holdAll(20);
    await expect.poll(inFlight).toBe(20);

    await expectRefused(await read(20), {
      status: 'Service Unavailable',
      code: 503,
      message: 'Too many requests at once. Try again in a moment.',
    });
    expect(await metric('tavle_refused_total{why="requests"}')).toBe(1);

    await expectAdmitted(responses);
    await expect.poll(inFlight).toBe(0);
    expect((await read(20)).status).toBe(200);
  });

  it('of one caller are refused with 429 beyond its share, while other callers are admitted', async () => {
    const first = [hold(0), hold(0)];
    // The share is one eighth of the remaining capacity: with 2 of 20 in flight, the caller holds 2 and may hold 2.25.
    await expect.poll(inFlight).toBe(2);
    first.push(hold(0));
    await expect.poll(inFlight).toBe(3);

    await expectRefused(await read(0), {
      status: 'Too Many Requests',
      code: 429,
      message: 'You have too many requests in flight. Wait for their responses, then try again.',
    });
    expect((await read(1)).status).toBe(200);
    expect(await metric('tavle_refused_total{why="share"}')).toBe(1);

    await expectAdmitted(first);
    await expect.poll(async () => (await read(0)).status).toBe(200);
  });

  it('are no longer counted after their clients disconnect', async () => {
    hold(0).catch(() => undefined);
    hold(1).catch(() => undefined);
    await expect.poll(inFlight).toBe(2);
    for (const call of held.splice(0)) call.destroy();
    await expect.poll(inFlight).toBe(0);
    const left =
      'tavle_http_request_duration_seconds_count{method="PUT",route="/calendar/1/virksomheder/:cvr/frister/:id",status="499"}';
    expect(await metric(left)).toBe(2);
    const again = [hold(0), hold(0)];
    await expect.poll(inFlight).toBe(2);
    await expectAdmitted(again);
  });

  it('do not include health checks, metrics and schemas, which are served at full capacity', async () => {
    void holdAll(20);
    await expect.poll(inFlight).toBe(20);
    for (const path of ['/health/live', '/health/ready', '/metrics', '/schema/portal.json'])
      expect((await fetch(service.url + path)).status).toBe(200);
    for (const path of ['/dashboard/1/apps/state', mark, '/calendar/1/frister'])
      expect((await fetch(service.url + path)).status).toBe(503);
  });
});

it('the log has one line in ten seconds for each kind of refused request, without the caller', async () => {
  void holdAll(20);
  await expect.poll(inFlight).toBe(20);
  for (let times = 0; times < 5; times += 1) expect((await read(0)).status).toBe(503);
  held.pop()?.destroy();
  await expect.poll(inFlight).toBe(19);
  for (let times = 0; times < 5; times += 1) expect((await read(0)).status).toBe(429);

  const reasons = service.logLines().flatMap(({reason}) => reason ?? []);
  expect(reasons).toEqual(['too many requests at once', 'one caller has too many requests at once']);
  expect(service.logged.join('')).not.toContain('person-0');
});

it('does not count a request whose client disconnected before', async () => {
  const metrics = createMetrics();
  const {enter} = createAdmission(20, metrics);
  const app = new Koa();
  const log = {isLevelEnabled: () => false, error: () => undefined} as unknown as Logger;
  app.use(requestLogging({metrics, log, headers: {}, stopping: () => false}));
  let entered = 0;
  app.use(async context => {
    // Simulates the check of the audit log.
    await once(context.res, 'close');
    enter(context);
    entered += 1;
  });
  const server = createServer(app.callback() as RequestListener);
  const call = request({port: await listenForTest(server), host: '127.0.0.1'}).on('error', () => undefined);
  call.end();
  await once(server, 'request');
  call.destroy();
  await expect.poll(() => entered).toBe(1);
  expect(metricIn(await metrics.registry.metrics(), 'tavle_http_requests_in_flight')).toBe(0);
});

it('refuses a long response beyond the share of its caller or the memory for all, until others end', async () => {
  const {enter, admit} = createAdmission(100, createMetrics());
  const size = bounds.maxListBytes / 16;
  const start = async (caller: string, path: string) => {
    const context = {state: {}, res: new EventEmitter(), req: {url: path}} as unknown as Context;
    enter(context);
    admit(context, caller);
    const end = () => (context.state as {onClose: () => void}).onClose();
    // The error response of a refused request ends at once.
    await startLongResponse(context, size).catch((error: unknown) => {
      end();
      throw error;
    });
    return end;
  };
  const ofOne = await Promise.all([1, 2, 3, 4, 5].map(index => start('accountant', `/${index}`)));
  await expect(start('accountant', '/6')).rejects.toMatchObject({code: 429});
  for (const end of ofOne) end();

  const ofOthers = await Promise.all(Array.from({length: 16}, (_, index) => start(`person-${index}`, '/')));
  await expect(start('accountant', '/')).rejects.toMatchObject({code: 503});
  for (const end of ofOthers) end();
  (await start('accountant', '/'))();
});
