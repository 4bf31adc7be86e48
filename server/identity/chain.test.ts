// The library below asks for this one to be there before it.
import 'reflect-metadata';

import {webcrypto, X509Certificate} from 'node:crypto';
import type {IncomingMessage} from 'node:http';
import {BlockList} from 'node:net';

import {
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';
import {afterEach, describe, expect, it, vi} from 'vitest';

import {skat} from '../testing/service.ts';
import {createCertificateCheck} from './certificate.ts';
import {findChain, parseBundle} from './chain.ts';

const hour = 3_600_000;
const signingAlgorithm = {name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256'};

/** Whoever certificates are made for, or by. */
interface Party {
  readonly name: string;
  readonly keys: CryptoKeyPair;
}

const party = async (name: string): Promise<Party> => ({
  name,
  keys: await webcrypto.subtle.generateKey(signingAlgorithm, true, ['sign', 'verify']),
});

/** @param hours From now on that it is valid. @param usage What one that may not issue is good for. */
async function certify(
  of: Party,
  by: Party,
  isIssuer: boolean,
  hours = 10,
  usage: string = ExtendedKeyUsage.clientAuth,
): Promise<X509Certificate> {
  const made = await X509CertificateGenerator.create({
    subject: of.name,
    issuer: by.name,
    notBefore: new Date(Date.now() - hour),
    notAfter: new Date(Date.now() + hours * hour),
    publicKey: of.keys.publicKey,
    signingKey: by.keys.privateKey,
    signingAlgorithm,
    extensions: [
      new BasicConstraintsExtension(isIssuer, undefined, true),
      ...(isIssuer ? [] : [new ExtendedKeyUsageExtension([usage])]),
    ],
  });
  return new X509Certificate(made.toString('pem'));
}

const parties = await Promise.all(['root', 'middle', 'lower', 'lowest'].map(name => party(`CN=${name}`)));
const [root, middle, lower, lowest] = parties as [Party, Party, Party, Party];
const client = await party(`2.5.4.97=NTRDK-${skat}, CN=client`);
const rootCertificate = await certify(root, root, true);
const middleCertificate = await certify(middle, root, true);
const leaf = await certify(client, middle, false);

describe('a bundle of issuers', () => {
  it('has them all, whatever stands between them', async () => {
    const [one, other] = [await party('CN=one'), await party('CN=other')];
    const certificates = [await certify(one, one, true), await certify(other, other, true)];
    const bundle = certificates.map(each => `# ${each.subject}\r\n${each.toString()}`).join('\n');
    expect(parseBundle(bundle).map(({subject}) => subject)).toEqual(['CN=one', 'CN=other']);
  });

  it('is refused when it has none, or breaks off in one', async () => {
    const own = await party('CN=one');
    const pem = (await certify(own, own, true)).toString();
    expect(() => parseBundle('')).toThrow('no PEM certificate');
    expect(() => parseBundle(pem + pem.slice(0, -40))).toThrow();
  });
});

describe('a chain of certificates', () => {
  it('leads to an issuer that counts through what came with the leaf, in whatever order', () => {
    expect(findChain(leaf, [rootCertificate, middleCertificate], [rootCertificate])).toEqual([
      leaf,
      middleCertificate,
      rootCertificate,
    ]);
    expect(findChain(leaf, [], [middleCertificate])).toEqual([leaf, middleCertificate]);
  });

  it.each([
    ['a client', ExtendedKeyUsage.clientAuth, true],
    ['anything', '2.5.29.37.0', true],
    ['a server', ExtendedKeyUsage.serverAuth, false],
  ])('counts for a leaf that is good for %s: %s, %s', async (_, usage, counts) => {
    const chain = findChain(await certify(client, root, false, 10, usage), [], [rootCertificate]);
    expect(chain !== undefined).toBe(counts);
  });

  it('leads nowhere where a link is missing', () => {
    expect(findChain(leaf, [], [rootCertificate])).toBeUndefined();
  });

  it('leads nowhere through one that may not issue', async () => {
    const powerless = await certify(middle, root, false);
    expect(findChain(leaf, [powerless], [rootCertificate])).toBeUndefined();
  });

  it('leads nowhere through one of the same name with another key', async () => {
    const impostor = await certify(await party(middle.name), root, true);
    expect(findChain(leaf, [impostor], [rootCertificate])).toBeUndefined();
  });

  it('has two links between leaf and issuer at most', async () => {
    const others = [
      middleCertificate,
      await certify(lower, middle, true),
      await certify(lowest, lower, true),
    ];
    const low = await certify(client, lower, false);
    expect(findChain(low, others, [rootCertificate])).toHaveLength(4);
    const tooLow = await certify(client, lowest, false);
    expect(findChain(tooLow, others, [rootCertificate])).toBeUndefined();
  });
});

describe('a certificate that was seen before', () => {
  afterEach(() => vi.useRealTimers());

  it('counts again once what it leads through was renewed', async () => {
    const proxies = new BlockList();
    proxies.addAddress('127.0.0.1');
    const check = createCertificateCheck({issuers: [rootCertificate], proxies});
    const field = (certificate: X509Certificate) => `:${certificate.raw.toString('base64')}:`;
    const through = (other: X509Certificate) =>
      ({
        socket: {remoteAddress: '127.0.0.1', remoteFamily: 'IPv4'},
        headersDistinct: {'client-cert': [field(leaf)], 'client-cert-chain': [field(other)]},
      }) as unknown as IncomingMessage;
    const short = await certify(middle, root, true, 1);

    expect(check(through(short))).toBe(skat);
    vi.useFakeTimers({toFake: ['Date'], now: Date.now() + 2 * hour});
    expect(() => check(through(short))).toThrow('has expired');
    expect(check(through(middleCertificate))).toBe(skat);
  });
});
