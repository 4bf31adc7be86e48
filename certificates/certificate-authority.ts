// The library below asks for this one to be there before it.
import 'reflect-metadata';

import {KeyObject, randomBytes, webcrypto} from 'node:crypto';
import {isIP} from 'node:net';

import {
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  type JsonGeneralName,
  type JsonName,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  type X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';

/** PEM texts. */
export interface IssuedCertificate {
  readonly certificate: string;
  readonly key: string;
}

export interface CertificateRequest {
  /** Attributes by their short name or OID; each object is one part of the name. */
  readonly subject: JsonName;
  /** For a server: the IP addresses or names that it answers to. Default: the certificate is a client's. */
  readonly hosts?: readonly string[];
  readonly notBefore?: Date;
  readonly notAfter?: Date;
}

/** Issues certificates signed with its own key, signed with RSASSA-PSS as Den Danske Stat does. */
export interface CertificateAuthority {
  /** PEM text of the authority's certificate. */
  readonly certificate: string;
  readonly keys: webcrypto.CryptoKeyPair;
  issue(request: CertificateRequest): Promise<IssuedCertificate>;
}

const day = 24 * 60 * 60 * 1000;

const algorithm = {
  name: 'RSA-PSS',
  hash: 'SHA-256',
  saltLength: 32,
  modulusLength: 2048,
  publicExponent: new Uint8Array([1, 0, 1]),
};

/** The keys of those that it issues certificates to: made in no time. */
const leafAlgorithm = {name: 'ECDSA', namedCurve: 'P-256'};

/** Attributes of a subject that the library knows by their OID only. */
export const serialNumber = '2.5.4.5';
const organizationIdentifier = '2.5.4.97';

/** The subject of an organisation certificate of OCES3, which names the CVR number in organizationIdentifier. */
export function oces3Subject(cvr: string, organisation: string): JsonName {
  return [
    {C: ['DK']},
    {[organizationIdentifier]: [`NTRDK-${cvr}`]},
    {O: [organisation]},
    {[serialNumber]: [`UI:DK-O:G:${webcrypto.randomUUID()}`]},
    {CN: [`${organisation} - system`]},
  ];
}

/** The subject of a function certificate of OCES2, which names the CVR number in serialNumber. */
export function oces2Subject(cvr: string, organisation: string): JsonName {
  return [
    {C: ['DK']},
    {O: [`${organisation} // CVR:${cvr}`]},
    {CN: [`${organisation} - system`], [serialNumber]: [`CVR:${cvr}-FID:${webcrypto.randomUUID()}`]},
  ];
}

/** Makes an authority that is good from yesterday for a year. */
export async function createCertificateAuthority(name: string): Promise<CertificateAuthority> {
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const own = await X509CertificateGenerator.createSelfSigned({
    serialNumber: randomSerial(),
    name: [{C: ['DK']}, {CN: [name]}],
    notBefore: new Date(Date.now() - day),
    notAfter: new Date(Date.now() + 365 * day),
    keys,
    signingAlgorithm: algorithm,
    extensions: [
      new BasicConstraintsExtension(true, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
    ],
  });

  return {
    certificate: toPem(own),
    keys,
    async issue({subject, hosts, notBefore, notAfter}) {
      const leafKeys = await webcrypto.subtle.generateKey(leafAlgorithm, true, ['sign', 'verify']);
      const certificate = await X509CertificateGenerator.create({
        serialNumber: randomSerial(),
        subject,
        issuer: own.subjectName,
        notBefore: notBefore ?? new Date(Date.now() - day),
        notAfter: notAfter ?? new Date(Date.now() + 365 * day),
        publicKey: leafKeys.publicKey,
        signingKey: keys.privateKey,
        signingAlgorithm: algorithm,
        extensions: [
          new BasicConstraintsExtension(false, undefined, true),
          new ExtendedKeyUsageExtension([hosts ? ExtendedKeyUsage.serverAuth : ExtendedKeyUsage.clientAuth]),
          ...(hosts ? [alternativeNames(hosts)] : []),
        ],
      });
      return {certificate: toPem(certificate), key: exportKey(leafKeys.privateKey)};
    },
  };
}

function alternativeNames(hosts: readonly string[]): SubjectAlternativeNameExtension {
  return new SubjectAlternativeNameExtension(
    hosts.map((value): JsonGeneralName => ({type: isIP(value) ? 'ip' : 'dns', value})),
  );
}

/** Returns the PEM text, which the library ends without a newline. */
const toPem = (certificate: X509Certificate) => `${certificate.toString('pem')}\n`;

/** PKCS#8 in PEM. */
function exportKey(key: webcrypto.CryptoKey): string {
  return KeyObject.from(key).export({type: 'pkcs8', format: 'pem'}).toString();
}

/** RFC 5280 asks for a positive number of 20 octets at most. */
function randomSerial(): string {
  return `40${randomBytes(15).toString('hex')}`;
}
