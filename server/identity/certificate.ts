/* Checks client certificates, for the interfaces whose callers are organisations. */

import {hash, type X509Certificate} from 'node:crypto';
import type {IncomingMessage} from 'node:http';
import type {BlockList} from 'node:net';
import {TLSSocket} from 'node:tls';

import {LRUCache} from 'lru-cache';

import {Problem} from '../problem.ts';
import {bounds} from '../bounds.ts';
import {hasElapsed, type Instant} from '../time/datetime.ts';
import {isIssuedBy} from './ca-bundle.ts';
import {
  certificateField,
  handshakeRefusal,
  type PresentedCertificate,
  presentedInHandshake,
  readClientCert,
  unknownIssuer,
} from './presented-certificates.ts';

/** Returns the CVR number of the calling company or authority. @throws {Problem} 401 */
export type CertificateCheck = (request: IncomingMessage) => string;

export interface CertificateRules {
  /** The trusted CAs. */
  readonly issuers: readonly X509Certificate[];
  /** IP addresses of the proxies whose `Client-Cert` header is trusted. */
  readonly proxies: BlockList;
}

interface Verdict {
  /** The CVR number, or the refusal. */
  readonly result: {readonly cvr: string} | Problem;
  readonly since: Instant;
  /** The CA of the bundle to which the certificate leads. */
  readonly issuer?: X509Certificate;
}

/**
 * Checks a caller's certificate from the TLS handshake or from a trusted proxy, and returns the CVR number in its subject. In a handshake, OpenSSL
 * judges the path. Requests of an open connection are accepted while the certificate is valid and leads to a CA of the current bundle. A proxy
 * judges the path itself: then the certificate must be valid and issued by a CA of the bundle. Reads only the header of a proxy, never the proxy's
 * certificate. Ignores the header of other clients.
 */
export function createCertificateCheck({issuers: bundle, proxies}: CertificateRules): CertificateCheck {
  // CAs of any date: each check compares them with the current time.
  const issuers = bundle.filter(ca => ca.ca && isForClients(ca));
  /** Cached: otherwise each request would verify signatures. */
  const verdicts = new LRUCache<string, Verdict>({max: bounds.maxRememberedCertificates});

  function verify({leaf, others}: PresentedCertificate): string {
    const now = Date.now();
    const flaw = flawOf(leaf, now);
    if (flaw !== undefined) throw new Problem(401, flaw);
    // The verdict also depends on the other certificates, so they are part of the key.
    const fingerprints = [leaf, ...others].map(({fingerprint256}) => fingerprint256).join();
    const key = hash('sha256', fingerprints, 'base64');
    const known = verdicts.get(key);
    const verdict = known && isFresh(known, now) ? known : judge(leaf, others, now);
    if (verdict !== known) verdicts.set(key, verdict);
    if (verdict.result instanceof Problem) throw new Problem(401, verdict.result.message);
    return verdict.result.cvr;
  }

  function judge(leaf: X509Certificate, others: readonly X509Certificate[], now: number): Verdict {
    const issuer = findIssuer(leaf, others, now);
    if (!issuer) return {result: new Problem(401, unknownIssuer), since: now};
    const cvr = cvrOfSubject(leaf);
    if (cvr !== undefined) return {result: {cvr}, since: now, issuer};
    const message = 'The client certificate must name exactly one CVR number.';
    return {result: new Problem(401, message), since: now, issuer};
  }

  /** Finds the CA of the bundle above a certificate, directly or through others that came with it in the handshake. */
  function findIssuer(leaf: X509Certificate, others: readonly X509Certificate[], now: number) {
    const reached = new Set([leaf]);
    for (const certificate of reached) {
      const issuer = issuers.find(ca => isCurrent(ca, now) && isIssuedBy(certificate, ca));
      if (issuer) return issuer;
      for (const other of others)
        if (!reached.has(other) && other.ca && isIssuedBy(certificate, other)) reached.add(other);
    }
    return undefined;
  }

  function check(request: IncomingMessage): string {
    const {socket} = request;
    if (isProxy(socket, proxies)) {
      const leaf = readClientCert(request) ?? missing();
      return verify({leaf, others: []});
    }
    const presented = socket instanceof TLSSocket ? presentedInHandshake(socket) : undefined;
    if (!presented || !(socket instanceof TLSSocket)) return missing(certificateField(request));
    const refusal = handshakeRefusal(socket);
    if (refusal === undefined) return verify(presented);
    // OpenSSL does not say which certificate of the path it refuses.
    throw new Problem(401, flawOf(presented.leaf, Date.now()) ?? refusal);
  }

  /** Whether a connection stays refused: OpenSSL judges only the handshake, and after a reload, only a new connection has the new CAs. */
  const isFinal = ({socket}: IncomingMessage) =>
    socket instanceof TLSSocket && handshakeRefusal(socket) !== undefined && !isProxy(socket, proxies);

  return request => {
    try {
      return check(request);
    } catch (error) {
      // Node.js throws for certificates that OpenSSL has parsed, such as those with a key of an unknown kind.
      const {message, reason = message} =
        error instanceof Problem
          ? error
          : {message: `The client certificate cannot be read: ${(error as Error).message}`};
      throw refused(message, reason, isFinal(request) ? {Connection: 'close'} : {});
    }
  };
}

function isFresh({result, since, issuer}: Verdict, now: number): boolean {
  const maxAge = result instanceof Problem ? bounds.maxRefusalAgeMs : bounds.maxIdentityAgeMs;
  return !hasElapsed(since, maxAge) && (!issuer || isCurrent(issuer, now));
}

export const refuseAllCertificates: CertificateCheck = () => {
  throw refused('This service is not configured to accept client certificates.');
};

/** A 401 must name a scheme (RFC 9110, section 15.5.2), and Java's client fails without one. None is registered for client certificates. */
function refused(message: string, reason = message, headers: Record<string, string> = {}): Problem {
  return new Problem(401, message, {reason, headers: {'WWW-Authenticate': 'ClientCertificate', ...headers}});
}

/** Returns whether a connection is from an address in `proxies`. */
export function isProxy(
  {remoteAddress = '', remoteFamily}: IncomingMessage['socket'],
  proxies: BlockList,
): boolean {
  // BlockList matches an IPv4-mapped IPv6 address as both.
  return proxies.check(remoteAddress, remoteFamily === 'IPv6' ? 'ipv6' : 'ipv4');
}

/** @param ignored A field with a certificate from an address that is not a trusted proxy. Only the log names it: the caller may be anyone. */
function missing(ignored?: string): never {
  const message = 'A client certificate is required.';
  const reason =
    ignored === undefined
      ? message
      : `${message} ${ignored} was ignored: the sender is not in TAVLE_CLIENT_CERT_PROXIES.`;
  throw new Problem(401, message, {reason});
}

/** Returns whether a certificate is valid at a time, in milliseconds since 1970. */
function isCurrent({validFrom, validTo}: X509Certificate, now: number): boolean {
  return now >= Date.parse(validFrom) && now <= Date.parse(validTo);
}

/**
 * Returns a sentence about what is wrong with the dates or the purpose of a client certificate. Its CA, and the proxy or OpenSSL in the handshake, judge
 * everything else.
 */
function flawOf(leaf: X509Certificate, now: number): string | undefined {
  if (now > Date.parse(leaf.validTo)) return 'The client certificate has expired.';
  if (!isCurrent(leaf, now)) return 'The client certificate is not valid yet.';
  if (leaf.ca) return 'The client certificate is a CA certificate.';
  return isForClients(leaf)
    ? undefined
    : 'The client certificate is not issued for client authentication (extended key usage).';
}

const clientAuthentication = '1.3.6.1.5.5.7.3.2';

/** Node.js calls the extended key usage `keyUsage`. */
function isForClients({keyUsage}: Partial<X509Certificate>): boolean {
  return keyUsage?.includes(clientAuthentication) ?? true;
}

/** OCES3: organizationIdentifier (2.5.4.97). */
const oces3 = /^NTRDK-(\d{8})$/;

/** OCES2: serialNumber of a function (FID), company (UID), employee (RID) or device (DID). */
const oces2 = /^CVR:(\d{8})-(?:FID|UID|RID|DID):.+$/;

/** Returns the only CVR number in the two fields that the issuer verifies; `undefined` for none or several. O and CN are free text. */
function cvrOfSubject(certificate: X509Certificate): string | undefined {
  const subject: Record<string, unknown> = certificate.toLegacyObject().subject;
  const numbers = new Set([
    ...matches(subject.organizationIdentifier, oces3),
    ...matches(subject.serialNumber, oces2),
  ]);
  const [number] = numbers;
  return numbers.size === 1 ? number : undefined;
}

function matches(values: unknown, pattern: RegExp): string[] {
  return [values].flat().flatMap(value => pattern.exec(String(value))?.[1] ?? []);
}
