import {X509Certificate} from 'node:crypto';
import type {IncomingMessage} from 'node:http';
import {BlockList} from 'node:net';

import {afterEach, describe, expect, it, vi} from 'vitest';

import {bounds} from '../limits/bounds.ts';
import {caExtensions, createRoot, newKeys, type TestCa} from '../testing/pki.ts';
import {skat} from '../testing/service.ts';
import {createCertificateCheck} from './certificate.ts';
import {findPath, parseBundle} from './chain.ts';

const hour = 3_600_000;
const subject = `2.5.4.97=NTRDK-${skat}`;
const x509 = ({certificate}: {certificate: string}) => new X509Certificate(certificate);
const client = async (ca: TestCa) => x509(await ca.client({subject}));

const tooMuchWork = {refusal: 'Too many CA certificates came with the client certificate.'};

const root = await createRoot({subject: 'CN=Root'});
const middle = await root.ca({subject: 'CN=Middle'});
const leaf = await client(middle);

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

describe('a certification path', () => {
  it('leads through the sent certificates to a trusted CA, in any order', () => {
    const certificates = [leaf, x509(middle), x509(root)] as const;
    const [, ca, anchor] = certificates;
    expect(findPath(leaf, [anchor, ca], [anchor])).toMatchObject({certificates: [leaf, ca, anchor]});
    expect(findPath(leaf, [], [ca])).toMatchObject({certificates: [leaf, ca]});
  });

  it('is valid while all its certificates are valid', async () => {
    const short = await root.ca({subject: 'CN=Short', from: -0.5, to: 2});
    const path = findPath(await client(short), [x509(short)], [x509(root)]);
    const {validFrom, validTo} = x509(short);
    expect(path).toMatchObject({notBefore: Date.parse(validFrom), notAfter: Date.parse(validTo)});
  });

  it('uses an alternative if a CA of the first path allows too few CAs below it', async () => {
    const keys = await newKeys();
    const narrow = x509(await root.ca({subject: 'CN=Upper', keys, extensions: caExtensions(0)}));
    const upper = await root.ca({subject: 'CN=Upper', keys});
    const lower = await upper.ca({subject: 'CN=Lower'});
    const low = await client(lower);
    for (const others of [
      [narrow, x509(upper), x509(lower)],
      [x509(lower), x509(upper), narrow],
    ])
      expect(findPath(low, others, [x509(root)])).toMatchObject({certificates: {length: 4}});
    expect(findPath(low, [narrow, x509(lower)], [x509(root)])).toEqual({
      refusal:
        'A CA certificate above the client certificate allows fewer CA certificates below it (path length).',
    });
  });

  it('verifies a bounded number of signatures for CAs with one name that sign each other', async () => {
    const keys = await newKeys();
    const made = await Promise.all(
      Array.from({length: bounds.maxChainCertificates}, () => createRoot({subject: 'CN=Same', keys})),
    );
    const verify = vi.spyOn(X509Certificate.prototype, 'verify');
    const [first] = made as [TestCa];
    expect(findPath(await client(first), made.map(x509), [x509(root)])).toEqual(tooMuchWork);
    expect(verify).toHaveBeenCalledTimes(bounds.maxSignatureChecks);
    verify.mockRestore();
  });

  it('is not searched with more certificates than the maximum', () => {
    const others = Array.from({length: bounds.maxChainCertificates + 1}, () => x509(middle));
    expect(findPath(leaf, others, [x509(root)])).toEqual(tooMuchWork);
  });
});

const proxies = new BlockList();
proxies.addAddress('127.0.0.1');
const field = (certificate: X509Certificate) => `:${certificate.raw.toString('base64')}:`;
const through = (...others: X509Certificate[]) =>
  ({
    socket: {remoteAddress: '127.0.0.1', remoteFamily: 'IPv4'},
    headersDistinct: {
      'client-cert': [field(leaf)],
      ...(others.length && {'client-cert-chain': others.map(field)}),
    },
  }) as unknown as IncomingMessage;

/** Returns how many signatures were verified after each of several times, in milliseconds from now. */
function countVerified(work: () => unknown, times: readonly number[]): number[] {
  const verify = vi.spyOn(X509Certificate.prototype, 'verify');
  const start = Date.now();
  const counts = times.map(after => {
    vi.useFakeTimers({toFake: ['Date'], now: start + after});
    work();
    return verify.mock.calls.length;
  });
  verify.mockRestore();
  return counts;
}

describe('a refused certificate', () => {
  afterEach(() => vi.useRealTimers());

  it('is verified once in ten seconds, and accepted when the missing CA certificate is sent', async () => {
    const stranger = await createRoot({subject: 'CN=Root'});
    const check = createCertificateCheck({issuers: [x509(root)], proxies});
    const request = through(x509(await stranger.ca({subject: 'CN=Middle', keys: middle.keys})));
    const isRefused = () => expect(() => check(request)).toThrow('is not trusted here');
    const times = [0, bounds.maxRefusalAgeMs - 1, bounds.maxRefusalAgeMs, -1];
    expect(countVerified(isRefused, times)).toEqual([2, 2, 4, 6]);
    expect(check(through(x509(middle)))).toBe(skat);
  });
});

describe('a cached certificate', () => {
  afterEach(() => vi.useRealTimers());

  it('is rejected after a CA of its path has expired, and accepted with the renewed one', async () => {
    const check = createCertificateCheck({issuers: [x509(root)], proxies});
    const short = x509(await root.ca({subject: 'CN=Middle', keys: middle.keys, to: 1}));
    expect(check(through(short))).toBe(skat);
    vi.useFakeTimers({toFake: ['Date'], now: Date.now() + 2 * hour});
    expect(() => check(through(short))).toThrow('has expired');
    expect(check(through(x509(middle)))).toBe(skat);
  });

  it('is verified again with other CA certificates', () => {
    const check = createCertificateCheck({issuers: [x509(root)], proxies});
    expect(check(through(x509(middle)))).toBe(skat);
    expect(() => check(through())).toThrow('intermediate certificate is missing');
  });

  it('is verified once in five minutes, and again when the clock was set back', () => {
    const check = createCertificateCheck({issuers: [x509(root)], proxies});
    const request = through(x509(middle));
    const times = [0, bounds.maxIdentityAgeMs - 1, bounds.maxIdentityAgeMs, -1];
    expect(countVerified(() => check(request), times)).toEqual([2, 2, 4, 6]);
  });
});
