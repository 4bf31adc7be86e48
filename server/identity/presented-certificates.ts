import {X509Certificate} from 'node:crypto';
import type {IncomingMessage} from 'node:http';
import type {TLSSocket} from 'node:tls';

import {Problem} from '../http/response/problem.ts';
import {bounds} from '../limits/bounds.ts';
import {memoize} from '../memoize.ts';

export interface PresentedCertificate {
  readonly leaf: X509Certificate;
  readonly others: readonly X509Certificate[];
}

/** A byte sequence of Structured Fields (RFC 8941, 3.3.5). */
const byteSequence = /^:([A-Za-z0-9+/]*={0,2}):$/;

/**
 * Parses `Client-Cert` and `Client-Cert-Chain` (RFC 9440); `undefined` if the proxy received no certificate.
 *
 * @throws {Problem} 401 when the fields are invalid or repeated.
 */
export function readClientCert({
  headersDistinct,
}: Pick<IncomingMessage, 'headersDistinct'>): PresentedCertificate | undefined {
  const leaves = headersDistinct['client-cert'];
  if (!leaves) return undefined;
  // One of two headers may come from the client.
  if (leaves.length !== 1) throw unreadable();
  const chain = headersDistinct['client-cert-chain']?.join(',').split(',') ?? [];
  if (chain.length > bounds.maxChainCertificates)
    throw new Problem(401, 'The Client-Cert-Chain header contains too many certificates.');
  return {leaf: decode(leaves[0] ?? ''), others: chain.map(decode)};
}

function decode(field: string): X509Certificate {
  const base64 = byteSequence.exec(field.trim())?.[1] ?? '';
  try {
    return new X509Certificate(Buffer.from(base64, 'base64'));
  } catch {
    throw unreadable();
  }
}

function unreadable(): Problem {
  return new Problem(
    401,
    'The Client-Cert and Client-Cert-Chain headers must contain certificates as RFC 9440 defines.',
  );
}

/**
 * Returns the client's certificates in the TLS handshake; `undefined` without any. Node.js returns those after the leaf only once for each
 * connection.
 */
export const presentedInHandshake = memoize((socket: TLSSocket): PresentedCertificate | undefined => {
  const leaf = socket.getPeerX509Certificate();
  return leaf && {leaf, others: issuersOf(leaf)};
});

/**
 * Returns OpenSSL's reason to reject the certificate of the handshake. A bundle may contain issuing CAs without their root, which OpenSSL only
 * accepts if the client names the server (SNI); otherwise it reports `UNABLE_TO_GET_ISSUER_CERT`, which is ignored: OpenSSL reports other errors
 * first.
 */
export function handshakeRefusal({authorized, authorizationError}: TLSSocket): string | undefined {
  if (authorized) return undefined;
  // The code is a text, although its type is Error.
  const code = String(authorizationError);
  return code === 'UNABLE_TO_GET_ISSUER_CERT' ? undefined : code;
}

/** Returns at most one more certificate than the maximum. */
function issuersOf(leaf: X509Certificate): X509Certificate[] {
  const others: X509Certificate[] = [];
  for (let next = leaf.issuerCertificate; next; next = next.issuerCertificate) {
    if (others.push(next) > bounds.maxChainCertificates) break;
  }
  return others;
}
