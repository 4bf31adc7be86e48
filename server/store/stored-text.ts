import {crc32} from 'node:zlib';

import type {Document} from './store.ts';

/**
 * What an operation of a sealed text ends with: a checksum of the path, the version, the operation and the value. It is marked twice, so
 * that a text with one damaged mark does not look like one that has no checksum.
 */
const seal = /~([0-9a-f]{8})~$/;
const mark = '~';

/** A document as every engine keeps it: its version, a space, its operation, a space, its value as JSON. */
export function toStoredText({version, operation, value}: Document): string {
  return `${version} ${operation} ${JSON.stringify(value)}`;
}

/** The same with a checksum, for engines that have none. */
export function toSealedText(path: string, {version, operation, value}: Document): string {
  const json = JSON.stringify(value);
  const sum = checksum(path, version, operation, json);
  return `${version} ${operation}${mark}${sum}${mark} ${json}`;
}

/**
 * Reads a document. Its value is `undefined` where the text is damaged.
 *
 * @param path The document's path, where the engine seals texts. Texts of version 0.1.0 and older have no checksum.
 */
export function fromStoredText(text: string, path?: string): Document {
  const {version, operation, sum, isDamaged, end} = readHead(text);
  const json = text.slice(end + 1);
  const differs = path !== undefined && sum !== undefined && sum !== checksum(path, version, operation, json);
  return {version, operation, value: isDamaged || differs ? undefined : parse(json)};
}

/** The part before the value. */
interface Head {
  /** 1 where it is damaged: such a document is not written for the first time. */
  readonly version: number;
  readonly operation: string;
  /** The checksum of a sealed text. */
  readonly sum: string | undefined;
  readonly isDamaged: boolean;
  /** Where the value begins, minus 1. */
  readonly end: number;
}

/** What a write has to know of the document that it replaces; the value is not parsed. */
export function readHead(text: string): Head {
  const space = text.indexOf(' ');
  const end = text.indexOf(' ', space + 1);
  const version = Number(text.slice(0, space));
  const sealed = text.slice(space + 1, end);
  const [ending = '', sum] = seal.exec(sealed) ?? [];
  const operation = sealed.slice(0, sealed.length - ending.length);
  const isVersion = Number.isSafeInteger(version) && version > 0;
  const isDamaged = !isVersion || (sum === undefined && sealed.includes(mark));
  return {version: isVersion ? version : 1, operation, sum, isDamaged, end};
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return undefined;
  }
}

function checksum(path: string, version: number, operation: string, json: string): string {
  return crc32(`${path} ${version} ${operation} ${json}`).toString(16).padStart(8, '0');
}
