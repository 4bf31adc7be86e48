import {X509Certificate} from 'node:crypto';
import type {IncomingMessage} from 'node:http';

import {Problem} from '../http/response/problem.ts';
import {bounds} from '../limits/bounds.ts';

/** A client's certificate and what came with it. */
export interface PresentedCertificate {
  readonly leaf: X509Certificate;
  readonly others: readonly X509Certificate[];
}

/** A byte sequence of Structured Fields (RFC 8941, 3.3.5). */
const byteSequence = /^:([A-Za-z0-9+/]*={0,2}):$/;

/**
 * Reads `Client-Cert` and `Client-Cert-Chain` (RFC 9440), which a proxy that ended the TLS connection sets.
 *
 * @returns `undefined` when the proxy saw no certificate.
 * @throws {Problem} 401 when the fields are not as the RFC has them, or stand twice.
 */
export function readClientCert({
  headersDistinct,
}: Pick<IncomingMessage, 'headersDistinct'>): PresentedCertificate | undefined {
  const leaves = headersDistinct['client-cert'];
  if (!leaves) return undefined;
  // Two of them: one may be the client's own.
  if (leaves.length !== 1) throw unreadable();
  const chain = headersDistinct['client-cert-chain']?.join(',').split(',') ?? [];
  if (chain.length > bounds.maxChainCertificates)
    throw new Problem(401, 'The Client-Cert-Chain header contains too many certificates.');
  return {leaf: decode(leaves[0] ?? ''), others: chain.map(decode)};
}

function decode(field: string): X509Certificate {
  const base64 = byteSequence.exec(field.trim())?.[1];
  try {
    if (base64 !== undefined) return new X509Certificate(Buffer.from(base64, 'base64'));
  } catch {
    // Reported below.
  }
  throw unreadable();
}

function unreadable(): Problem {
  return new Problem(
    401,
    'The Client-Cert and Client-Cert-Chain headers must contain certificates as RFC 9440 defines.',
  );
}
