/* Checks client certificates of organisations, for `service.ts` and `operations/callers.ts`. Add another form of
 * subjects next to `oces2` and `oces3`, and a check to `flawOf`. Only proxies of the settings may pass a certificate in
 * a header: the headers of other clients must be ignored. A subject must name exactly one CVR number. */

import type {X509Certificate} from 'node:crypto';
import type {IncomingMessage} from 'node:http';
import type {BlockList} from 'node:net';
import {TLSSocket} from 'node:tls';

import {memoize} from '../memoize.ts';
import {Problem} from '../problem.ts';
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

/**
 * Checks a caller's certificate from the TLS handshake or from a trusted proxy, and returns the CVR number in its subject. In a handshake, OpenSSL
 * judges the path. Requests of an open connection are accepted while the certificate is valid and leads to a CA of the current bundle. A proxy
 * judges the path itself: then the certificate must be valid and issued by a CA of the bundle. Reads only the header that a proxy sends, never the
 * proxy's own certificate. Ignores the header of other clients.
 */
export function createCertificateCheck({issuers: bundle, proxies}: CertificateRules): CertificateCheck {
  // Also expired CAs: each check compares the dates with the current time.
  const issuers = bundle.filter(isCaForClients);
  /** Returns the CAs of the bundle above a certificate, directly or through others that came with it in the handshake. Verifies signatures only once. */
  const issuersOf = memoize(({leaf, others}: PresentedCertificate) => {
    const reached = new Set([leaf]);
    for (const certificate of reached)
      for (const other of others)
        if (!reached.has(other) && other.ca && isIssuedBy(certificate, other)) reached.add(other);
    return issuers.filter(ca => [...reached].some(certificate => isIssuedBy(certificate, ca)));
  });

  function verify(presented: PresentedCertificate): string {
    const now = Date.now();
    const flaw = flawOf(presented.leaf, now);
    if (flaw !== undefined) throw new Problem(401, flaw);
    if (!issuersOf(presented).some(ca => isCurrent(ca, now))) throw new Problem(401, unknownIssuer);
    const cvr = cvrOfSubject(presented.leaf);
    if (cvr === undefined) throw new Problem(401, 'The client certificate must name exactly one CVR number.');
    return cvr;
  }

  function check(request: IncomingMessage): string {
    const {socket} = request;
    if (isProxy(socket, proxies)) return verify(readClientCert(request) ?? missing());
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
      // Node.js throws for some certificates that OpenSSL has parsed, such as one with a key of an unknown kind.
      const {message, reason = message} =
        error instanceof Problem
          ? error
          : {message: `The client certificate cannot be read: ${(error as Error).message}`};
      throw refused(message, reason, isFinal(request) ? {Connection: 'close'} : {});
    }
  };
}

export const refuseAllCertificates: CertificateCheck = () => {
  throw refused('This service is not configured to accept client certificates.');
};

/** A 401 must name a scheme (RFC 9110, section 15.5.2), and Java's client fails without one. No scheme is registered for client certificates. */
function refused(message: string, reason = message, headers: Record<string, string> = {}): Problem {
  return new Problem(401, message, {reason, headers: {'WWW-Authenticate': 'ClientCertificate', ...headers}});
}

/** Returns whether a connection is from an address in `proxies`. */
export function isProxy(
  {remoteAddress = '', remoteFamily}: IncomingMessage['socket'],
  proxies: BlockList,
): boolean {
  // BlockList compares an IPv4-mapped IPv6 address (`::ffff:10.0.0.1`) with IPv4 entries as well.
  return proxies.check(remoteAddress, remoteFamily === 'IPv6' ? 'ipv6' : 'ipv4');
}

/** Requires a certificate. @param ignored A field with a certificate that no trusted proxy has sent. Only the log names it: the caller may be anyone. */
function missing(ignored?: string): never {
  const message = 'A client certificate is required.';
  const reason =
    ignored === undefined
      ? message
      : `${message} ${ignored} was ignored: the sender is not in TAVLE_CLIENT_CERT_PROXIES.`;
  throw new Problem(401, message, {reason});
}

/** Returns whether a certificate is a CA that may issue client certificates. */
export const isCaForClients = (certificate: X509Certificate): boolean =>
  certificate.ca && isForClients(certificate);

/** Returns whether a certificate is valid at a time, in milliseconds since 1970. */
export function isCurrent({validFrom, validTo}: X509Certificate, now: number): boolean {
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
const cvrOfSubject = memoize((certificate: X509Certificate): string | undefined => {
  const subject: Record<string, unknown> = certificate.toLegacyObject().subject;
  const numbers = new Set([
    ...matches(subject.organizationIdentifier, oces3),
    ...matches(subject.serialNumber, oces2),
  ]);
  const [number] = numbers;
  return numbers.size === 1 ? number : undefined;
});

function matches(values: unknown, pattern: RegExp): string[] {
  return [values].flat().flatMap(value => pattern.exec(String(value))?.[1] ?? []);
}
