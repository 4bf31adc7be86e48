import {X509Certificate} from 'node:crypto';
import type {IncomingMessage} from 'node:http';
import type {TLSSocket} from 'node:tls';

import {LRUCache} from 'lru-cache';

import {Problem} from '../problem.ts';
import {bounds} from '../bounds.ts';
import {memoize} from '../memoize.ts';

/* Reads the certificate of a caller from the handshake or the header of a proxy, for `certificate.ts`. To explain the
 * header of another proxy, add it to `otherFields`, and another error of OpenSSL to `pathFlaws`. Only one header
 * (`Client-Cert`, RFC 9440) may be read: clients could forge each further one. */

export interface PresentedCertificate {
  readonly leaf: X509Certificate;
  readonly others: readonly X509Certificate[];
}

export const unknownIssuer =
  'The issuer of the client certificate is not trusted here, or an intermediate certificate is missing.';

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
 * Parses `Client-Cert` (RFC 9440); `undefined` if the proxy received no certificate. An empty field counts as absent. `Client-Cert-Chain` is not
 * read: the proxy judges the path.
 *
 * @throws {Problem} 401 when the field is invalid or repeated, or when the certificate is in the field of another format.
 */
export function readClientCert(request: Fields): PresentedCertificate | undefined {
  const {headersDistinct} = request;
  const field = certificateField(request);
  if (field === undefined) return undefined;
  const [leaf = ''] = valuesOf(headersDistinct[field]);
  // One of two headers may come from the client, also when the other one is empty.
  if (headersDistinct[field]?.length !== 1) throw unreadable(field, 'several values');
  if (field !== 'client-cert') throw unreadable(field, formatOf(leaf));
  return decoded.memo(leaf);
}

/** Caddy and others write an empty byte sequence for a client without a certificate. */
function valuesOf(lines: readonly string[] = []): string[] {
  return lines.map(line => line.trim()).filter(line => line !== '' && line !== '::');
}

function decode(value: string): PresentedCertificate {
  const base64 = byteSequence.exec(value)?.[1] ?? '';
  try {
    return {leaf: new X509Certificate(Buffer.from(base64, 'base64')), others: []};
  } catch {
    throw unreadable('client-cert', base64 ? 'bytes that are not a certificate' : formatOf(value));
  }
}

/** Parsing a certificate takes as long as most requests. */
const decoded = new LRUCache<string, PresentedCertificate>({
  max: bounds.maxRememberedCertificates,
  memoMethod: decode,
});

/** Describes a value with one of a few texts, which contain no part of the value: the log has a line for each different text. */
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
 * Returns the client's certificates in the TLS handshake; `undefined` without any. Node.js returns the certificates after the leaf only
 * once for each connection.
 */
export const presentedInHandshake = memoize((socket: TLSSocket): PresentedCertificate | undefined => {
  const leaf = socket.getPeerX509Certificate();
  return leaf && {leaf, others: issuersOf(leaf)};
});

const pathFlaws: Partial<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'A CA certificate above the client certificate has expired.',
  CERT_NOT_YET_VALID: 'A CA certificate above the client certificate is not valid yet.',
  INVALID_CA: 'A CA certificate above the client certificate is not a CA certificate (basic constraints).',
  INVALID_PURPOSE:
    'The client certificate, or a CA certificate above it, is not issued for client authentication (key usage or extended key usage).',
  PATH_LENGTH_EXCEEDED:
    'A CA certificate above the client certificate allows fewer CA certificates below it (path length).',
  UNSPECIFIED:
    'The client certificate, or a CA certificate above it, has a key or a signature that is too weak, a critical extension that is not supported, or a name that a CA does not allow (name constraints).',
};

/** Returns why OpenSSL rejected the certificate of the handshake, as a sentence. */
export function handshakeRefusal({authorized, authorizationError}: TLSSocket): string | undefined {
  // The code is a text, although its type is Error.
  return authorized ? undefined : (pathFlaws[String(authorizationError)] ?? unknownIssuer);
}

/** Returns the certificates above the leaf, up to the maximum number. OpenSSL has judged all of them. */
function issuersOf(leaf: X509Certificate): X509Certificate[] {
  const others: X509Certificate[] = [];
  for (let next = leaf.issuerCertificate; next; next = next.issuerCertificate) {
    if (others.push(next) >= bounds.maxChainCertificates) break;
  }
  return others;
}
