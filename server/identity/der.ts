/** One value in DER (ITU-T X.690): its tag, and its content without tag and length. */
export interface DerValue {
  readonly tag: number;
  readonly content: Buffer;
}

/** Tags of the universal class, and of context-specific values by their number. */
export const tags = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  oid: 0x06,
  sequence: 0x30,
  set: 0x31,
  utcTime: 0x17,
  generalizedTime: 0x18,
  primitive: (number: number) => 0x80 + number,
  constructed: (number: number) => 0xa0 + number,
} as const;

/** Bytes that are not DER, or not of the expected type. */
export class DerError extends Error {
  override readonly name = 'DerError';
}

/**
 * Reads exactly one value with this tag. Requires DER: definite lengths in their shortest form, and nothing after the value. A lenient parser could
 * interpret a certificate differently from OpenSSL.
 *
 * @throws {DerError}
 */
export function readDer(bytes: Buffer, tag: number): Buffer {
  const values = readValues(bytes);
  if (values.length !== 1) throw new DerError('Expected one value.');
  return contentOf(values[0], tag);
}

/** Reads a sequence of values. @throws {DerError} */
export function readValues(bytes: Buffer): DerValue[] {
  const values: DerValue[] = [];
  for (let start = 0; start < bytes.length;) {
    const tag = bytes[start] ?? 0;
    // Certificates have no tags of several bytes.
    if ((tag & 0x1f) === 0x1f) throw new DerError('Unexpected tag.');
    const {length, at} = readLength(bytes, start + 1);
    start = at + length;
    if (start > bytes.length) throw new DerError('A value is cut short.');
    values.push({tag, content: bytes.subarray(at, start)});
  }
  return values;
}

/** Reads the values in a SEQUENCE. @throws {DerError} */
export function readSequence(bytes: Buffer): DerValue[] {
  return readValues(readDer(bytes, tags.sequence));
}

/** Returns the values in a SEQUENCE or SET. @throws {DerError} When it is missing or has another tag. */
export function valuesIn(value: DerValue | undefined, tag: number = tags.sequence): DerValue[] {
  return readValues(contentOf(value, tag));
}

/** @throws {DerError} When the value is missing or has another tag. */
export function contentOf(value: DerValue | undefined, tag: number): Buffer {
  if (value?.tag !== tag) throw new DerError('Unexpected type.');
  return value.content;
}

/** Reads an integer from 0 to 2^31 - 1. @throws {DerError} */
export function readCount(content: Buffer): number {
  const [first = 0x80, second = 0x80] = content;
  const isShortest = content.length === 1 || first !== 0 || second >= 0x80;
  if (content.length > 4 || first >= 0x80 || !isShortest) throw new DerError('Invalid integer.');
  return content.readUIntBE(0, content.length);
}

/** Reads a BIT STRING as its bytes; unused bits are 0. @throws {DerError} */
export function readBits(content: Buffer): Buffer {
  const unused = content[0] ?? 8;
  if (unused > 7 || (content.length === 1 && unused > 0)) throw new DerError('Invalid bit string.');
  const bits = Buffer.from(content.subarray(1));
  const last = bits.length - 1;
  if (last >= 0) bits[last] = (bits[last] ?? 0) & (0xff << unused);
  return bits;
}

function readLength(bytes: Buffer, start: number): {length: number; at: number} {
  const first = bytes[start] ?? 0x80;
  if (first < 0x80) return {length: first, at: start + 1};
  const size = first - 0x80;
  const at = start + 1 + size;
  if (size < 1 || size > 4 || at > bytes.length) throw new DerError('Invalid length.');
  const length = bytes.readUIntBE(start + 1, size);
  if (length < 0x80 || length < 256 ** (size - 1)) throw new DerError('Invalid length.');
  return {length, at};
}
