import {X509Certificate} from 'node:crypto';
import type {IncomingMessage} from 'node:http';
import type {TLSSocket} from 'node:tls';

import {Problem} from '../http/problem.ts';
import {bounds} from '../limits/bounds.ts';
import {memoize} from '../memoize.ts';

export interface PresentedCertificate {
  readonly leaf: X509Certificate;
  readonly others: readonly X509Certificate[];
}

/** A byte sequence of Structured Fields (RFC 8941, 3.3.5). */
const byteSequence = /^:([A-Za-z0-9+/]*={0,2}):$/;

/** The fields in which proxies send certificates in their own formats, and the part of the manual for each. */
const otherFields = new Map([
  ['ssl-client-cert', 'nginx'],
  ['x-ssl-client-cert', 'nginx'],
  ['x-ssl-cert', 'nginx'],
  ['x-forwarded-client-cert', 'envoy'],
  ...[
    ...['x-forwarded-tls-client-cert', 'x-forwarded-ssl-client-cert', 'x-forwarded-tls-client-cert-info'],
    ...['x-amzn-mtls-clientcert', 'x-amzn-mtls-clientcert-leaf', 'x-arr-clientcert'],
    ...['x-client-cert', 'x-client-certificate', 'x-client-cert-leaf', 'x-ssl-client-certificate'],
    ...['ssl-client-certificate', 'x-tls-client-cert', 'x-mtls-client-cert'],
    ...['cf-client-cert-der-base64', 'cf-client-cert-pem'],
  ].map(name => [name, 'other-headers'] as const),
]);

type Fields = Pick<IncomingMessage, 'headersDistinct'>;

/** Returns the name of a field with a client certificate, which may be in another format than RFC 9440 defines. */
export function certificateField({headersDistinct}: Fields): string | undefined {
  return ['client-cert', ...otherFields.keys()].find(name => valuesOf(headersDistinct[name]).length);
}

/**
 * Parses `Client-Cert` and `Client-Cert-Chain` (RFC 9440); `undefined` if the proxy received no certificate. Empty fields count as absent.
 *
 * @throws {Problem} 401 when the fields are invalid or repeated, or when the certificate is in the field of another format.
 */
export function readClientCert(request: Fields): PresentedCertificate | undefined {
  const {headersDistinct} = request;
  const field = certificateField(request);
  if (field === undefined) return undefined;
  const [leaf = ''] = valuesOf(headersDistinct[field]);
  // One of two headers may come from the client, also when the other one is empty.
  if (headersDistinct[field]?.length !== 1) throw unreadable(field, 'several values');
  if (field !== 'client-cert') throw unreadable(field, formatOf(leaf));
  const chain = valuesOf(headersDistinct['client-cert-chain']?.flatMap(line => line.split(',')));
  if (chain.length > bounds.maxChainCertificates)
    throw new Problem(401, 'The Client-Cert-Chain header contains too many certificates.');
  return {leaf: decode(field, leaf), others: chain.map(value => decode('client-cert-chain', value))};
}

/** Caddy and others write an empty byte sequence for a client without a certificate. */
function valuesOf(lines: readonly string[] = []): string[] {
  return lines.map(line => line.trim()).filter(line => line !== '' && line !== '::');
}

function decode(field: string, value: string): X509Certificate {
  const base64 = byteSequence.exec(value)?.[1] ?? '';
  try {
    return new X509Certificate(Buffer.from(base64, 'base64'));
  } catch {
    throw unreadable(field, base64 ? 'bytes that are not a certificate' : formatOf(value));
  }
}

/** Never has a part of the value, and few results: each is a line of the log. */
function formatOf(value: string): string {
  if (byteSequence.test(value)) return 'bytes in the format of RFC 9440';
  if (/BEGIN(?:%20|\+)/i.test(value)) return 'a URL-encoded PEM text';
  if (/^(?:By|Hash|Cert|Chain|Subject|URI|DNS)=/i.test(value)) return 'a list of key=value pairs';
  if (value.includes('BEGIN ')) return 'a PEM text';
  return /^:?MI[\w+/%=]+:?$/.test(value) ? 'base64 without the colons around it' : 'another format';
}

function unreadable(field: string, format: string): Problem {
  const part = otherFields.get(field) ?? 'the-contract';
  return new Problem(
    401,
    `The proxy must send the client certificate in Client-Cert as RFC 9440 defines. It sent ${field} with ${format}: see docs/operate/proxies.md#${part}.`,
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
