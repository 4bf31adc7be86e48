import {createHash} from 'node:crypto';

import type {Key} from './store.ts';

/** Longer segments are replaced by their digest: LMDB takes keys of up to 1,978 bytes. */
const longestSegment = 200;

/** A key as all engines write it. */
export function keyPath(key: Key): string {
  return keyGroup(key) + keyRest(key);
}

/** Takes a path apart again, into what {@link keyGroup} and {@link keyRest} gave. */
export function splitPath(path: string): {group: string; rest: string} {
  const end = path.indexOf('/', path.indexOf('/') + 1);
  return end < 0 ? {group: path, rest: ''} : {group: path.slice(0, end), rest: path.slice(end)};
}

/** The segments of a path. A long one is replaced by its digest, which starts with `~`. */
export function parsePath(path: string): Key {
  return path.split('/').map(unescapeSegment) as unknown as Key;
}

/** The first two segments: what belongs together. */
export function keyGroup([kind, owner]: Key): string {
  return `${escapeSegment(kind)}/${escapeSegment(owner)}`;
}

/** The segments after the first two. */
export function keyRest(key: Key): string {
  let rest = '';
  for (let place = 2; place < key.length; place += 1) rest += `/${escapeSegment(key[place] ?? '')}`;
  return rest;
}

/**
 * Writes one segment in the characters of a URI component, so that no two texts look the same and none holds a `/` or
 * a brace. A segment that starts with `~` is the digest of a long one.
 */
function escapeSegment(segment: string): string {
  const escaped = /^[\w.-]*$/.test(segment) ? segment : segment.replace(/[^\w.-]/gu, escapeCharacter);
  return escaped.length <= longestSegment
    ? escaped
    : `~${createHash('sha256').update(escaped).digest('base64url')}`;
}

function escapeCharacter(character: string): string {
  if (character === '~') return '%7E';
  // encodeURIComponent throws on half a surrogate pair.
  return character.isWellFormed()
    ? encodeURIComponent(character)
    : `%u${character.charCodeAt(0).toString(16)}`;
}

function unescapeSegment(segment: string): string {
  return segment.replace(/%u([0-9a-f]{4})|(?:%[0-9A-F]{2})+/g, (escaped, half: string | undefined) =>
    half === undefined ? decodeURIComponent(escaped) : String.fromCharCode(parseInt(half, 16)),
  );
}
