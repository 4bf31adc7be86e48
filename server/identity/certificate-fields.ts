import type {X509Certificate} from 'node:crypto';
import {isDeepStrictEqual} from 'node:util';

import {bounds} from '../limits/bounds.ts';
import {memoize} from '../memoize.ts';
import {
  contentOf,
  DerError,
  type DerValue,
  readBits,
  readCount,
  readDer,
  readSequence,
  tags,
  valuesIn,
} from './der.ts';
import {readNameConstraints} from './name-constraints.ts';
import {nameOf, readGeneralNames} from './names.ts';

export type CertificateFields = ReturnType<typeof fieldsOf>;

/** The OIDs of SHA-256, SHA-384 and SHA-512 in hexadecimal. */
const strongHashes = ['608648016503040201', '608648016503040202', '608648016503040203'];

/** RSA (PKCS #1) and ECDSA with those hashes; Ed25519, Ed448. */
const strongSignatures = [
  ...['2a864886f70d01010b', '2a864886f70d01010c', '2a864886f70d01010d'],
  ...['2a8648ce3d040302', '2a8648ce3d040303', '2a8648ce3d040304'],
  ...['2b6570', '2b6571'],
];

const rsaPss = '2a864886f70d01010a';

/** NIST SP 800-57: 112 bits of strength. */
const minRsaKeyBits = 2048;

/** With an exponent as long as the modulus, a verification takes more than a hundred times as long. */
const maxRsaExponent = 2n ** BigInt(bounds.maxRsaExponentBits);

const strongCurves = [
  ...['prime256v1', 'secp384r1', 'secp521r1'],
  ...['brainpoolP256r1', 'brainpoolP384r1', 'brainpoolP512r1'],
];

/** Parses and caches the fields of a certificate for path validation (RFC 5280, 4.1). @throws {DerError} */
export const fieldsOf = memoize((certificate: X509Certificate) => {
  const [signed] = readSequence(certificate.raw);
  const values = valuesIn(signed);
  if (values[0]?.tag === tags.constructed(0)) values.shift();
  const [, signature, issuer, validity, subject, , ...optional] = values;
  const [notBefore, notAfter] = valuesIn(validity);
  const subjectName = nameOf(valuesIn(subject));
  return {
    ...readExtensions(optional.find(({tag}) => tag === tags.constructed(3))),
    subject: subjectName,
    /** Whether issuer and subject are the same name, as in a CA's certificate for its next key. */
    isSelfIssued: isDeepStrictEqual(subjectName.canonical, nameOf(valuesIn(issuer)).canonical),
    /** Milliseconds since 1970, both inclusive. */
    notBefore: readTime(notBefore),
    notAfter: readTime(notAfter),
    hasStrongSignature: isStrongSignature(valuesIn(signature)),
    hasStrongKey: isStrongKey(certificate),
  };
});

/** Parses a UTCTime or GeneralizedTime (RFC 5280, 4.1.2.5): with seconds, in UTC. */
function readTime(value: DerValue | undefined): number {
  const isUtcTime = value?.tag === tags.utcTime;
  const text = isUtcTime || value?.tag === tags.generalizedTime ? value.content.toString('latin1') : '';
  // A UTCTime has a year of two digits, from 1950 to 2049.
  const century = isUtcTime ? (text < '5' ? '20' : '19') : '';
  const [, ...parts] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(century + text) ?? [];
  const [year, month, day, hour, minute, second] = parts;
  const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`;
  const time = Date.parse(iso);
  // Date.parse accepts 30 February.
  if (Number.isNaN(time) || new Date(time).toISOString() !== iso) throw new DerError('Invalid time.');
  return time;
}

function isStrongSignature([algorithm, parameters]: readonly DerValue[]): boolean {
  const oid = contentOf(algorithm, tags.oid).toString('hex');
  return oid === rsaPss ? isStrongPss(parameters) : strongSignatures.includes(oid);
}

/** RSASSA-PSS names its hash in the parameters (RFC 4055, 3.1); by default it is SHA-1. */
function isStrongPss(parameters: DerValue | undefined): boolean {
  if (!parameters) return false;
  const hash = valuesIn(parameters).find(({tag}) => tag === tags.constructed(0));
  const [algorithm] = hash ? readSequence(hash.content) : [];
  return algorithm !== undefined && strongHashes.includes(contentOf(algorithm, tags.oid).toString('hex'));
}

/** Returns whether a key has at least 112 bits of strength, is supported by OpenSSL, and is not too large to verify quickly. */
function isStrongKey(certificate: X509Certificate): boolean {
  const {asymmetricKeyType, asymmetricKeyDetails} = publicKeyOf(certificate);
  const {modulusLength = 0, publicExponent = 0n, namedCurve = ''} = asymmetricKeyDetails ?? {};
  if (asymmetricKeyType === 'rsa' || asymmetricKeyType === 'rsa-pss') {
    const isQuick = modulusLength <= bounds.maxRsaKeyBits && publicExponent < maxRsaExponent;
    return isQuick && modulusLength >= minRsaKeyBits;
  }
  // A curve with explicit parameters has no name.
  if (asymmetricKeyType === 'ec') return strongCurves.includes(namedCurve);
  return asymmetricKeyType === 'ed25519' || asymmetricKeyType === 'ed448';
}

function publicKeyOf(certificate: X509Certificate) {
  try {
    return certificate.publicKey;
  } catch {
    throw new DerError('Unsupported public key.');
  }
}

/**
 * The OIDs of the supported critical extensions, in hexadecimal. Policies are ignored unless a CA requires one: a CA with critical
 * PolicyConstraints is rejected.
 */
const processed = {
  keyUsage: '551d0f',
  subjectAltName: '551d11',
  basicConstraints: '551d13',
  nameConstraints: '551d1e',
  certificatePolicies: '551d20',
  policyMappings: '551d21',
  extendedKeyUsage: '551d25',
  inhibitAnyPolicy: '551d36',
  netscapeCertType: '6086480186f8420101',
};
const processedOids: readonly string[] = Object.values(processed);

const proxyCertInfo = '2b0601050507010e';
const clientAuthentication = '2b06010505070302';

/** The first bit of KeyUsage (RFC 5280, 4.2.1.3) is digitalSignature, and that of Netscape's older certificate type is client. */
const firstBit = 0x80;

/**
 * Parses the `extensions` field of a certificate (RFC 5280, 4.2.1).
 *
 * @throws {DerError} When a supported extension is malformed, or any is repeated.
 */
function readExtensions(field: DerValue | undefined) {
  const values = new Map<string, Buffer>();
  let hasUnknownCritical = false;
  for (const extension of field ? readSequence(field.content) : []) {
    const {oid, isCritical, content} = readExtension(extension);
    if (values.has(oid)) throw new DerError('An extension is repeated.');
    values.set(oid, content);
    // Proxy certificates (RFC 3820) would let a leaf issue certificates.
    if ((isCritical && !processedOids.includes(oid)) || oid === proxyCertInfo) hasUnknownCritical = true;
  }
  const read = <Value>(oid: string, parse: (bytes: Buffer) => Value): Value | undefined => {
    const bytes = values.get(oid);
    return bytes && parse(bytes);
  };

  const basic = read(processed.basicConstraints, readBasicConstraints);
  const usages = [read(processed.keyUsage, readUsage), read(processed.netscapeCertType, readUsage)];
  const purposes = read(processed.extendedKeyUsage, readPurposes);
  return {
    hasUnknownCritical,
    isCa: basic?.isCa ?? false,
    /** The maximum number of CAs between this one and a leaf. */
    pathLength: basic?.pathLength ?? Infinity,
    canSign: usages.every(usage => usage === undefined || (usage & firstBit) !== 0),
    isForClients: purposes?.includes(clientAuthentication) ?? true,
    alternativeNames: read(processed.subjectAltName, readGeneralNames) ?? [],
    nameConstraints: read(processed.nameConstraints, readNameConstraints),
  };
}

function readExtension(extension: DerValue): {oid: string; isCritical: boolean; content: Buffer} {
  const values = valuesIn(extension);
  const [oid, critical] = values;
  // `critical` is optional. Some issuers write its default, FALSE, although DER omits defaults.
  const hasCritical = values.length === 3;
  if (values.length < 2 || values.length > 3) throw new DerError('Invalid extension.');
  return {
    oid: contentOf(oid, tags.oid).toString('hex'),
    isCritical: hasCritical && readBoolean(contentOf(critical, tags.boolean)),
    content: contentOf(values.at(-1), tags.octetString),
  };
}

function readBasicConstraints(bytes: Buffer): {isCa: boolean; pathLength: number} {
  const values = readSequence(bytes);
  const isCa = values[0]?.tag === tags.boolean && readBoolean(values[0].content);
  if (values[0]?.tag === tags.boolean) values.shift();
  const pathLength = values.length ? readCount(contentOf(values.shift(), tags.integer)) : Infinity;
  if (values.length) throw new DerError('Invalid basic constraints.');
  return {isCa, pathLength};
}

/** @returns The first byte, which has all relevant bits. */
function readUsage(bytes: Buffer): number {
  return readBits(readDer(bytes, tags.bitString))[0] ?? 0;
}

function readPurposes(bytes: Buffer): string[] {
  return readSequence(bytes).map(purpose => contentOf(purpose, tags.oid).toString('hex'));
}

function readBoolean(content: Buffer): boolean {
  if (content.length !== 1) throw new DerError('Invalid boolean.');
  return content[0] !== 0;
}
