import {once} from 'node:events';
import {writeFile} from 'node:fs/promises';
import type {IncomingMessage} from 'node:http';
import {Agent, get} from 'node:https';
import {text} from 'node:stream/consumers';
import {TLSSocket} from 'node:tls';

import {describe, expect, it} from 'vitest';

import {
  callerWith,
  clientCertField as field,
  organisation,
  tlsSettings,
  trusted,
} from '../testing/certificates.ts';
import {createRoot} from '../testing/pki.ts';
import {skat, useTestService} from '../testing/service.ts';

const path = '/calendar/1/frister';
const {certificate} = await organisation(skat);
const {TAVLE_CLIENT_CA} = tlsSettings;

describe('a proxy that ends the TLS connection', async () => {
  const {url} = await useTestService({TAVLE_CLIENT_CA, TAVLE_CLIENT_CERT_PROXIES: '10.0.0.0/8, 127.0.0.0/8'});
  const ask = (...headers: [string, string][]) => fetch(url + path, {headers});

  it("forwards its client's certificate", async () => {
    expect((await ask(['Client-Cert', field(certificate)])).status).toBe(200);
    expect((await ask(['Client-Cert', ` ${field(certificate)} `])).status).toBe(200);
    const chain: [string, string] = ['Client-Cert-Chain', field(trusted.certificate)];
    expect((await ask(['Client-Cert', field(certificate)], chain)).status).toBe(200);
  });

  const eleven = Array.from({length: 11}, () => field(trusted.certificate));
  const sent: [string, string] = ['Client-Cert', field(certificate)];

  it.each<[string, [string, string][]]>([
    ['no certificate', []],
    ['an empty field', [['Client-Cert', '']]],
    ['something else than a byte sequence', [['Client-Cert', field(certificate).slice(1, -1)]]],
    ['bytes that are not a certificate', [['Client-Cert', ':AAAA:']]],
    ['a PEM text', [['Client-Cert', encodeURIComponent(certificate)]]],
    ['two certificates', [sent, sent]],
    ['a chain that can not be read', [sent, ['Client-Cert-Chain', 'x']]],
    ['a chain of eleven certificates', [sent, ['Client-Cert-Chain', eleven.join()]]],
  ])('gets 401 when it passes on %s', async (_, headers) => {
    const response = await ask(...headers);
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({status: 'Unauthorized', code: 401});
  });
});

describe('a client that is not a trusted proxy', async () => {
  const {url} = await useTestService({TAVLE_CLIENT_CA, TAVLE_CLIENT_CERT_PROXIES: '10.0.0.0/8'});

  it('gets 401 with any forwarded certificate', async () => {
    expect((await fetch(url + path, {headers: {'Client-Cert': field(certificate)}})).status).toBe(401);
  });
});

describe('a service without trusted CAs', async () => {
  const {url} = await useTestService({});

  it('accepts no certificate', async () => {
    expect((await fetch(url + path)).status).toBe(401);
  });
});

describe('a service that speaks TLS itself', async () => {
  const root = await createRoot({subject: 'CN=Root'});
  const middle = await root.ca({subject: 'CN=Middle'});
  const own = await middle.client({subject: `2.5.4.97=NTRDK-${skat}`});
  const caller = {certificate: own.certificate + '\n' + middle.certificate, key: own.key};
  const bundle = `${TAVLE_CLIENT_CA}-replaced`;
  await writeFile(bundle, root.certificate);
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
});
