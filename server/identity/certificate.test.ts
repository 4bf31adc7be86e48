import {X509Certificate} from 'node:crypto';
import {once} from 'node:events';
import {readFileSync} from 'node:fs';
import {writeFile} from 'node:fs/promises';
import type {IncomingMessage} from 'node:http';
import {Agent, get} from 'node:https';
import {text} from 'node:stream/consumers';
import {TLSSocket} from 'node:tls';

import fc from 'fast-check';
import {describe, expect, it, vi} from 'vitest';

import {
  callerWith,
  clientCertField as field,
  hidesClientCas,
  organisation,
  tlsSettings,
  trusted,
} from '../testing/certificates.ts';
import {createRoot} from '../testing/pki.ts';
import {skat, useTestService} from '../testing/service.ts';

const path = '/calendar/1/frister';
const {certificate} = await organisation(skat);
const {TAVLE_CLIENT_CA} = tlsSettings;

const {url} = await useTestService({TAVLE_CLIENT_CA, TAVLE_CLIENT_CERT_PROXIES: '10.0.0.0/8, 127.0.0.0/8'});
const ask = (...headers: [string, string][]) => fetch(url + path, {headers});

it("a proxy that ends the TLS connection forwards its client's certificate", async () => {
  expect((await ask(['Client-Cert', field(certificate)])).status).toBe(200);
  expect((await ask(['Client-Cert', ` ${field(certificate)} `])).status).toBe(200);
  const chain: [string, string] = ['Client-Cert-Chain', 'not read'];
  expect((await ask(['Client-Cert', field(certificate)], chain)).status).toBe(200);
});

it('a certificate with changed bytes gets 401 with a reason, whatever the bytes are', async () => {
  const {raw} = new X509Certificate(certificate);
  const change = fc.record({at: fc.nat({max: raw.length - 1}), byte: fc.nat({max: 255})});
  await fc.assert(
    fc.asyncProperty(fc.array(change, {minLength: 1, maxLength: 3}), async changes => {
      const bytes = Buffer.from(raw);
      for (const {at, byte} of changes) bytes[at] = byte;
      const response = await ask(['Client-Cert', `:${bytes.toString('base64')}:`]);
      const body = (await response.json()) as unknown;
      if (!bytes.equals(raw)) expect(body).toMatchObject({code: 401, message: expect.any(String) as string});
    }),
    {numRuns: 300},
  );
});

describe('a proxy that passes on certificates in its own format', async () => {
  const service = await useTestService({TAVLE_CLIENT_CA, TAVLE_CLIENT_CERT_PROXIES: '127.0.0.1'});
  const base64 = field(certificate).slice(1, -1);
  const encoded = encodeURIComponent(certificate);
  const oneLine = certificate.replaceAll('\n', ' ').trim();
  const xfcc = `Hash=468ed33b;Cert="${encoded}";Subject="CN=a";URI=`;

  it.each([
    // The header, its value, and what the response and the log say of them.
    ['client-cert', base64, 'base64 without the colons around it', 'the-contract'],
    ['client-cert', `:${base64}`, 'base64 without the colons around it', 'the-contract'],
    ['client-cert', encoded, 'a URL-encoded PEM text', 'the-contract'],
    ['client-cert', oneLine, 'a PEM text', 'the-contract'],
    ['client-cert', ':AAAA:', 'bytes that are not a certificate', 'the-contract'],
    ['client-cert', 'none', 'another format', 'the-contract'],
    ['ssl-client-cert', encoded, 'a URL-encoded PEM text', 'nginx'],
    ['X-SSL-Client-Cert', oneLine, 'a PEM text', 'nginx'],
    ['X-Forwarded-Client-Cert', xfcc, 'a URL-encoded PEM text', 'envoy'],
    ['X-Forwarded-Client-Cert', 'By=spiffe://a;Hash=468ed33b', 'a list of key=value pairs', 'envoy'],
    ['X-Forwarded-Tls-Client-Cert', base64, 'base64 without the colons around it', 'other-headers'],
    ['X-Amzn-Mtls-Clientcert', encoded, 'a URL-encoded PEM text', 'other-headers'],
    ['X-Amzn-Mtls-Clientcert-Leaf', encoded, 'a URL-encoded PEM text', 'other-headers'],
    ['X-ARR-ClientCert', base64, 'base64 without the colons around it', 'other-headers'],
    ['X-Client-Cert', field(certificate), 'bytes in the format of RFC 9440', 'other-headers'],
  ])('gets 401 for %s, which names the header and the format', async (name, value, format, part) => {
    const response = await fetch(service.url + path, {headers: {[name]: value}});
    const message = `The proxy must send the client certificate in Client-Cert as RFC 9440 defines. It sent ${name.toLowerCase()} with ${format}: see docs/operate/proxies.md#${part}.`;
    expect([response.status, await response.json()]).toEqual([401, expect.objectContaining({message})]);
    expect(service.logLines().map(({reason}) => reason)).toContain(message);
    expect(service.logged.join('\n')).not.toContain(base64.slice(100, 120));
  });

  it('is believed for Client-Cert only, whatever else it sends', async () => {
    const headers = {'Client-Cert': field(certificate), 'ssl-client-cert': 'x', 'Client-Cert-Chain': ''};
    expect((await fetch(service.url + path, {headers})).status).toBe(200);
  });

  it.each(['', ' ', '::'])('sends no certificate with the field %j', async value => {
    const response = await fetch(service.url + path, {
      headers: {'Client-Cert': value, 'ssl-client-cert': value},
    });
    expect(await response.json()).toMatchObject({code: 401, message: 'A client certificate is required.'});
  });

  it('describes its headers in the manual, each under the heading that the message names', () => {
    const page = readFileSync(new URL('../../docs/operate/proxies.md', import.meta.url), 'utf8');
    for (const heading of ['The contract', 'nginx', 'Envoy', 'Other headers'])
      expect(page).toContain(`\n## ${heading}\n`);
  });
});

const service = await useTestService({TAVLE_CLIENT_CA, TAVLE_CLIENT_CERT_PROXIES: '10.0.0.0/8'});

it.each(['client-cert', 'ssl-client-cert'])(
  'a client that is not a trusted proxy gets 401 with a certificate in %s, which the log names',
  async name => {
    const response = await fetch(service.url + path, {headers: {[name]: field(certificate)}});
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({message: 'A client certificate is required.'});
    expect(service.logLines().map(({reason}) => reason)).toContain(
      `A client certificate is required. ${name} was ignored: the sender is not in TAVLE_CLIENT_CERT_PROXIES.`,
    );
  },
);

describe('a service that speaks TLS itself', async () => {
  const root = await createRoot({subject: 'CN=Root'});
  const middle = await root.ca({subject: 'CN=Middle'});
  const own = await middle.client({subject: `2.5.4.97=NTRDK-${skat}`});
  const caller = {certificate: own.certificate + '\n' + middle.certificate, key: own.key};
  const bundle = `${TAVLE_CLIENT_CA}-replaced`;
  await writeFile(bundle, hidesClientCas ? root.certificate + '\n' + middle.certificate : root.certificate);
  const service = await useTestService({...tlsSettings, TAVLE_CLIENT_CA: bundle});

  it('receives the client’s CAs on each connection, since sessions are not resumed', async () => {
    const agent = new Agent({ca: trusted.certificate, cert: caller.certificate, key: caller.key});
    for (let turn = 0; turn < 3; turn++) {
      const request = get(service.url + path, {agent});
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      await text(response);
      expect(response.statusCode).toBe(200);
      expect(response.socket).toBeInstanceOf(TLSSocket);
      expect(response.socket).toSatisfy((socket: TLSSocket) => !socket.isSessionReused());
    }
  });

  it('refuses a certificate that has expired on an open connection', async () => {
    const keptOpen = callerWith(service.url, caller);
    expect(await keptOpen('GET', path)).toMatchObject({status: 200});
    vi.useFakeTimers({toFake: ['Date'], now: Date.parse(new X509Certificate(own.certificate).validTo) + 1});
    const late = await keptOpen('GET', path);
    vi.useRealTimers();
    expect(late).toMatchObject({status: 401, body: {message: 'The client certificate has expired.'}});
  });

  it('accepts only the CAs of a replaced bundle after the reload, also on open connections', async () => {
    const keptOpen = callerWith(service.url, caller);
    const stranger = await createRoot({subject: 'CN=New root'});
    const issued = await stranger.client({subject: `2.5.4.97=NTRDK-${skat}`});
    expect(await keptOpen('GET', path)).toMatchObject({status: 200});
    expect(await callerWith(service.url, issued)('GET', path)).toMatchObject({status: 401});

    await writeFile(bundle, stranger.certificate);
    await service.reload();
    expect(await keptOpen('GET', path)).toMatchObject({status: 401});
    expect(await callerWith(service.url, caller)('GET', path)).toMatchObject({status: 401});
    expect(await callerWith(service.url, issued)('GET', path)).toMatchObject({status: 200});

    await writeFile(bundle, root.certificate.slice(0, -60));
    await service.reload();
    expect(await callerWith(service.url, issued)('GET', path)).toMatchObject({status: 200});
    expect(service.logged.join('\n')).toMatch(/TAVLE_CLIENT_CA: .* the old one stays in force/);
  });

  it('closes the connection after a 401 to a handshake, so that clients of a new CA are accepted after the reload', async () => {
    const added = await createRoot({subject: 'CN=Added root'});
    const issued = await added.client({subject: `2.5.4.97=NTRDK-${skat}`});
    const keptOpen = callerWith(service.url, issued, {maxSockets: 1});
    // Some clients send no certificate if the service does not name their CA.
    for (const call of [keptOpen, callerWith(service.url)])
      expect(await call('GET', path)).toMatchObject({status: 401, headers: {connection: 'close'}});

    await writeFile(bundle, added.certificate);
    await service.reload();
    expect(await keptOpen('GET', path)).toMatchObject({status: 200, headers: {connection: 'keep-alive'}});
  });
});
