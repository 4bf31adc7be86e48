import {X509Certificate} from 'node:crypto';
import type {IncomingMessage} from 'node:http';
import {BlockList} from 'node:net';

import {afterEach, describe, expect, it, vi} from 'vitest';

import {createRoot, newKeys, type TestCa} from '../testing/pki.ts';
import {skat} from '../testing/service.ts';
import {createCertificateCheck} from './certificate.ts';
import {parseBundle} from './ca-bundle.ts';

const hour = 3_600_000;
const subject = `2.5.4.97=NTRDK-${skat}`;
const x509 = ({certificate}: {certificate: string}) => new X509Certificate(certificate);
const client = async (ca: TestCa) => x509(await ca.client({subject}));

const root = await createRoot({subject: 'CN=Root'});
const leaf = await client(root);

describe('a bundle of CA certificates', () => {
  it('is read with all its certificates, with any text between them', async () => {
    const other = await createRoot({subject: 'CN=Other'});
    const bundle = [root, other].map(({certificate}) => `# a CA\r\n${certificate}`).join('\n');
    expect(parseBundle(bundle).map(({subject: name}) => name)).toEqual(['CN=Root', 'CN=Other']);
  });

  it('is rejected if it is empty or truncated', () => {
    expect(() => parseBundle('')).toThrow('no PEM certificate');
    expect(() => parseBundle(root.certificate + root.certificate.slice(0, -40))).toThrow();
  });
});

const proxies = new BlockList();
proxies.addAddress('127.0.0.1');
const field = (certificate: X509Certificate) => `:${certificate.raw.toString('base64')}:`;
const through = (certificate: X509Certificate) =>
  ({
    socket: {remoteAddress: '127.0.0.1', remoteFamily: 'IPv4'},
    headersDistinct: {'client-cert': [field(certificate)]},
  }) as unknown as IncomingMessage;

/** Returns how many signatures were verified after each of two requests. */
function countVerified(work: () => unknown): number[] {
  const verify = vi.spyOn(X509Certificate.prototype, 'verify');
  const counts = [1, 2].map(() => {
    work();
    return verify.mock.calls.length;
  });
  verify.mockRestore();
  return counts;
}

afterEach(() => vi.useRealTimers());

describe('a refused certificate', () => {
  it('is verified once', async () => {
    const stranger = await createRoot({subject: 'CN=Root'});
    const check = createCertificateCheck({issuers: [x509(root)], proxies});
    const request = through(await client(stranger));
    const isRefused = () => expect(() => check(request)).toThrow('is not trusted here');
    expect(countVerified(isRefused)).toEqual([1, 1]);
  });
});

describe('a cached certificate', () => {
  it('is rejected after it or its CA has expired, and accepted with the renewed one', async () => {
    const keys = await newKeys();
    const short = await createRoot({subject: 'CN=Short', keys, to: 1});
    const renewed = await createRoot({subject: 'CN=Short', keys});
    const check = createCertificateCheck({issuers: [x509(short)], proxies});
    const both = createCertificateCheck({issuers: [short, renewed].map(x509), proxies});
    const [long, brief] = [await client(short), x509(await short.client({subject, to: 1}))];
    for (const each of [check, both])
      for (const certificate of [long, brief]) expect(each(through(certificate))).toBe(skat);
    vi.useFakeTimers({toFake: ['Date'], now: Date.now() + 2 * hour});
    expect(() => check(through(long))).toThrow('is not trusted here');
    expect(both(through(long))).toBe(skat);
    expect(() => both(through(brief))).toThrow('The client certificate has expired');
  });

  it('is verified once', () => {
    const check = createCertificateCheck({issuers: [x509(root)], proxies});
    const request = through(leaf);
    expect(countVerified(() => check(request))).toEqual([1, 1]);
  });
});
