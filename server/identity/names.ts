import {contentOf, DerError, type DerValue, readSequence, readValues, tags, valuesIn} from './der.ts';

interface Attribute extends DerValue {
  /** The OID's bytes in hexadecimal. */
  readonly type: string;
}

/** A distinguished name (RFC 5280, 4.1.2.4). */
export interface DistinguishedName {
  /** The relative distinguished names in order, in canonical form: matching names are equal (RFC 5280, 7.1). */
  readonly canonical: readonly string[];
  readonly attributes: readonly Attribute[];
}

/** A name of a SubjectAltName or of a name constraint (RFC 5280, 4.2.1.6); `number` is that of its type. */
export type GeneralName =
  | {readonly number: typeof nameTypes.directory; readonly name: DistinguishedName}
  | {readonly number: number; readonly content: Buffer};

/** The types of general names that constraints apply to. */
export const nameTypes = {other: 0, email: 1, dns: 2, directory: 4, ip: 7} as const;

/** The types whose names are texts or bytes: e-mail addresses, DNS names, URIs, IP addresses, registered ids. */
const simpleTypes: readonly number[] = [nameTypes.email, nameTypes.dns, 6, nameTypes.ip, 8];

export const commonName = '550403';
export const emailAddress = '2a864886f70d010901';

/** The decoders of string types; `undefined`: compared by bytes. */
const textReaders: Partial<Record<number, (content: Buffer) => string>> = {
  0x0c: content => decodeUtf8(content),
  0x13: latin1,
  0x14: latin1,
  0x16: latin1,
  0x1a: latin1,
  0x1c: content => decodeCodeUnits(content, 4),
  0x1e: content => decodeCodeUnits(content, 2),
};

/** @param values The values in the name's SEQUENCE. @throws {DerError} */
export function nameOf(values: readonly DerValue[]): DistinguishedName {
  const parts = values.map(value => valuesIn(value, tags.set).map(readAttribute));
  if (parts.some(part => part.length === 0)) throw new DerError('Empty part of a name.');
  return {
    canonical: parts.map(part => part.map(canonicalAttribute).sort().join('\n')),
    attributes: parts.flat(),
  };
}

/** Returns whether a directory name is below another one or equal. */
export function startsWithName(name: DistinguishedName, base: DistinguishedName): boolean {
  return base.canonical.every((part, place) => part === name.canonical[place]);
}

/** Returns the attribute as text; `undefined` for other types. @throws {DerError} */
export function textOf({tag, content}: Attribute): string | undefined {
  return textReaders[tag]?.(content);
}

/** Parses a list of general names. @throws {DerError} Also for X.400 and EDI names. */
export function readGeneralNames(bytes: Buffer): GeneralName[] {
  return readSequence(bytes).map(readGeneralName);
}

/** @throws {DerError} */
export function readGeneralName({tag, content}: DerValue): GeneralName {
  if (tag === tags.constructed(nameTypes.directory))
    return {number: nameTypes.directory, name: nameOf(readSequence(content))};
  if (tag === tags.constructed(nameTypes.other) && isOtherName(content))
    return {number: nameTypes.other, content};
  const number = tag - tags.primitive(0);
  if (simpleTypes.includes(number)) return {number, content};
  throw new DerError('Invalid name.');
}

function isOtherName(content: Buffer): boolean {
  const [type, value, ...rest] = readValues(content);
  contentOf(type, tags.oid);
  return valuesIn(value, tags.constructed(0)).length === 1 && !rest.length;
}

function readAttribute(value: DerValue): Attribute {
  const [type, text, ...rest] = valuesIn(value);
  if (!text || rest.length) throw new DerError('Invalid attribute of a name.');
  return {type: contentOf(type, tags.oid).toString('hex'), ...text};
}

function canonicalAttribute(attribute: Attribute): string {
  const {type, tag, content} = attribute;
  const text = textOf(attribute);
  return text === undefined ? `${type}#${tag}:${content.toString('hex')}` : `${type}=${canonicalText(text)}`;
}

/** Ignores ASCII case and runs of white space. Returns JSON, so that line ends can't imitate a part. */
function canonicalText(text: string): string {
  const lower = text.replace(/[A-Z]/g, letter => letter.toLowerCase());
  return JSON.stringify(lower.replace(/[\t-\r ]+/g, ' ').replace(/^ | $/g, ''));
}

function latin1(content: Buffer): string {
  return content.toString('latin1');
}

function decodeUtf8(content: Buffer): string {
  try {
    return new TextDecoder('utf-8', {fatal: true, ignoreBOM: true}).decode(content);
  } catch {
    throw new DerError('Invalid UTF-8.');
  }
}

/** Text of the Basic Multilingual Plane (2 bytes) or of all of Unicode (4 bytes), big-endian. */
function decodeCodeUnits(content: Buffer, size: 2 | 4): string {
  if (content.length % size) throw new DerError('Invalid text.');
  let text = '';
  for (let place = 0; place < content.length; place += size) {
    const codePoint = content.readUIntBE(place, size);
    if (codePoint > 0x10_ffff || (codePoint >= 0xd800 && codePoint < 0xe000))
      throw new DerError('Invalid text.');
    text += String.fromCodePoint(codePoint);
  }
  return text;
}
