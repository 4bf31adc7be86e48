import {hash, type X509Certificate} from 'node:crypto';
import type {IncomingMessage} from 'node:http';
import type {BlockList} from 'node:net';
import {TLSSocket} from 'node:tls';

import {LRUCache} from 'lru-cache';

import {Problem} from '../http/problem.ts';
import {bounds} from '../limits/bounds.ts';
import {hasElapsed, type Instant} from '../time/datetime.ts';
import {findPath} from './chain.ts';
import {
  certificateField,
  handshakeRefusal,
  type PresentedCertificate,
  presentedInHandshake,
  readClientCert,
} from './presented-certificates.ts';

/** Returns the CVR number of the calling company or authority. @throws {Problem} 401 */
export type CertificateCheck = (request: IncomingMessage) => string;

export interface CertificateRules {
  /** The trusted CAs. */
  readonly issuers: readonly X509Certificate[];
  /** IP addresses of the proxies whose `Client-Cert` header is trusted. */
  readonly proxies: BlockList;
}

/**
 * Checks a caller's certificate from the TLS handshake or from a trusted proxy: its path to a trusted CA, and the CVR number in its subject. Only
 * reads the header of a proxy, never the proxy's certificate; ignores the header of other clients. In a handshake, OpenSSL must accept the certificate
 * as well.
 */
export function createCertificateCheck({issuers, proxies}: CertificateRules): CertificateCheck {
  const remembered = new LRUCache<
    string,
    {cvr: string; since: Instant; notBefore: Instant; notAfter: Instant}
  >({
    max: bounds.maxRememberedCertificates,
  });
  /** Cached results: otherwise each request would verify all signatures that a client sends. */
  const refused = new LRUCache<string, {refusal: string; since: Instant}>({
    max: bounds.maxRememberedCertificates,
  });

  function verify({leaf, others}: PresentedCertificate): string {
    const now = Date.now();
    // The result also depends on the other certificates, so they are part of the key.
    const fingerprints = [leaf, ...others].map(({fingerprint256}) => fingerprint256).join();
    const key = hash('sha256', fingerprints, 'base64');
    const known = remembered.get(key);
    const isOld = !known || hasElapsed(known.since, bounds.maxIdentityAgeMs);
    if (!isOld && now >= known.notBefore && now <= known.notAfter) return known.cvr;
    remembered.delete(key);
    const former = refused.get(key);
    if (former && !hasElapsed(former.since, bounds.maxRefusalAgeMs)) throw new Problem(401, former.refusal);
    const path = findPath(leaf, others, issuers, now);
    if ('refusal' in path) {
      refused.set(key, {refusal: path.refusal, since: now});
      throw new Problem(401, path.refusal);
    }
    const cvr = cvrOfSubject(leaf);
    if (cvr === undefined) throw new Problem(401, 'The client certificate must name exactly one CVR number.');
    const {notBefore, notAfter} = path;
    remembered.set(key, {cvr, since: now, notBefore, notAfter});
    return cvr;
  }

  return request => {
    const {socket} = request;
    if (isProxy(socket, proxies)) return verify(readClientCert(request) ?? missing());
    const presented = socket instanceof TLSSocket ? presentedInHandshake(socket) : undefined;
    if (!presented || !(socket instanceof TLSSocket)) return missing(certificateField(request));
    const cvr = verify(presented);
    const refusal = handshakeRefusal(socket);
    if (refusal !== undefined) throw new Problem(401, `The client certificate is not valid (${refusal}).`);
    return cvr;
  };
}

export const refuseAllCertificates: CertificateCheck = () => {
  throw new Problem(401, 'This service is not configured to accept client certificates.');
};

function isProxy({remoteAddress = '', remoteFamily}: IncomingMessage['socket'], proxies: BlockList): boolean {
  // BlockList matches an IPv4-mapped IPv6 address as both.
  return proxies.check(remoteAddress, remoteFamily === 'IPv6' ? 'ipv6' : 'ipv4');
}

/** @param ignored A field with a certificate from an address that is no trusted proxy. Only the log names it: the caller may be anyone. */
function missing(ignored?: string): never {
  const message = 'A client certificate is required.';
  const reason =
    ignored === undefined
      ? message
      : `${message} ${ignored} was ignored: the sender is not in TAVLE_CLIENT_CERT_PROXIES.`;
  throw new Problem(401, message, {reason});
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
