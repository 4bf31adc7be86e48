import {crc32} from 'node:zlib';

import type {Document, Version} from './store.ts';

/** The checksum of the path, the version, the operation and the value, at the end of the operation. */
const checksumForm = /~([0-9a-f]{8})~$/;
const mark = '~';

/**
 * Returns the stored text of a document: its version, a space, its operation, a space, its value as JSON.
 *
 * @param path The document's path, if the text gets a checksum: its engine has none.
 */
export function encodeDocument(version: number, operation: string, json: string, path?: string): string {
  const sum = path === undefined ? '' : `${mark}${checksum(path, version, operation, json)}${mark}`;
  return `${version} ${operation}${sum} ${json}`;
}

/**
 * Parses a stored text. Returns `undefined` if it is damaged.
 *
 * @param path The document's path, if the text has a checksum.
 */
export function decodeDocument(text: string, path?: string): Document | undefined {
  const {version, operation, sum, isDamaged, end} = parseHeader(text);
  const json = text.slice(end + 1);
  if (isDamaged || (path !== undefined && sum !== checksum(path, version, operation, json))) return undefined;
  try {
    return {version, operation, value: JSON.parse(json) as unknown};
  } catch {
    return undefined;
  }
}

/** The part before the value. */
interface Header {
  /** 1 if it is damaged, so that the document does not count as missing. */
  readonly version: number;
  readonly operation: string;
  /** The checksum, if the text has one. */
  readonly sum: string | undefined;
  readonly isDamaged: boolean;
  /** The index of the space before the value. */
  readonly end: number;
}

/** The maximum length of the part before the value, in bytes: a version, a space, an operation, a checksum, a space. */
export const maxHeaderLength = 160;

/** Parses the part of a stored text that a write needs, without the value. */
export function parseHeader(text: string): Header {
  const space = text.indexOf(' ');
  const end = text.indexOf(' ', space + 1);
  const version = Number(text.slice(0, space));
  const operationAndSum = text.slice(space + 1, end);
  const [ending = '', sum] = checksumForm.exec(operationAndSum) ?? [];
  const operation = operationAndSum.slice(0, operationAndSum.length - ending.length);
  const isVersion = Number.isSafeInteger(version) && version > 0;
  return {version: isVersion ? version : 1, operation, sum, isDamaged: !isVersion, end};
}

/** Returns the version in the first {@link maxHeaderLength} bytes of a stored text. */
export function versionOf(start: string): Version {
  const {version, operation} = parseHeader(start);
  return {version, operation};
}

function checksum(path: string, version: number, operation: string, json: string): string {
  return crc32(`${path} ${version} ${operation} ${json}`).toString(16).padStart(8, '0');
}
