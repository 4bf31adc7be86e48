import {hash, type X509Certificate} from 'node:crypto';
import type {IncomingMessage} from 'node:http';
import type {BlockList} from 'node:net';
import {TLSSocket} from 'node:tls';

import {LRUCache} from 'lru-cache';

import {Problem} from '../http/response/problem.ts';
import {bounds} from '../limits/bounds.ts';
import {findPath, type NoPath} from './chain.ts';
import {type PresentedCertificate, readClientCert} from './client-cert-header.ts';
import {handshakeRefusal, presentedInHandshake} from './handshake.ts';
import {cvrOfSubject} from './subject.ts';

/** Returns the CVR number of the company or authority that sends the request. @throws {Problem} 401 */
export type CertificateCheck = (request: IncomingMessage) => string;

export interface CertificateRules {
  /** The CAs whose client certificates are accepted. */
  readonly issuers: readonly X509Certificate[];
  /** Addresses of the proxies whose `Client-Cert` header is trusted. */
  readonly proxies: BlockList;
}

/** A certificate that was found valid. Times are in milliseconds since 1970. */
interface Verified {
  readonly cvr: string;
  readonly verifiedAt: number;
  readonly notBefore: number;
  readonly notAfter: number;
}

/**
 * Checks a caller's certificate, presented in the TLS handshake or passed on by a trusted proxy: its path to a trusted CA, and
 * the CVR number in its subject. From a proxy only the header counts, never the proxy's own certificate; from anyone else the
 * header is ignored. In a handshake OpenSSL's own verdict has to be positive as well.
 */
export function createCertificateCheck({issuers, proxies}: CertificateRules): CertificateCheck {
  const remembered = new LRUCache<string, Verified>({max: bounds.maxRememberedCertificates});

  function verify(presented: PresentedCertificate): string {
    const now = Date.now();
    const key = digestOf(presented);
    let verified = remembered.get(key);
    if (!verified || !isCurrent(verified, now)) {
      remembered.delete(key);
      verified = examine(presented, issuers, now);
      remembered.set(key, verified);
    }
    return verified.cvr;
  }

  return ({socket, headersDistinct}) => {
    if (isProxy(socket, proxies)) return verify(readClientCert({headersDistinct}) ?? missing());
    if (!(socket instanceof TLSSocket)) return missing();
    const cvr = verify(presentedInHandshake(socket) ?? missing());
    const refusal = handshakeRefusal(socket);
    if (refusal !== undefined) throw new Problem(401, `The client certificate is not valid (${refusal}).`);
    return cvr;
  };
}

/** The check of a service that has no trusted CAs: it accepts no certificate. */
export const refuseAllCertificates: CertificateCheck = () => {
  throw new Problem(401, 'This service is not configured to accept client certificates.');
};

function isProxy({remoteAddress = '', remoteFamily}: IncomingMessage['socket'], proxies: BlockList): boolean {
  // BlockList takes an IPv4 address that is written as an IPv6 one for both.
  return proxies.check(remoteAddress, remoteFamily === 'IPv6' ? 'ipv6' : 'ipv4');
}

/** What came with a leaf decides, too, so it is part of the key. */
function digestOf({leaf, others}: PresentedCertificate): string {
  return hash('sha256', [leaf, ...others].map(({fingerprint256}) => fingerprint256).join(), 'base64');
}

function isCurrent({verifiedAt, notBefore, notAfter}: Verified, now: number): boolean {
  const age = now - verifiedAt;
  return age >= 0 && age < bounds.maxIdentityAgeMs && now >= notBefore && now <= notAfter;
}

function examine(
  {leaf, others}: PresentedCertificate,
  issuers: readonly X509Certificate[],
  now: number,
): Verified {
  const path = findPath(leaf, others, issuers, now);
  if ('flaw' in path) throw new Problem(401, describe(path));
  const cvr = cvrOfSubject(leaf);
  if (cvr === undefined) throw new Problem(401, 'The client certificate must name exactly one CVR number.');
  return {cvr, verifiedAt: now, notBefore: path.notBefore, notAfter: path.notAfter};
}

/** What follows "The client certificate" or "A CA certificate above the client certificate". */
const flaws: Record<NoPath['flaw'], string> = {
  expired: 'has expired',
  'not yet valid': 'is not valid yet',
  malformed: 'is malformed',
  'unknown critical extension': 'has a critical extension that is not supported',
  'weak key': 'has a key that is too weak or not supported',
  'weak signature': 'has a signature that is too weak: SHA-256 or better is required',
  'extended key usage': 'is not issued for client authentication (extended key usage)',
  'key usage': 'is not issued for this purpose (key usage)',
  'not a CA': 'is not a CA certificate (basic constraints)',
  'path length': 'allows fewer CA certificates below it (path length)',
  'name constraints': 'does not allow the names of a certificate below it (name constraints)',
  'unknown issuer': '',
  'too much work': '',
};

function describe({flaw, isLeaf}: NoPath): string {
  if (flaw === 'unknown issuer')
    return 'The issuer of the client certificate is not trusted here, or an intermediate certificate is missing.';
  if (flaw === 'too much work') return 'Too many CA certificates came with the client certificate.';
  return `${isLeaf ? 'The client certificate' : 'A CA certificate above the client certificate'} ${flaws[flaw]}.`;
}

function missing(): never {
  throw new Problem(401, 'A client certificate is required.');
}
