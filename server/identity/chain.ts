import {X509Certificate} from 'node:crypto';

import {bounds} from '../limits/bounds.ts';
import {memoize} from '../memoize.ts';
import {type CertificateFields, fieldsOf} from './certificate-fields.ts';
import {DerError} from './der.ts';
import {satisfiesNameConstraints} from './name-constraints.ts';

const begin = '-----BEGIN CERTIFICATE-----';

/** Parses a bundle of PEM certificates. @throws If it has none, or one is invalid. */
export function parseBundle(pem: string): X509Certificate[] {
  const [, ...blocks] = pem.split(begin);
  if (!blocks.length) throw new Error('There is no PEM certificate in it.');
  return blocks.map(block => new X509Certificate(begin + block));
}

/**
 * Finds a valid certification path (RFC 5280, 6.1) from a client's certificate to a trusted CA, directly or through other certificates.
 * Checks every certificate of the path, including the trusted one. One valid path is enough. Does not read revocation lists.
 *
 * @param others CA certificates sent with the leaf, in any order.
 * @param trusted CAs whose certificates end a path, whether they are roots or not.
 * @returns The certificates from the leaf to the trusted CA, and their common validity in milliseconds since 1970, both inclusive. Without a path,
 *   `refusal` is a sentence about the invalid certificate of the first path.
 */
export function findPath(
  leaf: X509Certificate,
  others: readonly X509Certificate[],
  trusted: readonly X509Certificate[],
  now = Date.now(),
) {
  const leafFlaw = judge(
    leaf,
    fields =>
      flawOfAny(fields, now) ?? (fields.canSign ? undefined : 'is not issued for this purpose (key usage)'),
  );
  if (leafFlaw) return {refusal: describe(leafFlaw, true)};
  if (others.length > bounds.maxChainCertificates) return {refusal: tooMuchWork};

  let firstRefusal: string | undefined;
  let verified = 0;
  // Tries each pair once, and bounds the verified signatures: a client may send many certificates with the same names.
  const isIssuedBy = memoize((subject: X509Certificate) =>
    memoize((issuer: X509Certificate): boolean => {
      // Compares names and key identifiers. OpenSSL also rejects issuers without keyCertSign, and all malformed extensions.
      if (!subject.checkIssued(issuer)) return false;
      // Rejected for its key, which may be too large to verify quickly.
      if (judge(issuer, flawOfKey)) return true;
      if (verified >= bounds.maxSignatureChecks) return false;
      verified += 1;
      return subject.verify(issuer.publicKey);
    }),
  );

  function extendPath(path: readonly X509Certificate[]): readonly X509Certificate[] | undefined {
    const last = path.at(-1) ?? leaf;
    for (const issuer of [...trusted, ...others]) {
      if (path.includes(issuer) || !isIssuedBy(last)(issuer)) continue;
      const flaw = flawOfIssuer(issuer, path, now);
      if (flaw) {
        firstRefusal ??= describe(flaw, flaw === weakSignature && last === leaf);
        continue;
      }
      const longer = [...path, issuer];
      if (trusted.includes(issuer)) return longer;
      const found = longer.length < bounds.maxPathCertificates ? extendPath(longer) : undefined;
      if (found) return found;
    }
    return undefined;
  }

  const certificates = extendPath([leaf]);
  if (certificates) {
    const all = certificates.map(fieldsOf);
    const notBefore = Math.max(...all.map(fields => fields.notBefore));
    return {certificates, notBefore, notAfter: Math.min(...all.map(fields => fields.notAfter))};
  }
  return {refusal: verified < bounds.maxSignatureChecks ? (firstRefusal ?? unknownIssuer) : tooMuchWork};
}

const tooMuchWork = 'Too many CA certificates came with the client certificate.';
const unknownIssuer =
  'The issuer of the client certificate is not trusted here, or an intermediate certificate is missing.';

/** Why a certificate is invalid, as the predicate of a sentence. */
type Flaw = string;

const weakSignature: Flaw = 'has a signature that is too weak: SHA-256 or better is required';

function describe(flaw: Flaw, isOfLeaf: boolean): string {
  return `${isOfLeaf ? 'The client certificate' : 'A CA certificate above the client certificate'} ${flaw}.`;
}

/** @param path The path that it would extend. */
function flawOfIssuer(
  issuer: X509Certificate,
  path: readonly X509Certificate[],
  now: number,
): Flaw | undefined {
  return judge(issuer, fields => {
    const flaw = flawOfAny(fields, now);
    if (flaw) return flaw;
    if (!fields.isCa) return 'is not a CA certificate (basic constraints)';
    const below = path.map(fieldsOf);
    if (!below.at(-1)?.hasStrongSignature) return weakSignature;
    if (below.slice(1).filter(({isSelfIssued}) => !isSelfIssued).length > fields.pathLength)
      return 'allows fewer CA certificates below it (path length)';
    if (satisfiesConstraintsOf(fields, below)) return undefined;
    return 'does not allow the names of a certificate below it (name constraints)';
  });
}

function flawOfAny(fields: CertificateFields, now: number): Flaw | undefined {
  if (now > fields.notAfter) return 'has expired';
  if (now < fields.notBefore) return 'is not valid yet';
  if (fields.hasUnknownCritical) return 'has a critical extension that is not supported';
  if (!fields.isForClients) return 'is not issued for client authentication (extended key usage)';
  return flawOfKey(fields);
}

function flawOfKey({hasStrongKey}: CertificateFields): Flaw | undefined {
  return hasStrongKey ? undefined : 'has a key that is too weak or not supported';
}

/** Name constraints do not apply to self-issued certificates, except to the leaf. */
function satisfiesConstraintsOf(
  {nameConstraints}: CertificateFields,
  below: readonly CertificateFields[],
): boolean {
  if (!nameConstraints) return true;
  return below.every(
    (fields, place) =>
      (place > 0 && fields.isSelfIssued) || satisfiesNameConstraints(nameConstraints, fields, place === 0),
  );
}

function judge(
  certificate: X509Certificate,
  rule: (fields: CertificateFields) => Flaw | undefined,
): Flaw | undefined {
  try {
    return rule(fieldsOf(certificate));
  } catch (error) {
    if (error instanceof DerError) return 'is malformed';
    throw error;
  }
}
