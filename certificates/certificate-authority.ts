// Issues certificates for `tavle init`, the demo and the tests. Add another form of subjects next to `oces2Subject`. Signatures must stay RSASSA-PSS,
// which the certificates of Den Danske Stat have. `@peculiar/x509` requires that `reflect-metadata` is loaded first.
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

/** A certificate and its private key, as PEM texts. */
export interface IssuedCertificate {
  readonly certificate: string;
  readonly key: string;
}

export interface CertificateRequest {
  /** Attributes by their short name or OID. Each object is one relative distinguished name. */
  readonly subject: JsonName;
  /** The IP addresses or host names of a server. Default: the certificate is for a client. */
  readonly hosts?: readonly string[];
  readonly notBefore?: Date;
  readonly notAfter?: Date;
}

/** Issues certificates and signs them with its own RSA key. */
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

/** The algorithm of the keys of issued certificates. Such keys are fast to create, unlike RSA keys. */
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

/** Creates an authority that is valid from yesterday until a year from now. @param name The CN of its subject. */
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

/** Returns a key as PKCS#8 in PEM. */
function exportKey(key: webcrypto.CryptoKey): string {
  return KeyObject.from(key).export({type: 'pkcs8', format: 'pem'}).toString();
}

/** Returns a positive number of 16 octets, in hexadecimal. RFC 5280, section 4.1.2.2, allows 20. */
function randomSerial(): string {
  return `40${randomBytes(15).toString('hex')}`;
}
