// `reflect-metadata` must be loaded before @peculiar/x509.
import 'reflect-metadata';

import {execFileSync} from 'node:child_process';
import {createPrivateKey, createPublicKey, KeyObject, randomBytes, webcrypto} from 'node:crypto';
import {readFileSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';

import {
  BasicConstraintsExtension,
  Extension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  type JsonName,
  KeyUsageFlags,
  KeyUsagesExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';

import type {IssuedCertificate} from '../../certificates/certificate-authority.ts';
import {newDirectory} from './directory.ts';

/* Certificates of any kind, also invalid ones, for tests of certificate checks. Add an extension as a function like `nameConstraints`. */

const hour = 3_600_000;
const ecdsa = {name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256'};

export interface CertificateRequest {
  readonly subject: string | JsonName;
  /** Replaces all extensions. Default: the extensions of a CA, or of a client. */
  readonly extensions?: readonly Extension[];
  /** Added to `extensions`. */
  readonly further?: readonly Extension[];
  /** In hours from now. Defaults: -1 and 10. */
  readonly from?: number;
  readonly to?: number;
  /** The signature's hash. Default: SHA-256. */
  readonly hash?: 'SHA-1' | 'SHA-256';
  /** Default: a new key pair. */
  readonly keys?: CryptoKeyPair;
}

/** A test CA that issues any certificate, valid or not. */
export interface TestCa extends IssuedCertificate {
  readonly keys: CryptoKeyPair;
  ca(request: CertificateRequest): Promise<TestCa>;
  client(request: CertificateRequest): Promise<IssuedCertificate>;
}

/** Basic constraints and key usage of a CA. @param pathLength Maximum number of CAs below it. */
export const caExtensions = (pathLength?: number): Extension[] => [
  new BasicConstraintsExtension(true, pathLength, true),
  new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
];

export const purposes = (...usages: string[]): Extension => new ExtendedKeyUsageExtension(usages);

export const usage = (flags: KeyUsageFlags): Extension => new KeyUsagesExtension(flags, true);

export {ExtendedKeyUsage, type Extension, KeyUsageFlags};

export const clientExtensions = (): Extension[] => [
  new BasicConstraintsExtension(false, undefined, true),
  new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
  new ExtendedKeyUsageExtension([ExtendedKeyUsage.clientAuth]),
];

/** Creates an extension from its bytes in hexadecimal. */
export const extension = (oid: string, hex: string, critical = false): Extension =>
  new Extension(oid, critical, new Uint8Array(Buffer.from(hex, 'hex')));

/** Encodes a DER value. */
export function der(tag: number, ...contents: (Buffer | string)[]): Buffer {
  const content = Buffer.concat(contents.map(part => Buffer.from(part as Buffer)));
  const {length} = content;
  const long = length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...(length < 128 ? [length] : long)]), content]);
}

/** Creates NameConstraints. Each subtree is an encoded general name. */
export function nameConstraints(permitted: readonly Buffer[], excluded: readonly Buffer[] = []): Extension {
  const subtrees = (tag: number, bases: readonly Buffer[]) =>
    bases.length ? [der(tag, ...bases.map(base => der(0x30, base)))] : [];
  return new Extension(
    '2.5.29.30',
    true,
    new Uint8Array(der(0x30, ...subtrees(0xa0, permitted), ...subtrees(0xa1, excluded))),
  );
}

/** Returns the general name for directory names that start with the organisation. */
export const organisationName = (name: string): Buffer =>
  der(0xa4, der(0x30, der(0x31, der(0x30, Buffer.from('060355040a', 'hex'), der(0x0c, name)))));

export async function newKeys(): Promise<CryptoKeyPair> {
  return await webcrypto.subtle.generateKey(ecdsa, true, ['sign', 'verify']);
}

/** Returns RSA keys with a public exponent of 33 bits, which Web Crypto does not create. */
export async function largeExponentKeys(): Promise<CryptoKeyPair> {
  const command =
    'genpkey -quiet -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -pkeyopt rsa_keygen_pubexp:4294967311';
  const created = createPrivateKey(execFileSync('openssl', command.split(' '), {stdio: 'pipe'}));
  const rsa = {name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256'};
  const spki = createPublicKey(created).export({type: 'spki', format: 'der'});
  const pkcs8 = created.export({type: 'pkcs8', format: 'der'});
  return {
    publicKey: await webcrypto.subtle.importKey('spki', spki, rsa, true, ['verify']),
    privateKey: await webcrypto.subtle.importKey('pkcs8', pkcs8, rsa, true, ['sign']),
  };
}

export async function createRoot(request: CertificateRequest): Promise<TestCa> {
  const keys = request.keys ?? (await newKeys());
  const certificate = await certify({extensions: caExtensions(), ...request}, keys, keys, request.subject);
  return toCa(certificate, keys, request.subject);
}

function toCa(certificate: string, keys: CryptoKeyPair, name: string | JsonName): TestCa {
  return {
    certificate,
    key: exportKey(keys),
    keys,
    async ca(request) {
      const own = request.keys ?? (await newKeys());
      return toCa(
        await certify({extensions: caExtensions(), ...request}, own, keys, name),
        own,
        request.subject,
      );
    },
    async client(request) {
      const own = request.keys ?? (await newKeys());
      const issued = await certify({extensions: clientExtensions(), ...request}, own, keys, name);
      return {certificate: issued, key: exportKey(own)};
    },
  };
}

async function certify(
  {subject, extensions = [], further = [], from = -1, to = 10, hash = 'SHA-256'}: CertificateRequest,
  keys: CryptoKeyPair,
  issuer: CryptoKeyPair,
  issuerName: string | JsonName,
): Promise<string> {
  const certificate = await X509CertificateGenerator.create({
    serialNumber: `40${randomBytes(15).toString('hex')}`,
    subject,
    issuer: issuerName,
    notBefore: new Date(Date.now() + from * hour),
    notAfter: new Date(Date.now() + to * hour),
    publicKey: keys.publicKey,
    signingKey: issuer.privateKey,
    signingAlgorithm: {...ecdsa, hash},
    extensions: [...extensions, ...further],
  });
  return certificate.toString('pem');
}

function exportKey({privateKey}: CryptoKeyPair): string {
  return KeyObject.from(privateKey).export({type: 'pkcs8', format: 'pem'}).toString();
}

/** Issues a client certificate with an MD5 signature, by its own CA. Only OpenSSL with RSA keys still supports MD5. */
export function md5Client(subject: string): {ca: string; client: IssuedCertificate} {
  const directory = newDirectory();
  const openssl = (command: string) =>
    execFileSync('openssl', command.split(' '), {cwd: directory, stdio: 'pipe'});
  const read = (name: string) => readFileSync(join(directory, name), 'utf8');
  writeFileSync(join(directory, 'client.cnf'), 'extendedKeyUsage=clientAuth\n');
  openssl('req -x509 -newkey rsa:2048 -nodes -keyout ca.key -subj /CN=MD5 -days 1 -out ca.pem');
  openssl(`req -newkey rsa:2048 -nodes -keyout client.key -subj ${subject} -out client.csr`);
  openssl(
    'x509 -req -md5 -in client.csr -CA ca.pem -CAkey ca.key -CAcreateserial -extfile client.cnf -days 1 -out client.pem',
  );
  const issued = {ca: read('ca.pem'), client: {certificate: read('client.pem'), key: read('client.key')}};
  rmSync(directory, {recursive: true});
  return issued;
}
