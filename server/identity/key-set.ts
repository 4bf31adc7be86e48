import {readFileSync} from 'node:fs';
import {readFile} from 'node:fs/promises';
import {pathToFileURL} from 'node:url';

import {
  createLocalJWKSet,
  createRemoteJWKSet,
  customFetch,
  errors,
  type JSONWebKeySet,
  jwksCache,
  type JWKSCacheInput,
  type JWTVerifyGetKey,
} from 'jose';

import {Problem} from '../http/response/problem.ts';
import {bounds} from '../limits/bounds.ts';
import {hasElapsed} from '../time/datetime.ts';

/** A token issuer's keys (JWKS, RFC 7517). */
export interface KeySet {
  /** Finds the key of a token; reads the keys again when the token names an unknown one. @throws {KeysUnavailable} */
  readonly find: JWTVerifyGetKey;
  /** Reads the keys again when it is time to, and returns a number that changes whenever the keys do. Never throws. */
  generation(): number | Promise<number>;
  /** Reads the keys again now. @throws When they can't be read or are not a key set. The former keys stay in use. */
  reload(): Promise<void>;
}

/** The issuer's keys can't be read at the moment, so a token can be neither accepted nor refused. */
export class KeysUnavailable extends Problem {
  constructor(cause: unknown) {
    const message = "The token issuer's keys cannot be read. Try again in a moment.";
    super(503, message, {cause, headers: {'Retry-After': '5'}});
  }
}

/**
 * Opens an issuer's key set at an `http(s):` URL or in a file. The issuer may change its keys at any time: a replaced file is noticed within
 * a second, other keys at a URL within five minutes, and a new key at once when a token names it.
 */
export function openKeySet(location: string): KeySet {
  /** Read in place of `newest.jwks()`, which copies the keys. */
  const cache: {readonly uat?: number; readonly jwks?: JSONWebKeySet} = {};
  const maxAge = isUrl(location) ? bounds.maxKeySetAgeMs : bounds.keySetIntervalMs;
  const newest = createRemoteJWKSet(isUrl(location) ? new URL(location) : pathToFileURL(location), {
    timeoutDuration: bounds.keySetFetchTimeoutMs,
    cacheMaxAge: maxAge,
    ...(isUrl(location)
      ? {cooldownDuration: bounds.keySetIntervalMs}
      : {cooldownDuration: 0, [customFetch]: async () => new Response(await readFile(location))}),
    [jwksCache]: cache as JWKSCacheInput,
  });
  let isAway = false;
  let tried = 0;
  let counted: JSONWebKeySet | undefined;
  let text: string | undefined;
  let generation = 0;

  async function reload(): Promise<void> {
    tried = Date.now();
    try {
      await newest.reload();
      isAway = false;
    } catch (error) {
      isAway = true;
      throw error;
    }
  }

  function countGenerations(): number {
    if (cache.jwks !== counted) {
      counted = cache.jwks;
      const now = JSON.stringify(counted);
      if (now !== text) generation += 1;
      text = now;
    }
    return generation;
  }

  return {
    async find(header, token) {
      const known = cache.jwks;
      // While the issuer is away, or its file is half written, tokens of known keys do not wait for it.
      if (known && isAway) return findAmong(known, header, token);
      try {
        return await newest(header, token);
      } catch (error) {
        if (saysSomethingOfTheToken(error)) throw error;
        isAway = true;
        tried = Date.now();
        if (!known) throw new KeysUnavailable(error);
        return findAmong(known, header, token);
      }
    },

    generation() {
      const isFresh = isAway
        ? !hasElapsed(tried, bounds.keySetIntervalMs)
        : cache.uat !== undefined && !hasElapsed(cache.uat, maxAge);
      if (isFresh) return countGenerations();
      const reloading = reload().then(countGenerations, countGenerations);
      return isAway ? countGenerations() : reloading;
    },

    reload,
  };
}

/** Tries a file; a URL is not tried. @throws */
export function checkKeySet(location: string): void {
  if (!isUrl(location)) createLocalJWKSet(JSON.parse(readFileSync(location, 'utf8')) as JSONWebKeySet);
}

function isUrl(location: string): boolean {
  return /^https?:/.test(location);
}

/** Finds a key among the last known ones. @throws {KeysUnavailable} When it is not there: the issuer might have a new one. */
async function findAmong(keys: JSONWebKeySet, ...[header, token]: Parameters<JWTVerifyGetKey>) {
  return createLocalJWKSet(keys)(header, token).catch((error: unknown) => {
    throw new KeysUnavailable(error);
  });
}

function saysSomethingOfTheToken(error: unknown): boolean {
  return (
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWKSMultipleMatchingKeys ||
    error instanceof errors.JOSENotSupported
  );
}
