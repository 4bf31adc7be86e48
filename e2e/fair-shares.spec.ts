import {once} from 'node:events';
import {connect, type Socket} from 'node:net';
import {connect as connectTls} from 'node:tls';
import {Agent as HttpsAgent} from 'node:https';

import {deadline, deliver} from '../server/testing/bodies.ts';
import {
  callerWith,
  clientCertField,
  organisation,
  proxySettings,
  tlsSettings,
  trusted,
} from '../server/testing/certificates.ts';
import {cvrClaim} from '../server/testing/issuer.ts';
import {httpGet, metricOf} from './support/http-get.ts';
import {dafolo as supplier, expect, kmd as otherSupplier, skat as authority, test} from './support/test.ts';

const state = '/dashboard/1/apps/state?apps=cvr';

const inFlight = (url: string, agent?: HttpsAgent) => metricOf(url, 'tavle_http_requests_in_flight', agent);

/** Polls `/health/live` while `work` runs, and prints the longest response time. */
async function withHealth<Value>(
  url: string,
  work: () => Promise<Value>,
  agent?: HttpsAgent,
): Promise<Value> {
  const progress = {over: false};
  const value = work().finally(() => (progress.over = true));
  let requests = 0;
  let longest = 0;
  do {
    const started = performance.now();
    expect((await httpGet(`${url}/health/live`, agent)).status).toBe(200);
    longest = Math.max(longest, performance.now() - started);
    requests += 1;
    await new Promise(resolve => setTimeout(resolve, 20));
  } while (!progress.over);
  process.stdout.write(`/health/live: ${requests} requests, ${Math.ceil(longest)} ms at most\n`);
  return value;
}

/** Settings of a plain HTTP service behind a proxy, which knows the organisations that a fixture has settings for. */
const behindProxy = ({TAVLE_PORTAL}: NodeJS.ProcessEnv) => ({
  ...proxySettings,
  TAVLE_PORTAL,
  TAVLE_CVR_CHECK: 'off',
});

/** The header of an organisation's certificate. */
const certificateOf = async (cvr: string) => ({
  'client-cert': clientCertField((await organisation(cvr)).certificate),
});

/** A request in progress, and what its connection has received. */
interface StartedRequest {
  readonly socket: Socket;
  received: string;
}

function startRequest(url: string, head: string): StartedRequest {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  const request: StartedRequest = {socket, received: ''};
  socket.on('data', (data: Buffer) => (request.received += data.toString()));
  socket.on('error', () => undefined);
  socket.write(head);
  return request;
}

/** Resolves when each request is in flight or has a response. */
async function waitForAll(url: string, requests: readonly StartedRequest[]): Promise<void> {
  const answered = () => requests.filter(({received}) => received !== '').length;
  await expect.poll(async () => (await inFlight(url)) + answered(), {timeout: 20_000}).toBe(requests.length);
}

for (const small of [90, 400]) {
  test(`three anonymous connections with large unread responses and ${small} requests behind them do not block other clients`, async ({
    start,
    issuer,
  }) => {
    const {TAVLE_TLS_CERT, TAVLE_TLS_KEY} = tlsSettings;
    const {url} = await start({TAVLE_TLS_CERT, TAVLE_TLS_KEY, TAVLE_MAX_REQUESTS: '100'});
    const agent = new HttpsAgent({ca: trusted.certificate});
    const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
    const large = '/docs/swagger-ui-bundle.js';
    const sockets = Array.from({length: 3}, () => {
      const port = Number(new URL(url).port);
      const socket = connectTls({port, host: '127.0.0.1', ca: trusted.certificate});
      socket.on('error', () => undefined);
      socket.write(get(large).repeat(4) + get(state).repeat(small));
      return socket;
    });
    // The first bytes have arrived and stay unread, or the connection was closed.
    await Promise.all(sockets.map(socket => Promise.race([once(socket, 'readable'), once(socket, 'close')])));

    const headers = await issuer.authorize('anna');
    await withHealth(
      url,
      async () => {
        for (let time = 0; time < 20; time += 1)
          expect((await callerWith(url)('GET', state, undefined, headers)).status).toBe(200);
        expect(await inFlight(url, agent)).toBe(0);
      },
      agent,
    );
    for (const socket of sockets) socket.destroy();
  });
}

test('a person with 520 slow bodies blocks neither another person nor an authority', async ({
  start,
  withOrganisations,
  issuer,
}) => {
  const {url, output} = await start(behindProxy(withOrganisations));
  const token = await issuer.token('anna', {[cvrClaim]: '12345674'});
  const head = [
    'PUT /calendar/1/virksomheder/12345674/frister/1 HTTP/1.1',
    'Host: a',
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
    'Content-Length: 100',
    '',
    '{',
  ].join('\r\n');
  const requests = Array.from({length: 520}, () => startRequest(url, head));
  await waitForAll(url, requests);
  const refused = () =>
    requests.filter(({received}) => /^HTTP\/1\.1 429 [^]*\r\nRetry-After: 1\r\n/.test(received));
  await expect.poll(async () => refused().length + (await inFlight(url))).toBe(520);

  const bo = await issuer.authorize('bo');
  const call = callerWith(url);
  const certificate = await certificateOf(authority);
  await withHealth(url, async () => {
    for (let time = 0; time < 20; time += 1) {
      expect((await call('GET', state, undefined, bo)).status).toBe(200);
      expect((await call('GET', '/calendar/1/frister', undefined, certificate)).status).toBe(200);
    }
  });
  expect(await inFlight(url)).toBeGreaterThan(200);
  expect(await inFlight(url)).toBeLessThan(300);
  expect(output.stderr.split('\n').filter(line => line.includes('at once'))).toHaveLength(1);
  for (const {socket} of requests) socket.destroy();
});

test('a supplier with 66 slow large bodies blocks neither a delivery to 8,000 companies nor another supplier', async ({
  start,
  withOrganisations,
}) => {
  const {url} = await start(behindProxy(withOrganisations));
  const call = callerWith(url);
  const size = 1024 * 1024;
  const certificate = await certificateOf(supplier);
  const head = [
    'POST /dia/1/formular HTTP/1.1',
    'Host: a',
    `Client-Cert: ${certificate['client-cert']}`,
    'Content-Type: application/json',
    `Content-Length: ${size}`,
    '',
    '{',
  ].join('\r\n');
  const requests = Array.from({length: 66}, () => startRequest(url, head));
  const drip = setInterval(
    () => requests.forEach(({socket}) => socket.writable && socket.write(' '.repeat(8_192))),
    250,
  );
  await waitForAll(url, requests);

  const companies = Array.from({length: 8_000}, (_, place) => String(10_000_000 + place)).join(',');
  const long = {titel: 'x', internKommentar: 'x'.repeat(size - 1_000)};
  const authorityHeaders = await certificateOf(authority);
  const otherHeaders = await certificateOf(otherSupplier);
  await withHealth(url, async () => {
    for (let time = 0; time < 5; time += 1) {
      const delivery = deadline({modtagere: companies});
      const delivered = await call('POST', '/calendar/1/frister', delivery, authorityHeaders);
      expect(delivered.status).toBe(201);
      const variant = await call('POST', '/dia/1/formular', long, otherHeaders);
      // A response about the fields proves that the service read the body.
      expect(variant.status).toBe(422);
    }
  });
  // The supplier still holds its share. The service refused the rest.
  expect(await inFlight(url)).toBeGreaterThanOrEqual(20);
  expect(requests.filter(({received}) => received.startsWith('HTTP/1.1 429 ')).length).toBeGreaterThanOrEqual(
    40,
  );
  clearInterval(drip);
  for (const {socket} of requests) socket.destroy();
});

test('600 concurrent requests of 600 people all return 200', async ({start, withOrganisations, issuer}) => {
  const {url} = await start(behindProxy(withOrganisations));
  const call = callerWith(url);
  const headers = await certificateOf(authority);
  const fristId = await deliver((method, path, body) => call(method, path, body, headers));

  const body = '{"isLaest": true}';
  const requests = await Promise.all(
    Array.from({length: 600}, async (_, place) => {
      const cvr = String(20_000_000 + place);
      const token = await issuer.token(`person-${place}`, {[cvrClaim]: cvr});
      const lines = [
        `PUT /calendar/1/virksomheder/${cvr}/frister/${fristId} HTTP/1.1`,
        'Host: a',
        `Authorization: Bearer ${token}`,
        'Connection: close',
        'Content-Type: application/json',
        `Content-Length: ${body.length}`,
        '',
        '{',
      ];
      return startRequest(url, lines.join('\r\n'));
    }),
  );
  await waitForAll(url, requests);
  expect(await inFlight(url)).toBe(600);
  await withHealth(url, async () => {
    for (const {socket} of requests) socket.write(body.slice(1));
    await Promise.all(requests.map(({socket}) => once(socket, 'close')));
  });
  for (const {received} of requests) expect(received).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(await inFlight(url)).toBe(0);
});
