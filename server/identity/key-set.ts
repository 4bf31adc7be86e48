import {readFileSync, statSync} from 'node:fs';

import {
  createLocalJWKSet,
  createRemoteJWKSet,
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
  return /^https?:/.test(location) ? remoteKeySet(new URL(location)) : fileKeySet(location);
}

/** @throws When a file can't be read or holds no key set; a URL is not tried. */
export function checkKeySet(location: string): void {
  if (!/^https?:/.test(location)) parseKeys(readFileSync(location, 'utf8'));
}

function remoteKeySet(url: URL): KeySet {
  const cache: JWKSCacheInput = {};
  const newest = createRemoteJWKSet(url, {
    timeoutDuration: bounds.keySetFetchTimeoutMs,
    cooldownDuration: bounds.keySetIntervalMs,
    cacheMaxAge: bounds.maxKeySetAgeMs,
    [jwksCache]: cache,
  });
  const count = createGenerations();
  let tried = 0;
  let isAway = false;

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

  return {
    async find(header, token) {
      const known = newest.jwks();
      // While the issuer is away, tokens of known keys do not wait for it.
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

    async generation() {
      if (isAway && hasElapsed(tried, bounds.keySetIntervalMs)) void reload().catch(() => undefined);
      else if (!isAway && newest.jwks() && !newest.fresh) await reload().catch(() => undefined);
      return count(cache.jwks);
    },

    reload,
  };
}

/** Finds a key among the last known ones. @throws {KeysUnavailable} When it is not there: the issuer might have a new one. */
async function findAmong(keys: JSONWebKeySet, ...[header, token]: Parameters<JWTVerifyGetKey>) {
  return createLocalJWKSet(keys)(header, token).catch((error: unknown) => {
    throw new KeysUnavailable(error);
  });
}

function fileKeySet(path: string): KeySet {
  const count = createGenerations();
  let looked = 0;
  let mark: string | undefined;
  let keys: JSONWebKeySet | undefined;
  let find: JWTVerifyGetKey = () => Promise.reject(new KeysUnavailable(undefined));

  function read(): void {
    const found = markOf(path);
    keys = parseKeys(readFileSync(path, 'utf8'));
    find = createLocalJWKSet(keys);
    mark = found;
  }

  function readIfChanged(): void {
    looked = Date.now();
    if (keys && markOf(path) === mark) return;
    try {
      read();
    } catch (error) {
      // Half a file while it is being replaced: the old keys hold until it is whole.
      if (!keys) find = () => Promise.reject(new KeysUnavailable(error));
    }
  }

  return {
    async find(header, token) {
      if (!keys || hasElapsed(looked, bounds.keySetIntervalMs)) readIfChanged();
      const known = find;
      try {
        return await known(header, token);
      } catch (error) {
        readIfChanged();
        if (find === known) throw error;
        return find(header, token);
      }
    },

    generation() {
      if (hasElapsed(looked, bounds.keySetIntervalMs)) readIfChanged();
      return count(keys);
    },

    reload: () => Promise.resolve().then(read),
  };
}

/** Changes whenever a file is replaced or written to. */
function markOf(path: string): string | undefined {
  const status = statSync(path, {throwIfNoEntry: false});
  return status && [status.ino, status.size, status.mtimeMs].join();
}

/** @throws When the text is not a key set. */
function parseKeys(text: string): JSONWebKeySet {
  const keys = JSON.parse(text) as JSONWebKeySet;
  createLocalJWKSet(keys);
  return keys;
}

/** Returns a function that counts how often the keys were other ones. */
function createGenerations(): (keys: JSONWebKeySet | undefined) => number {
  let last: JSONWebKeySet | undefined;
  let text: string | undefined;
  let generation = 0;
  return keys => {
    if (keys !== last) {
      last = keys;
      const next = JSON.stringify(keys);
      if (next !== text) generation += 1;
      text = next;
    }
    return generation;
  };
}

function saysSomethingOfTheToken(error: unknown): boolean {
  return (
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWKSMultipleMatchingKeys ||
    error instanceof errors.JOSENotSupported
  );
}
