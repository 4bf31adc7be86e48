import {X509Certificate} from 'node:crypto';

import {bounds} from '../limits/bounds.ts';
import {type CertificateFields, fieldsOf} from './certificate-fields.ts';
import {DerError} from './der.ts';
import {obeysNameConstraints} from './name-constraints.ts';

const begin = '-----BEGIN CERTIFICATE-----';

/** Reads a bundle of PEM certificates. @throws When it holds none, or one is invalid. */
export function parseBundle(pem: string): X509Certificate[] {
  const [, ...blocks] = pem.split(begin);
  if (!blocks.length) throw new Error('There is no PEM certificate in it.');
  return blocks.map(block => new X509Certificate(begin + block));
}

/** What makes a certificate, or a path through it, invalid. */
export type Flaw =
  | 'expired'
  | 'not yet valid'
  | 'malformed'
  | 'unknown critical extension'
  | 'weak key'
  | 'weak signature'
  | 'extended key usage'
  | 'key usage'
  | 'not a CA'
  | 'path length'
  | 'name constraints';

/** No path leads from a certificate to a trusted CA. `flaw` and `isLeaf` say what is wrong with which certificate of the path that was found first. */
export interface NoPath {
  readonly flaw: Flaw | 'unknown issuer' | 'too much work';
  /** The flaw is the leaf's own, not that of a CA above it. */
  readonly isLeaf: boolean;
}

/** A valid path: when it is valid, in milliseconds since 1970, both inclusive. */
export interface ValidPath {
  /** From the leaf to the trusted CA. */
  readonly certificates: readonly X509Certificate[];
  readonly notBefore: number;
  readonly notAfter: number;
}

/**
 * Finds a valid certification path (RFC 5280, 6.1) from a client's certificate to a trusted CA, directly or through other certificates.
 * Every certificate of the path is judged, the trusted one included; one valid path is enough. Revocation lists are not read.
 *
 * @param others CA certificates that came with the leaf, in any order.
 * @param trusted CAs whose certificates end a path, whether they are roots or not.
 */
export function findPath(
  leaf: X509Certificate,
  others: readonly X509Certificate[],
  trusted: readonly X509Certificate[],
  now = Date.now(),
): ValidPath | NoPath {
  const leafFlaw = flawOfLeaf(leaf, now);
  if (leafFlaw) return {flaw: leafFlaw, isLeaf: true};
  if (others.length > bounds.maxChainCertificates) return {flaw: 'too much work', isLeaf: false};

  const issued = createIssuedCheck();
  let firstFlaw: NoPath | undefined;

  function climb(path: readonly X509Certificate[]): readonly X509Certificate[] | undefined {
    const last = path.at(-1) ?? leaf;
    for (const issuer of [...trusted, ...others]) {
      if (path.includes(issuer) || !issued(last, issuer)) continue;
      const flaw = flawOfIssuer(issuer, path, now);
      if (flaw) {
        firstFlaw ??= {flaw, isLeaf: flaw === 'weak signature' && last === leaf};
        continue;
      }
      const longer = [...path, issuer];
      if (trusted.includes(issuer)) return longer;
      const found = longer.length < bounds.maxPathCertificates ? climb(longer) : undefined;
      if (found) return found;
    }
    return undefined;
  }

  const certificates = climb([leaf]);
  if (certificates) return {certificates, ...validityOf(certificates)};
  if (issued.isExhausted()) return {flaw: 'too much work', isLeaf: false};
  return firstFlaw ?? {flaw: 'unknown issuer', isLeaf: false};
}

function validityOf(path: readonly X509Certificate[]) {
  const all = path.map(fieldsOf);
  return {
    notBefore: Math.max(...all.map(({notBefore}) => notBefore)),
    notAfter: Math.min(...all.map(({notAfter}) => notAfter)),
  };
}

function flawOfLeaf(leaf: X509Certificate, now: number): Flaw | undefined {
  return judge(leaf, fields => flawOfAny(fields, now) ?? (fields.canSign ? undefined : 'key usage'));
}

/** @param path What the certificate would stand above. */
function flawOfIssuer(
  issuer: X509Certificate,
  path: readonly X509Certificate[],
  now: number,
): Flaw | undefined {
  return judge(issuer, fields => {
    const flaw = flawOfAny(fields, now);
    if (flaw) return flaw;
    if (!fields.isCa) return 'not a CA';
    if (!fields.canSignCertificates) return 'key usage';
    const below = path.map(fieldsOf);
    if (!below.at(-1)?.hasStrongSignature) return 'weak signature';
    if (below.slice(1).filter(({isSelfIssued}) => !isSelfIssued).length > fields.pathLength)
      return 'path length';
    return obeysConstraintsOf(fields, below) ? undefined : 'name constraints';
  });
}

function flawOfAny(fields: CertificateFields, now: number): Flaw | undefined {
  if (now > fields.notAfter) return 'expired';
  if (now < fields.notBefore) return 'not yet valid';
  if (fields.hasUnknownCritical) return 'unknown critical extension';
  if (!fields.isForClients) return 'extended key usage';
  return fields.hasStrongKey ? undefined : 'weak key';
}

/** A CA's own certificates for itself are not bound by name constraints, except as the leaf. */
function obeysConstraintsOf(
  {nameConstraints}: CertificateFields,
  below: readonly CertificateFields[],
): boolean {
  if (!nameConstraints) return true;
  return below.every(
    (fields, place) =>
      (place > 0 && fields.isSelfIssued) || obeysNameConstraints(nameConstraints, fields, place === 0),
  );
}

function judge(
  certificate: X509Certificate,
  rule: (fields: CertificateFields) => Flaw | undefined,
): Flaw | undefined {
  try {
    return rule(fieldsOf(certificate));
  } catch (error) {
    if (error instanceof DerError) return 'malformed';
    throw error;
  }
}

/**
 * Tells which certificate issued which. A pair is tried once, and only so many signatures are verified: certificates that a stranger
 * sends may all bear the same names.
 */
function createIssuedCheck() {
  const tried = new Map<X509Certificate, Map<X509Certificate, boolean>>();
  let verified = 0;

  function issued(subject: X509Certificate, issuer: X509Certificate): boolean {
    // Compares names and key identifiers. OpenSSL also refuses malformed extensions here, including those that nothing above reads.
    if (!subject.checkIssued(issuer)) return false;
    // It is refused for its key, which may be so large that verifying takes long.
    if (judge(issuer, fields => (fields.hasStrongKey ? undefined : 'weak key'))) return true;
    if (verified >= bounds.maxSignatureChecks) return false;
    verified += 1;
    return subject.verify(issuer.publicKey);
  }

  return Object.assign(
    (subject: X509Certificate, issuer: X509Certificate): boolean => {
      const results = tried.get(subject) ?? new Map<X509Certificate, boolean>();
      tried.set(subject, results);
      const result = results.get(issuer) ?? issued(subject, issuer);
      results.set(issuer, result);
      return result;
    },
    {isExhausted: () => verified >= bounds.maxSignatureChecks},
  );
}
