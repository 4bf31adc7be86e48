import {once} from 'node:events';
import {writeFile} from 'node:fs/promises';
import {request} from 'node:http';
import {connect, type Socket} from 'node:net';
import {X509Certificate} from 'node:crypto';
import {join} from 'node:path';
import {text} from 'node:stream/consumers';
import {connect as connectTls} from 'node:tls';
import {Agent as HttpsAgent, request as secureRequest} from 'node:https';

import {organisation, tlsSettings, trusted} from '../server/testing/certificates.ts';
import {cvrClaim} from '../server/testing/issuer.ts';
import {httpGet} from './support/http-get.ts';
import {expect, portal, test} from './support/test.ts';

const authority = '19552101';
const supplier = '61966617';
const otherSupplier = '26911745';
const state = '/dashboard/1/apps/state?apps=cvr';

interface Answer {
  readonly status: number;
  readonly text: string;
}

/** Sends a request on a new connection. */
function send(
  url: string,
  {method = 'GET', headers = {}, body}: {method?: string; headers?: Record<string, string>; body?: string},
  agent?: HttpsAgent,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = {method, headers: {...headers, ...(body && {'content-type': 'application/json'})}};
    const call = agent ? secureRequest(url, {...options, agent}) : request(url, {...options, agent: false});
    call.on('error', reject);
    call.on('response', response => {
      text(response).then(answer => resolve({status: response.statusCode ?? 0, text: answer}), reject);
    });
    call.end(body);
  });
}

async function inFlight(url: string, agent?: HttpsAgent): Promise<number> {
  const {text: metrics} = await httpGet(`${url}/metrics`, agent);
  return Number(/^tavle_http_requests_in_flight (\d+)$/m.exec(metrics)?.[1]);
}

/** Requests `/health/live` again and again while `work` runs, and prints the longest time that one took. */
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

/** Settings of a plain HTTP service behind a proxy on this machine, which passes certificates on in `Client-Cert`. */
const behindProxy = {TAVLE_CLIENT_CA: tlsSettings.TAVLE_CLIENT_CA, TAVLE_CLIENT_CERT_PROXIES: '127.0.0.1'};

/** The header of an organisation's certificate. */
async function certificateOf(cvr: string): Promise<Record<string, string>> {
  const {certificate} = await organisation(cvr);
  return {'client-cert': `:${new X509Certificate(certificate).raw.toString('base64')}:`};
}

/** Writes a portal file with an authority and two suppliers; returns its setting. */
async function withOrganisations(directory: string): Promise<{TAVLE_PORTAL: string}> {
  const path = join(directory, 'portal-with-organisations.json');
  const myndighed = {
    myndighedsid: 1,
    forkortelse: 'SKST',
    navn: 'Skattestyrelsen',
    cvr: authority,
    type: 'stat',
  };
  const leverandoerer = [
    {cvr: supplier, navn: 'Dafolo'},
    {cvr: otherSupplier, navn: 'KMD A/S'},
  ];
  await writeFile(path, JSON.stringify({...portal, myndigheder: [myndighed], leverandoerer}));
  return {TAVLE_PORTAL: path};
}

const deadline = (modtagere: string) =>
  JSON.stringify({overskrift: 'Moms', beskrivelse: 'Indberet moms.', fristDato: '01-03-2099', modtagere});

/** A request that has begun: what its connection received, and whether that was a response yet. */
interface Begun {
  readonly socket: Socket;
  received: string;
}

function begin(url: string, head: string): Begun {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  const begun: Begun = {socket, received: ''};
  socket.on('data', (data: Buffer) => (begun.received += data.toString()));
  socket.on('error', () => undefined);
  socket.write(head);
  return begun;
}

/** Resolves when each request is in flight or has its response. */
async function settle(url: string, begun: readonly Begun[]): Promise<void> {
  const answered = () => begun.filter(({received}) => received !== '').length;
  await expect.poll(async () => (await inFlight(url)) + answered(), {timeout: 20_000}).toBe(begun.length);
}

for (const small of [90, 400]) {
  test(`three anonymous connections with large unread responses and ${small} requests behind them keep nobody out`, async ({
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
    // The first bytes are there, and are left unread; or the connection was closed.
    await Promise.all(sockets.map(socket => Promise.race([once(socket, 'readable'), once(socket, 'close')])));

    const headers = {authorization: `Bearer ${await issuer.token('anna')}`};
    await withHealth(
      url,
      async () => {
        for (let time = 0; time < 20; time += 1)
          expect((await send(url + state, {headers}, agent)).status).toBe(200);
        expect(await inFlight(url, agent)).toBe(0);
      },
      agent,
    );
    for (const socket of sockets) socket.destroy();
  });
}

test('a person with 520 dripping bodies keeps neither another person nor an authority out', async ({
  start,
  directory,
  issuer,
}) => {
  const {url, output} = await start({...behindProxy, ...(await withOrganisations(directory))});
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
  const begun = Array.from({length: 520}, () => begin(url, head));
  await settle(url, begun);
  expect(
    begun.filter(({received}) => /^HTTP\/1\.1 429 [^]*\r\nRetry-After: 1\r\n/.test(received)),
  ).toHaveLength(520 - (await inFlight(url)));

  const bo = {authorization: `Bearer ${await issuer.token('bo')}`};
  const certificate = await certificateOf(authority);
  await withHealth(url, async () => {
    for (let time = 0; time < 20; time += 1) {
      expect((await send(url + state, {headers: bo})).status).toBe(200);
      const list = await send(`${url}/calendar/1/frister`, {headers: certificate});
      expect(list.status).toBe(200);
    }
  });
  expect(await inFlight(url)).toBeGreaterThan(200);
  expect(await inFlight(url)).toBeLessThan(300);
  expect(output.stderr.split('\n').filter(line => line.includes('at once'))).toHaveLength(1);
  for (const {socket} of begun) socket.destroy();
});

test('a supplier with 66 slow large bodies keeps neither a delivery to 8,000 companies nor another supplier out', async ({
  start,
  directory,
}) => {
  const {url} = await start({
    ...behindProxy,
    ...(await withOrganisations(directory)),
    TAVLE_CVR_CHECK: 'off',
  });
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
  const begun = Array.from({length: 66}, () => begin(url, head));
  const drip = setInterval(
    () => begun.forEach(({socket}) => socket.writable && socket.write(' '.repeat(8_192))),
    250,
  );
  await settle(url, begun);

  const companies = Array.from({length: 8_000}, (_, place) => String(10_000_000 + place)).join(',');
  const long = JSON.stringify({titel: 'x', internKommentar: 'x'.repeat(size - 1_000)});
  const authorityHeaders = await certificateOf(authority);
  const otherHeaders = await certificateOf(otherSupplier);
  await withHealth(url, async () => {
    for (let time = 0; time < 5; time += 1) {
      const delivery = await send(`${url}/calendar/1/frister`, {
        method: 'POST',
        headers: authorityHeaders,
        body: deadline(companies),
      });
      expect(delivery.status).toBe(201);
      const variant = await send(`${url}/dia/1/formular`, {
        method: 'POST',
        headers: otherHeaders,
        body: long,
      });
      // Its fields are refused, so its body was read.
      expect(variant.status).toBe(422);
    }
  });
  // The supplier itself holds its share still, and was refused the rest.
  expect(await inFlight(url)).toBeGreaterThanOrEqual(20);
  expect(begun.filter(({received}) => received.startsWith('HTTP/1.1 429 ')).length).toBeGreaterThanOrEqual(
    40,
  );
  clearInterval(drip);
  for (const {socket} of begun) socket.destroy();
});

test('600 requests of 600 people in flight at once are all answered with 200', async ({
  start,
  directory,
  issuer,
}) => {
  const {url} = await start({
    ...behindProxy,
    ...(await withOrganisations(directory)),
    TAVLE_CVR_CHECK: 'off',
  });
  const broadcast = await send(`${url}/calendar/1/frister`, {
    method: 'POST',
    headers: await certificateOf(authority),
    body: deadline(''),
  });
  expect(broadcast.status).toBe(201);
  const {fristId} = JSON.parse(broadcast.text) as {fristId: number};

  const body = '{"isLaest": true}';
  const begun = await Promise.all(
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
      return begin(url, lines.join('\r\n'));
    }),
  );
  await settle(url, begun);
  expect(await inFlight(url)).toBe(600);
  await withHealth(url, async () => {
    for (const {socket} of begun) socket.write(body.slice(1));
    await Promise.all(begun.map(({socket}) => once(socket, 'close')));
  });
  for (const {received} of begun) expect(received).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(await inFlight(url)).toBe(0);
});
