import type {X509Certificate} from 'node:crypto';
import type {TLSSocket} from 'node:tls';

import {bounds} from '../limits/bounds.ts';
import type {PresentedCertificate} from './client-cert-header.ts';

/** Node.js gives the certificates beside the leaf out only once for each connection. */
const presented = new WeakMap<TLSSocket, PresentedCertificate>();

/** Returns the certificates that the client presented in the TLS handshake; `undefined` where it presented none. */
export function presentedInHandshake(socket: TLSSocket): PresentedCertificate | undefined {
  const known = presented.get(socket);
  if (known) return known;
  const leaf = socket.getPeerX509Certificate();
  if (!leaf) return undefined;
  const certificates = {leaf, others: issuersOf(leaf)};
  presented.set(socket, certificates);
  return certificates;
}

/**
 * Returns OpenSSL's reason to refuse the certificate of the handshake; `undefined` where it accepts it.
 *
 * A bundle may hold issuing CAs without their root. OpenSSL knows that where the client names the server (SNI); from other clients it
 * misses the root (`UNABLE_TO_GET_ISSUER_CERT`). OpenSSL looks at everything else after that, so this reason stands for nothing else.
 */
export function handshakeRefusal({authorized, authorizationError}: TLSSocket): string | undefined {
  if (authorized) return undefined;
  // Node.js has the code as text, although its types say Error.
  const code = String(authorizationError);
  return code === 'UNABLE_TO_GET_ISSUER_CERT' ? undefined : code;
}

/** One more than is allowed shows that there are too many. */
function issuersOf(leaf: X509Certificate): X509Certificate[] {
  const others: X509Certificate[] = [];
  let next = leaf.issuerCertificate;
  while (next && others.length <= bounds.maxChainCertificates) {
    others.push(next);
    next = next.issuerCertificate;
  }
  return others;
}
