import type {X509Certificate} from 'node:crypto';
import type {IncomingMessage} from 'node:http';
import type {BlockList} from 'node:net';
import {TLSSocket} from 'node:tls';

import {LRUCache} from 'lru-cache';

import {Problem} from '../http/problem.ts';
import {findChain} from './chain.ts';
import {type PresentedCertificate, readClientCert} from './client-cert-header.ts';
import {cvrOfSubject} from './subject.ts';

/** Says which company or authority calls. @throws {Problem} 401 */
export type CertificateCheck = (request: IncomingMessage) => string;

export interface CertificateRules {
  /** Whose certificates count. */
  readonly issuers: readonly X509Certificate[];
  /** Addresses of proxies whose `Client-Cert` header is believed. */
  readonly proxies: BlockList;
}

/** A certificate whose signatures and subject were found right; its dates are looked at each time. */
interface Known {
  readonly cvr: string;
  readonly validFrom: number;
  readonly validTo: number;
}

const rememberedCertificates = 1_000;

/**
 * Checks a caller's certificate, presented in the TLS handshake or passed on by a trusted proxy: issuer, dates, use, and
 * the CVR number in its subject. From a proxy only the header counts, never the proxy's own certificate; from anyone else the
 * header is ignored.
 */
export function createCertificateCheck({issuers, proxies}: CertificateRules): CertificateCheck {
  const remembered = new LRUCache<string, Known>({max: rememberedCertificates});

  return request => {
    const presented = isProxy(request, proxies) ? readClientCert(request) : fromHandshake(request);
    if (!presented) throw new Problem(401, 'A client certificate is needed.');

    const {leaf} = presented;
    const now = Date.now();
    let known = remembered.get(leaf.fingerprint256);
    // What it leads through may have been renewed since.
    if (!known || now > known.validTo) {
      known = examine(presented, issuers);
      remembered.set(leaf.fingerprint256, known);
    }

    if (now < known.validFrom) throw new Problem(401, 'The client certificate is not valid yet.');
    if (now > known.validTo) throw new Problem(401, 'The client certificate has expired.');
    return known.cvr;
  };
}

/** The check of a service that was given no issuers: nobody has a valid certificate. */
export const refuseAllCertificates: CertificateCheck = () => {
  throw new Problem(401, 'This service is not set up to take client certificates.');
};

function isProxy({socket}: IncomingMessage, proxies: BlockList): boolean {
  const address = socket.remoteAddress ?? '';
  // BlockList takes an IPv4 address that is written as an IPv6 one for both.
  return proxies.check(address, socket.remoteFamily === 'IPv6' ? 'ipv6' : 'ipv4');
}

function fromHandshake({socket}: IncomingMessage): PresentedCertificate | undefined {
  if (!(socket instanceof TLSSocket)) return undefined;
  const leaf = socket.getPeerX509Certificate();
  if (!leaf) return undefined;
  const others: X509Certificate[] = [];
  for (let next = leaf.issuerCertificate; next && others.length < 4; next = next.issuerCertificate)
    others.push(next);
  return {leaf, others};
}

function examine({leaf, others}: PresentedCertificate, issuers: readonly X509Certificate[]): Known {
  const chain = findChain(leaf, others, issuers);
  if (!chain) throw new Problem(401, 'The client certificate is not of an issuer that counts here.');
  const cvr = cvrOfSubject(leaf);
  if (cvr === undefined) throw new Problem(401, 'The client certificate does not name one CVR number.');
  return {
    cvr,
    validFrom: Math.max(...chain.map(({validFrom}) => Date.parse(validFrom))),
    validTo: Math.min(...chain.map(({validTo}) => Date.parse(validTo))),
  };
}
