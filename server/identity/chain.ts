import {X509Certificate} from 'node:crypto';

const begin = '-----BEGIN CERTIFICATE-----';

/** Parses a bundle of PEM certificates. @throws If it has none, or one is invalid. */
export function parseBundle(pem: string): X509Certificate[] {
  const [, ...blocks] = pem.split(begin);
  if (!blocks.length) throw new Error('There is no PEM certificate in it.');
  return blocks.map(block => new X509Certificate(begin + block));
}

/** Returns the CAs of a bundle that may issue client certificates. Their dates count when they are used. */
export function issuersIn(bundle: readonly X509Certificate[]): X509Certificate[] {
  return bundle.filter(
    certificate => certificate.ca && isForClients(certificate) && hasStrongKey(certificate),
  );
}

/** Returns the first CA whose issuer is not in its bundle: a handshake refuses its certificates. */
export function withoutIssuer(bundle: readonly X509Certificate[]): X509Certificate | undefined {
  return bundle.find(ca => !bundle.some(other => isIssuedBy(ca, other)));
}

/** Returns whether one certificate names the other one as its issuer, and has its signature. */
export function isIssuedBy(subject: X509Certificate, issuer: X509Certificate): boolean {
  return subject.checkIssued(issuer) && subject.verify(issuer.publicKey);
}

/** Returns whether a certificate is valid at a time, in milliseconds since 1970. */
export function isCurrent({validFrom, validTo}: X509Certificate, now: number): boolean {
  return now >= Date.parse(validFrom) && now <= Date.parse(validTo);
}

/** Returns a sentence about what is wrong with a client certificate itself, without its issuers. */
export function flawOf(leaf: X509Certificate, now: number): string | undefined {
  const flaw = flawOfLeaf(leaf, now);
  return flaw === undefined ? undefined : `The client certificate ${flaw}.`;
}

function flawOfLeaf(leaf: X509Certificate, now: number): string | undefined {
  if (now > Date.parse(leaf.validTo)) return 'has expired';
  if (!isCurrent(leaf, now)) return 'is not valid yet';
  if (leaf.ca) return 'is a CA certificate';
  if (!isForClients(leaf)) return 'is not issued for client authentication (extended key usage)';
  if (!hasStrongKey(leaf)) return 'has a key that is too weak or not supported';
  if (!hasStrongSignature(leaf)) return 'has a signature that is too weak: SHA-256 or better is required';
  if (hasUnknownCritical(leaf)) return 'has a critical extension that is not supported';
  return undefined;
}

const clientAuthentication = '1.3.6.1.5.5.7.3.2';

/** Node.js calls the extended key usage `keyUsage`. */
function isForClients({keyUsage}: Partial<X509Certificate>): boolean {
  return keyUsage?.includes(clientAuthentication) ?? true;
}

const strongCurves = [
  ...['prime256v1', 'secp384r1', 'secp521r1'],
  ...['brainpoolP256r1', 'brainpoolP384r1', 'brainpoolP512r1'],
];

/** At least 112 bits of strength (NIST SP 800-57). A key that OpenSSL cannot read is not strong. */
function hasStrongKey(certificate: X509Certificate): boolean {
  try {
    const {asymmetricKeyType = '', asymmetricKeyDetails} = certificate.publicKey;
    const {modulusLength = 0, namedCurve = ''} = asymmetricKeyDetails ?? {};
    if (asymmetricKeyType === 'ec') return strongCurves.includes(namedCurve);
    return ['ed25519', 'ed448'].includes(asymmetricKeyType) || modulusLength >= 2048;
  } catch {
    return false;
  }
}

/** SHA-256, SHA-384 and SHA-512 with RSA (PKCS #1) and ECDSA; Ed25519, Ed448; those hashes for RSASSA-PSS. */
const strongAlgorithms =
  /^(?:06092a864886f70d01010[bcd]|06082a8648ce3d04030[234]|06032b65(?:70|71)|06092a864886f70d01010a.*060960864801650304020[123])/;

/** Node.js 20 does not return the algorithm of the signature. It is between the signed part and the signature (RFC 5280, 4.1). */
function hasStrongSignature({raw}: X509Certificate): boolean {
  const signed = contentAt(raw, contentAt(raw, 0).start);
  const {start, end} = contentAt(raw, signed.end);
  return strongAlgorithms.test(raw.toString('hex', start, end));
}

/** Key usage, alternative names, basic constraints, policies and extended key usage (RFC 5280, 4.2.1). */
const knownExtension = /^0603551d(?:0f|11|13|20|25)$/;

/** Looks for the bytes between the OID and the value of a critical extension. */
function hasUnknownCritical({raw}: X509Certificate): boolean {
  const parts = raw.toString('latin1').split('\x01\x01\xff\x04').slice(0, -1);
  return parts.some(part => !knownExtension.test(Buffer.from(part.slice(-5), 'latin1').toString('hex')));
}

/** Returns where the content of a DER value starts and ends. */
function contentAt(der: Buffer, at: number): {start: number; end: number} {
  const short = der.readUInt8(at + 1);
  const bytes = short < 128 ? 0 : short - 128;
  const start = at + 2 + bytes;
  return {start, end: start + (bytes ? der.readUIntBE(at + 2, bytes) : short)};
}
