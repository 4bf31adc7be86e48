import {
  contentOf,
  DerError,
  type DerValue,
  readBits,
  readCount,
  readDer,
  readSequence,
  tags,
  valuesIn,
} from './der.ts';
import {readNameConstraints} from './name-constraints.ts';
import {readGeneralNames} from './names.ts';

/**
 * The OIDs of the critical extensions that are processed, as bytes in hexadecimal. Policies decide nothing as long as no CA requires one; a
 * CA that does so, by the critical PolicyConstraints, is refused.
 */
const processed = {
  keyUsage: '551d0f',
  subjectAltName: '551d11',
  basicConstraints: '551d13',
  nameConstraints: '551d1e',
  certificatePolicies: '551d20',
  policyMappings: '551d21',
  extendedKeyUsage: '551d25',
  inhibitAnyPolicy: '551d36',
  netscapeCertType: '6086480186f8420101',
};
const processedOids: readonly string[] = Object.values(processed);

const proxyCertInfo = '2b0601050507010e';
const clientAuthentication = '2b06010505070302';

/** First byte of KeyUsage (RFC 5280, 4.2.1.3) and of Netscape's older certificate type. */
const digitalSignature = 0x80;
const keyCertSign = 0x04;
const netscapeClient = 0x80;

/**
 * Reads what the `extensions` field of a certificate says about its use (RFC 5280, 4.2.1).
 *
 * @throws {DerError} When an extension that decides something is malformed, or any is there twice.
 */
export function readExtensions(field: DerValue | undefined) {
  const values = new Map<string, Buffer>();
  let hasUnknownCritical = false;
  for (const extension of field ? readSequence(field.content) : []) {
    const {oid, isCritical, content} = readExtension(extension);
    if (values.has(oid)) throw new DerError('An extension is there twice.');
    values.set(oid, content);
    // Proxy certificates (RFC 3820) let a leaf issue further ones: never here, critical or not.
    if ((isCritical && !processedOids.includes(oid)) || oid === proxyCertInfo) hasUnknownCritical = true;
  }
  const read = <Value>(oid: string, parse: (bytes: Buffer) => Value): Value | undefined => {
    const bytes = values.get(oid);
    return bytes && parse(bytes);
  };

  const basic = read(processed.basicConstraints, readBasicConstraints);
  const usage = read(processed.keyUsage, readUsage) ?? 0xff;
  const netscape = read(processed.netscapeCertType, readUsage) ?? 0xff;
  const purposes = read(processed.extendedKeyUsage, readPurposes);
  return {
    hasUnknownCritical,
    isCa: basic?.isCa ?? false,
    /** How many further CAs may stand between this one and a leaf. */
    pathLength: basic?.pathLength ?? Infinity,
    // A certificate without KeyUsage may do everything.
    canSign: (usage & digitalSignature) !== 0 && (netscape & netscapeClient) !== 0,
    canSignCertificates: (usage & keyCertSign) !== 0,
    isForClients: purposes?.includes(clientAuthentication) ?? true,
    alternativeNames: read(processed.subjectAltName, readGeneralNames) ?? [],
    nameConstraints: read(processed.nameConstraints, readNameConstraints),
  };
}

function readExtension(extension: DerValue): {oid: string; isCritical: boolean; content: Buffer} {
  const values = valuesIn(extension);
  const [oid, critical] = values;
  // `critical` may be left out. Some issuers write its default, FALSE, although DER leaves defaults out.
  const hasCritical = values.length === 3;
  if (values.length < 2 || values.length > 3) throw new DerError('Invalid extension.');
  return {
    oid: contentOf(oid, tags.oid).toString('hex'),
    isCritical: hasCritical && readBoolean(contentOf(critical, tags.boolean)),
    content: contentOf(values.at(-1), tags.octetString),
  };
}

function readBasicConstraints(bytes: Buffer): {isCa: boolean; pathLength: number} {
  const values = readSequence(bytes);
  const isCa = values[0]?.tag === tags.boolean && readBoolean(values[0].content);
  if (values[0]?.tag === tags.boolean) values.shift();
  const pathLength = values.length ? readCount(contentOf(values.shift(), tags.integer)) : Infinity;
  if (values.length) throw new DerError('Invalid basic constraints.');
  return {isCa, pathLength};
}

/** @returns The first byte: everything that matters here is in it. */
function readUsage(bytes: Buffer): number {
  return readBits(readDer(bytes, tags.bitString))[0] ?? 0;
}

function readPurposes(bytes: Buffer): string[] {
  return readSequence(bytes).map(purpose => contentOf(purpose, tags.oid).toString('hex'));
}

function readBoolean(content: Buffer): boolean {
  if (content.length !== 1) throw new DerError('Invalid boolean.');
  return content[0] !== 0;
}
