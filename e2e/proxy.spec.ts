import {execFile} from 'node:child_process';
import {promisify} from 'node:util';
import {gzipSync} from 'node:zlib';

import {readFile} from 'node:fs/promises';

import {freePort} from '../server/store/testing/redis-process.ts';
import {
  type Caller,
  callerWith,
  organisation,
  proxySettings,
  trusted,
} from '../server/testing/certificates.ts';
import {createCertificateAuthority, oces3Subject} from '../certificates/certificate-authority.ts';
import {cvrClaim} from '../server/testing/issuer.ts';
import {type Proxy, startNginx} from './support/nginx.ts';
import {revoked} from './support/revocation-list.ts';
import {expect, skat, test as base} from './support/test.ts';

const path = '/calendar/1/frister';
const calendar = '/calendar/1/virksomheder/10000999/frister';
const frist = {overskrift: 'Moms', beskrivelse: '<p>Betal</p>', fristDato: '01-03-2035', modtagere: ''};

/** Returns the header of RFC 9440, as a client without the key could forge it. */
const forged = (pem: string) => ({'client-cert': `:${pem.replace(/-----[^-]+-----|\s/g, '')}:`});

/** Sends GET requests from another process over 50 connections. Returns their statuses. */
async function sendAtOnce(url: string, count: number): Promise<string[]> {
  const options = ['-sk', '-Z', '--parallel-max', '50', '-o', '/dev/null', '-w', '%{http_code}\\n'];
  const {stdout} = await promisify(execFile)('curl', [...options, `${url}#[1-${count}]`]);
  return stdout.trim().split('\n');
}

const test = base.extend<{nginx: Proxy}>({
  nginx: async ({start, withOrganisations: {TAVLE_PORTAL}, directory}, use) => {
    const {url} = await start({...proxySettings, TAVLE_PORTAL});
    const nginx = await startNginx([url], directory);
    await use(nginx);
    await nginx.stop();
  },
});

test('behind nginx, only certificates identify callers, and the service’s limits apply', async ({nginx}) => {
  await test.step('identifies an authority by its certificate, and ignores other headers', async () => {
    const own = await organisation(skat);
    const other = await organisation('24256790');

    const authority = callerWith(nginx.system, own);
    expect((await authority('POST', path, frist)).status).toBe(201);
    expect((await authority('GET', path, undefined, forged(other.certificate))).status).toBe(200);

    const stranger = callerWith(nginx.system, other);
    expect((await stranger('GET', path, undefined, forged(own.certificate))).status).toBe(403);
  });

  await test.step('rejects a client without a certificate, even with forged headers', async () => {
    const {certificate} = await organisation(skat);
    for (const address of [nginx.system, nginx.browsers]) {
      const anonymous = callerWith(address);
      expect((await anonymous('GET', path)).status).toBe(401);
      expect((await anonymous('GET', path, undefined, forged(certificate))).status).toBe(401);
      const chained = {
        ...forged(certificate),
        'client-cert-chain': forged(trusted.certificate)['client-cert'],
      };
      expect((await anonymous('GET', path, undefined, chained)).status).toBe(401);
      expect((await anonymous('GET', '/health/ready')).status).toBe(200);
      expect((await anonymous('GET', '/metrics')).status).toBe(404);
    }
    const browser = callerWith(nginx.browsers, await organisation(skat));
    expect((await browser('GET', path)).status).toBe(401);
  });

  await test.step('returns 401 with the error body for an invalid certificate', async () => {
    const subject = oces3Subject(skat, 'Skattestyrelsen');
    const strange = await createCertificateAuthority('Another CA');
    const expired = {subject, notAfter: new Date(Date.now() - 1000)};

    for (const wrong of [await strange.issue({subject}), await trusted.issue(expired)]) {
      const response = await callerWith(nginx.system, wrong)('POST', path, frist);
      expect(response).toMatchObject({status: 401, body: {status: 'Unauthorized', code: 401}});
    }
  });

  await test.step('returns 401 for a revoked certificate of an authority', async () => {
    expect((await callerWith(nginx.system, revoked)('POST', path, frist)).status).toBe(401);
  });

  await test.step('redirects plain HTTP, which calendar apps use for webcal: links', async () => {
    const feed = '/calendar/1/abonnementer/a.ics?paamindelse=7';
    const {status, headers} = await callerWith(nginx.plain)('GET', feed);
    expect({status, location: headers.location}).toEqual({status: 301, location: `https://127.0.0.1${feed}`});
  });

  await test.step('applies the service’s limits', async () => {
    // A new connection for each request: nginx closes a connection whose request was rejected before its body was complete.
    const certificate = await organisation(skat);
    const authority: Caller = (...request) => callerWith(nginx.system, certificate)(...request);
    // An unknown field: the fields of the interface have lower limits.
    const large = {...frist, andet: 'x'.repeat(15 * 1024 * 1024)};
    expect((await authority('POST', path, large)).status).toBe(201);
    // The body is announced but not sent: nginx may close a sending client's connection before the response arrives.
    const announced = {'content-length': String(17 * 1024 * 1024)};
    expect(await authority('POST', path, '{', announced)).toMatchObject({status: 413, body: {code: 413}});
    const line = 'x'.repeat(12_000);
    const long = await authority('GET', path, undefined, {'x-1': line, 'x-2': line, 'x-3': line});
    expect(long).toMatchObject({status: 431, body: {code: 431}});
  });
});

test('behind nginx, a refused body does not delay the requests of others', async ({nginx}) => {
  const authority = callerWith(nginx.system, await organisation(skat));
  const stranger = callerWith(nginx.browsers);
  const gzip = {'content-encoding': 'gzip'};
  const bodies: [number, Buffer, Record<string, string>][] = [
    [400, Buffer.alloc(200_000, 'no gzip'), gzip],
    [413, gzipSync(Buffer.alloc(60_000_000, ' ')), gzip],
    [415, Buffer.alloc(200_000, ' '), {'transfer-encoding': 'chunked', 'content-type': 'text/plain'}],
  ];
  for (const [status, body, headers] of bodies) {
    expect((await authority('POST', path, body, headers)).status).toBe(status);
    const started = Date.now();
    for (let turn = 0; turn < 5; turn += 1) expect((await stranger('GET', path)).status).toBe(401);
    // A stuck connection would delay these requests for 15 seconds.
    expect(Date.now() - started).toBeLessThan(10_000);
  }
});

test('behind nginx, a visitor over the limit gets 429, and others are served', async ({
  start,
  withOrganisations: {TAVLE_PORTAL},
  directory,
}) => {
  // The service must not count the address of the proxy: otherwise the proxy's second request would get 429.
  const {url} = await start({...proxySettings, TAVLE_PORTAL, TAVLE_PUBLIC_RATE_LIMIT: '1'});
  const nginx = await startNginx([url], directory);
  const feed = `/calendar/1/abonnementer/${'a'.repeat(43)}.ics`;
  for (const address of [nginx.browsers, nginx.system]) {
    const visitor = callerWith(address);
    const flood = await sendAtOnce(`${address}/formularer/1`, 6_100);
    expect(new Set(flood)).toEqual(new Set(['200', '429']));
    // nginx allows 50 requests a second, and a burst of 200.
    expect(flood.filter(status => status === '200').length).toBeLessThan(3_000);
    const responses = await Promise.all(Array.from({length: 100}, () => visitor('GET', feed)));
    const refused = responses.find(({status}) => status === 429);
    expect(refused).toMatchObject({
      headers: {'retry-after': '1', 'access-control-allow-origin': '*'},
      body: {status: 'Too Many Requests', code: 429, message: 'Too many requests from your IP address.'},
    });

    expect((await visitor('GET', path)).status).toBe(401);
    const other = callerWith(address, undefined, {localAddress: '127.0.0.2'});
    expect((await other('GET', '/formularer/1')).status).toBe(200);
    expect((await other('GET', feed)).status).toBe(404);
  }
  await nginx.stop();
});

test('behind nginx, the addresses of an IPv6 /64 network count as one visitor', async ({nginx}) => {
  // nginx takes the visitor's address from the header, since the machine has one IPv6 address.
  const from = (address: string) => ({'x-test-address': address});
  const visitor = callerWith(nginx.browsers);
  const first = await Promise.all(
    Array.from({length: 1_500}, (_, place) =>
      visitor('GET', '/formularer/1', undefined, from(`2001:db8:0:1::${place.toString(16)}`)),
    ),
  );
  expect(new Set(first.map(({status}) => status))).toEqual(new Set([200, 429]));
  for (const address of ['2001:db8:0:2::1', '2001:db8:1:1::1', '10.13.10.10'])
    expect((await visitor('GET', '/formularer/1', undefined, from(address))).status).toBe(200);
});

test('nginx passes on a token with 1,000 companies', async ({nginx, issuer}) => {
  const cvrs = Array.from({length: 1_000}, (_, place) => `DK-${10_000_000 + place}`);
  const authorization = `Bearer ${await issuer.token('accountant', {[cvrClaim]: cvrs})}`;
  expect(authorization.length).toBeGreaterThan(16 * 1024);
  const response = await callerWith(nginx.browsers)('GET', calendar, undefined, {authorization});
  expect(response).toMatchObject({status: 200, body: []});
});

test('behind nginx, returns 503 with the error body while the service is down', async ({directory}) => {
  const nginx = await startNginx([`http://127.0.0.1:${await freePort()}`], directory);
  for (const url of [nginx.system, nginx.browsers]) {
    const {status, body, headers} = await callerWith(url)('GET', path);
    expect({status, body, retry: headers['retry-after']}).toEqual({
      status: 503,
      body: {
        status: 'Service Unavailable',
        code: 503,
        message: 'The service does not respond. Try again in a moment.',
      },
      retry: '1',
    });
  }
  await nginx.stop();
});

test('the delivered configurations verify the path and the revocation of client certificates', async () => {
  const envoy = await readFile('deploy/envoy.yaml', 'utf8');
  expect(envoy).toMatch(/^ +trust_chain_verification: VERIFY_TRUST_CHAIN$/m);
  expect(envoy).toMatch(/^ +crl: \{filename: /m);
  const nginx = await readFile('deploy/nginx/tavle.conf', 'utf8');
  expect(nginx.match(/^ +ssl_verify_client optional;$/gm)).toHaveLength(1);
  expect(nginx.match(/^ +ssl_crl /gm)).toHaveLength(1);
});
