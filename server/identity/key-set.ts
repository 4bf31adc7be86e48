import {readFileSync, statSync} from 'node:fs';

import {createLocalJWKSet, createRemoteJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey} from 'jose';

/** How long one fetch of the key set may take, in milliseconds. */
const fetchTimeout = 5_000;

/** A token that names an unknown key makes the set be fetched anew, but not more often than this, in milliseconds. */
const fetchPause = 1_000;

/** The issuer's keys can't be read just now, so nothing can be said of a token. */
export class KeysUnavailable extends Error {
  override readonly name = 'KeysUnavailable';

  constructor(cause: unknown) {
    super("The token issuer's keys can't be read.", {cause});
  }
}

/**
 * Reads an issuer's keys (JWKS, RFC 7517) from an `http(s):` URL or a file, and again when a token names a key that is
 * not among them, so that the issuer may change its keys at any time.
 */
export function openKeySet(location: string): JWTVerifyGetKey {
  return /^https?:/.test(location) ? remoteKeySet(new URL(location)) : fileKeySet(location);
}

/** @throws When a file can't be read or holds no key set; a URL is not tried. */
export function checkKeySet(location: string): void {
  if (!/^https?:/.test(location)) readKeys(location);
}

function remoteKeySet(url: URL): JWTVerifyGetKey {
  const newest = createRemoteJWKSet(url, {timeoutDuration: fetchTimeout, cooldownDuration: fetchPause});
  return async (header, token) => {
    try {
      return await newest(header, token);
    } catch (error) {
      if (saysSomethingOfTheToken(error)) throw error;
      // An issuer that is away must not shut out those whose key was seen before.
      const known = newest.jwks();
      if (!known) throw new KeysUnavailable(error);
      return createLocalJWKSet(known)(header, token).catch(() => {
        throw new KeysUnavailable(error);
      });
    }
  };
}

function fileKeySet(path: string): JWTVerifyGetKey {
  let read: number | undefined;
  let keys: JWTVerifyGetKey | undefined;
  return async (header, token) => {
    const changed = modified(path);
    if (!keys || changed !== read) {
      try {
        keys = createLocalJWKSet(readKeys(path));
        read = changed;
      } catch (error) {
        // Half a file while it is being replaced: the old keys hold until it is whole.
        if (!keys) throw new KeysUnavailable(error);
      }
    }
    return keys(header, token);
  };
}

function modified(path: string): number | undefined {
  return statSync(path, {throwIfNoEntry: false})?.mtimeMs;
}

function readKeys(path: string): JSONWebKeySet {
  const keys = JSON.parse(readFileSync(path, 'utf8')) as JSONWebKeySet;
  createLocalJWKSet(keys);
  return keys;
}

function saysSomethingOfTheToken(error: unknown): boolean {
  return (
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWKSMultipleMatchingKeys ||
    error instanceof errors.JOSENotSupported
  );
}
