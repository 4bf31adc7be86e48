import {randomBytes} from 'node:crypto';
import {crc32} from 'node:zlib';

import type {Document, Version} from './engine.ts';

/* Encodes and decodes the stored text of a document, for `store.ts` and the engines. Change `encodeDocument`,
 * `decodeDocument` and the scripts of Redis together. Stores contain this format: another format needs another
 * `storeFormat` in `readiness.ts`. `decodeDocument` must return `undefined` for a damaged text. */

/** The checksum of the path, the version, the operation and the value, at the end of the operation. */
const checksumForm = /~([0-9a-f]{8})~$/;
const mark = '~';

/**
 * Returns the stored text of a document: its version, a space, its operation, a space, its value as JSON. `redis/scripts.ts` writes the same format.
 *
 * @param path The document's path, if the text must contain a checksum: some engines do not notice changed bytes.
 */
export function encodeDocument(version: number, operation: string, json: string, path?: string): string {
  const sum = path === undefined ? '' : `${mark}${checksum(path, version, operation, json)}${mark}`;
  return `${version} ${operation}${sum} ${json}`;
}

/** Parses a stored text. Returns `undefined` if it is damaged. @param path The document's path, if the text must have a checksum. */
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

/** The maximum length of the part before the value, in bytes: a version, a space, an operation, a checksum, a space. */
export const maxHeaderLength = 160;

/** Parses the part of a stored text that a write needs, without the value. */
export function parseHeader(text: string) {
  const space = text.indexOf(' ');
  const end = text.indexOf(' ', space + 1);
  const version = Number(text.slice(0, space));
  const operationAndSum = text.slice(space + 1, end);
  const [ending = '', sum] = checksumForm.exec(operationAndSum) ?? [];
  const operation = operationAndSum.slice(0, operationAndSum.length - ending.length);
  const isVersion = Number.isSafeInteger(version) && version > 0;
  // A document with a damaged version does not count as missing.
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

/**
 * Returns a new token that identifies one attempt of a write, such as `mfj2k1x0.8fT-_1k2P0aQxYz1`: the time in milliseconds since
 * 1970 in base 36, a period, and 96 random bits in base64url.
 */
export function newToken(now = Date.now()): string {
  return `${now.toString(36)}.${randomBytes(12).toString('base64url')}`;
}

/** Returns the time of a token, in milliseconds since 1970. */
export const timeOfToken = (token: string): number => parseInt(token.slice(0, token.indexOf('.')), 36);

const processToken = randomBytes(12).toString('base64url');
let operations = 0;

/**
 * Returns an id for a write, such as `mfj2k1x0:8fT-_1k2P0aQxYz1-2s`: the time as in {@link newToken}, a colon, the token of this process
 * and a number. Random bits for each write would be slower.
 */
export function newOperation(now = Date.now()): string {
  return `${now.toString(36)}:${processToken}-${(operations++).toString(36)}`;
}

/** Returns the time of a write's id, in milliseconds since 1970; `undefined` for a text that is not an id. */
export function timeOfOperation(operation: string): number | undefined {
  const [, time] = /^([0-9a-z]{1,9}):/.exec(operation) ?? [];
  return time === undefined ? undefined : parseInt(time, 36);
}
