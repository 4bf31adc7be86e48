/* Computes the paths and groups of keys, for all engines, backups and the commands that name keys. Features define their
 * keys, as `calendar/records.ts` does; add here only functions on keys. Stores and backups contain paths, so the path of a
 * key must never change. */
import {createHash} from 'node:crypto';

import type {Key} from './engine.ts';

/** Longer segments are replaced by their digest: LMDB takes keys of up to 1,978 bytes. */
const maxSegmentLength = 200;

/** Returns the path of a key, which all engines use. */
export const keyPath = (key: Key): string => keyGroup(key) + keyRest(key);

/** Splits a path into the results of {@link keyGroup} and {@link keyRest}. */
export function splitPath(path: string): {group: string; rest: string} {
  const end = path.indexOf('/', path.indexOf('/') + 1);
  return end < 0 ? {group: path, rest: ''} : {group: path.slice(0, end), rest: path.slice(end)};
}

/** Returns the key of a path. In place of a long segment, the key has the digest, which starts with `~`. */
export const parsePath = (path: string): Key => path.split('/').map(unescapeSegment) as unknown as Key;

/** Returns the first two segments, which group related keys. */
export const keyGroup = ([kind, owner]: Key): string => `${escapeSegment(kind)}/${escapeSegment(owner)}`;

export function keyRest(key: Key): string {
  let rest = '';
  for (let index = 2; index < key.length; index += 1) rest += `/${escapeSegment(key[index] ?? '')}`;
  return rest;
}

/**
 * Escapes a segment with the characters of a URI component: different segments stay different, and none contains `/`, `{` or `}`.
 * A long segment becomes a digest that starts with `~`.
 */
function escapeSegment(segment: string): string {
  const escaped = /^[\w.-]*$/.test(segment) ? segment : segment.replace(/[^\w.-]/gu, escapeCharacter);
  return escaped.length <= maxSegmentLength
    ? escaped
    : `~${createHash('sha256').update(escaped).digest('base64url')}`;
}

function escapeCharacter(character: string): string {
  if (character === '~') return '%7E';
  // encodeURIComponent throws on an unpaired surrogate.
  return character.isWellFormed()
    ? encodeURIComponent(character)
    : `%u${character.charCodeAt(0).toString(16)}`;
}

function unescapeSegment(segment: string): string {
  return segment.replace(/%u([0-9a-f]{4})|(?:%[0-9A-F]{2})+/g, (escaped, half: string | undefined) =>
    half === undefined ? decodeURIComponent(escaped) : String.fromCharCode(parseInt(half, 16)),
  );
}
