import type {X509Certificate} from 'node:crypto';

import {bounds} from '../limits/bounds.ts';
import {oncePer} from '../once-per.ts';
import {readExtensions} from './certificate-extensions.ts';
import {contentOf, DerError, type DerValue, readSequence, tags, valuesIn} from './der.ts';
import {nameOf, sameName} from './names.ts';

export type CertificateFields = ReturnType<typeof fieldsOf>;

/** The bytes of the OIDs in hexadecimal: SHA-256, SHA-384, SHA-512. */
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

const strongCurves = [
  ...['prime256v1', 'secp384r1', 'secp521r1'],
  ...['brainpoolP256r1', 'brainpoolP384r1', 'brainpoolP512r1'],
];

/**
 * Reads, once, what path validation needs of a certificate (RFC 5280, 4.1).
 *
 * @throws {DerError} When it is not DER, or a field that decides something is malformed.
 */
export const fieldsOf = oncePer((certificate: X509Certificate) => {
  const [signed] = readSequence(certificate.raw);
  const values = valuesIn(signed);
  if (values[0]?.tag === tags.constructed(0)) values.shift();
  const [, signature, issuer, validity, subject, , ...optional] = values;
  const [notBefore, notAfter] = valuesIn(validity);
  const subjectName = nameOf(valuesIn(subject));
  return {
    ...readExtensions(optional.find(({tag}) => tag === tags.constructed(3))),
    subject: subjectName,
    /** Issuer and subject are the same name, such as in a CA's certificate for its own next key. */
    isSelfIssued: sameName(subjectName, nameOf(valuesIn(issuer))),
    /** Milliseconds since 1970, both inclusive. */
    notBefore: readTime(notBefore),
    notAfter: readTime(notAfter),
    hasStrongSignature: isStrongSignature(valuesIn(signature)),
    hasStrongKey: isStrongKey(certificate),
  };
});

/** Reads a UTCTime or GeneralizedTime as RFC 5280 has them (4.1.2.5): with seconds, in UTC. */
function readTime(value: DerValue | undefined): number {
  const isUtcTime = value?.tag === tags.utcTime;
  const text = isUtcTime || value?.tag === tags.generalizedTime ? value.content.toString('latin1') : '';
  // A UTCTime has a year of two digits, from 1950 to 2049.
  const century = isUtcTime ? (text < '5' ? '20' : '19') : '';
  const [, ...parts] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(century + text) ?? [];
  const [year, month, day, hour, minute, second] = parts;
  const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`;
  const time = Date.parse(iso);
  // Date.parse takes 30 February for 1 or 2 March.
  if (Number.isNaN(time) || new Date(time).toISOString() !== iso) throw new DerError('Invalid time.');
  return time;
}

/** Whether a signature uses SHA-256 or better. */
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

/** Whether a key has at least 112 bits of strength, is of a kind that OpenSSL takes, and is not so large that using it takes long. */
function isStrongKey(certificate: X509Certificate): boolean {
  const {asymmetricKeyType, asymmetricKeyDetails} = publicKeyOf(certificate);
  const {modulusLength = 0, namedCurve = ''} = asymmetricKeyDetails ?? {};
  if (asymmetricKeyType === 'rsa' || asymmetricKeyType === 'rsa-pss')
    return modulusLength >= minRsaKeyBits && modulusLength <= bounds.maxRsaKeyBits;
  // A curve that is written out instead of named has no name here.
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
