import {closeSync, openSync, readSync, statSync} from 'node:fs';

import type {JSONWebKeySet, JWTVerifyGetKey} from 'jose';
// Parts of the library: loading all of it would take 30 ms longer.
import * as errors from 'jose/errors';
import {createLocalJWKSet} from 'jose/jwks/local';
import {createRemoteJWKSet, customFetch, jwksCache, type JWKSCacheInput} from 'jose/jwks/remote';

import {decodeUtf8, isSystemError} from '../files.ts';
import {Problem} from '../problem.ts';
import {bounds} from '../bounds.ts';
import {hasElapsed} from '../time/datetime.ts';

/** A token issuer's keys (JWKS, RFC 7517). */
export interface KeySet {
  /** Finds the key of a token. Reloads the keys for an unknown one. @throws {KeysUnavailable} */
  readonly find: JWTVerifyGetKey;
  /** Reloads the keys after an interval, and returns a number that changes with the keys. Never throws. */
  generation(): number | Promise<number>;
  /** Reloads the keys now. @throws When they can't be read or are not a key set. The previous keys stay in use. */
  reload(): Promise<void>;
  /** Returns whether the last load failed. */
  isAway(): boolean;
}

/** The log for failed loads. */
export interface KeySetLog {
  info(message: string): void;
  warn(message: string): void;
}

/** The issuer's keys are unavailable, so a token can be neither accepted nor rejected. */
export class KeysUnavailable extends Problem {
  constructor(cause: unknown) {
    const message = "The token issuer's keys cannot be read. Try again in a moment.";
    super(503, message, {cause, headers: {'Retry-After': '5'}});
  }
}

/**
 * Opens an issuer's key set at an `http(s):` URL or in a file. Detects a replaced file within a second, changed keys at a URL within five minutes, and
 * a new key when a token names it.
 *
 * @param log Receives a warning when a load fails, and a line when it succeeds again. Default: no log.
 */
export function openKeySet(location: string, log?: KeySetLog): KeySet {
  const outage = createOutage(log, unusedProxy(location));
  return /^https?:/.test(location) ? remoteKeySet(new URL(location), outage) : fileKeySet(location, outage);
}

/** Returns a sentence, after a space, if the environment has a proxy for a URL that Node.js does not use; otherwise an empty text. */
export function unusedProxy(location: string): string {
  const {env} = process;
  const [scheme] = /^https?(?=:)/.exec(location) ?? [];
  const name = [`${scheme}_proxy`, `${scheme}_PROXY`.toUpperCase()].find(each => env[each]);
  const isUsed = env.NODE_USE_ENV_PROXY === '1' && process.allowedNodeEnvironmentFlags.has('--use-env-proxy');
  if (name === undefined || isUsed || !URL.canParse(location)) return '';
  const host = `.${new URL(location).hostname}`;
  const direct = [env.no_proxy, env.NO_PROXY]
    .join()
    .split(/[\s,]+/)
    .filter(Boolean);
  if (direct.some(each => each === '*' || host.endsWith(`.${each.replace(/^\*?\./, '')}`))) return '';
  return ` ${name} is set, but not used: set NODE_USE_ENV_PROXY=1, with Node.js 22.21, 24.5 or newer.`;
}

/** The state of failed loads. */
interface Outage {
  readonly isAway: () => boolean;
  begin(cause: unknown, hasKeys: boolean): void;
  end(): void;
}

/** @param hint Follows the reason in the log. */
function createOutage(log: KeySetLog | undefined, hint: string): Outage {
  let isAway = false;
  return {
    isAway: () => isAway,
    begin(cause, hasKeys) {
      if (!isAway) {
        const consequence = hasKeys
          ? 'Tokens are checked with the keys that were read before. Tokens of other keys get 503.'
          : 'Requests with tokens get 503.';
        log?.warn(`TAVLE_TOKEN_JWKS: the key set cannot be read (${reasonOf(cause)}).${hint} ${consequence}`);
      }
      isAway = true;
    },
    end() {
      if (isAway) log?.info('TAVLE_TOKEN_JWKS: the key set can be read again.');
      isAway = false;
    },
  };
}

/** Returns the reason without the URL, which may contain a password. */
function reasonOf(error: unknown): string {
  const {message, cause} = error as Error;
  const {code} = (cause ?? error) as {code?: unknown};
  return typeof code === 'string' && /^E[A-Z]+$/.test(code) ? code : message;
}

/** Returns the path of a key set after reading it. @throws When the file can't be read or has no key set. */
export function checkKeySetFile(path: string): string {
  try {
    readKeys(path);
    return path;
  } catch (error) {
    if (isSystemError(error)) throw error;
    throw new Error(`${path}: ${(error as Error).message}`, {cause: error});
  }
}

function remoteKeySet(url: URL, outage: Outage): KeySet {
  const cache: JWKSCacheInput = {};
  const newest = createRemoteJWKSet(url, {
    timeoutDuration: bounds.keySetFetchTimeoutMs,
    cooldownDuration: bounds.keySetIntervalMs,
    cacheMaxAge: bounds.maxKeySetAgeMs,
    [jwksCache]: cache,
    [customFetch]: fetchKeys,
  });
  const count = countGenerations();
  let tried = 0;

  function beginOutage(error: unknown): void {
    tried = Date.now();
    outage.begin(error, newest.jwks() !== undefined);
  }

  async function reload(): Promise<void> {
    tried = Date.now();
    try {
      await newest.reload();
      outage.end();
    } catch (error) {
      beginOutage(error);
      throw error;
    }
  }

  return {
    async find(header, token) {
      const known = newest.jwks();
      // During an outage of the issuer, tokens of known keys do not wait.
      if (known && outage.isAway()) return findAmong(known, header, token);
      try {
        const key = await newest(header, token);
        outage.end();
        return key;
      } catch (error) {
        if (isTokenError(error)) {
          outage.end();
          throw error;
        }
        beginOutage(error);
        if (!known) throw new KeysUnavailable(error);
        return findAmong(known, header, token);
      }
    },

    async generation() {
      if (outage.isAway()) {
        if (hasElapsed(tried, bounds.keySetIntervalMs)) void reload().catch(() => undefined);
      } else if (newest.jwks() && !newest.fresh) await reload().catch(() => undefined);
      return count(cache.jwks);
    },

    reload,
    isAway: outage.isAway,
  };
}

/** Finds a key among the last known ones. @throws {KeysUnavailable} If it is unknown: the issuer may have a new one. */
async function findAmong(keys: JSONWebKeySet, ...[header, token]: Parameters<JWTVerifyGetKey>) {
  return createLocalJWKSet(keys)(header, token).catch((error: unknown) => {
    throw error instanceof errors.JWKSMultipleMatchingKeys ? error : new KeysUnavailable(error);
  });
}

function fileKeySet(path: string, outage: Outage): KeySet {
  const count = countGenerations();
  let checkedAt = 0;
  let fingerprint: string | undefined;
  let keys: JSONWebKeySet | undefined;
  let find: JWTVerifyGetKey = () => Promise.reject(new KeysUnavailable(undefined));

  function read(): void {
    const current = fileFingerprint(path);
    keys = readKeys(path);
    find = createLocalJWKSet(keys);
    fingerprint = current;
    outage.end();
  }

  function readIfChanged(): void {
    checkedAt = Date.now();
    if (keys && fileFingerprint(path) === fingerprint) {
      outage.end();
      return;
    }
    try {
      read();
    } catch (error) {
      outage.begin(error, keys !== undefined);
      // The file may be incomplete while it is replaced: the previous keys stay in use.
      if (!keys) find = () => Promise.reject(new KeysUnavailable(error));
    }
  }

  return {
    async find(header, token) {
      if (!keys || hasElapsed(checkedAt, bounds.keySetIntervalMs)) readIfChanged();
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
      if (hasElapsed(checkedAt, bounds.keySetIntervalMs)) readIfChanged();
      return count(keys);
    },

    reload: () => Promise.resolve().then(read),
    isAway: outage.isAway,
  };
}

/** Returns a text that changes when a file is replaced or written. */
function fileFingerprint(path: string): string | undefined {
  const status = statSync(path, {throwIfNoEntry: false});
  return status && [status.ino, status.size, status.mtimeMs].join();
}

/** Reads a file up to the maximum size: it may be endless. @throws When it can't be read or is not a key set within the limits. */
function readKeys(path: string): JSONWebKeySet {
  const bytes = Buffer.alloc(bounds.maxKeySetBytes + 1);
  const descriptor = openSync(path, 'r');
  let length = 0;
  try {
    for (let read = -1; read !== 0; length += read) read = readSync(descriptor, bytes, {offset: length});
  } finally {
    closeSync(descriptor);
  }
  return parseKeys(bytes.subarray(0, length));
}

/** Fetches a key set. The signal also ends a body that takes too long. @throws When it is not a key set within the limits. */
export async function fetchKeys(url: string, options: RequestInit): Promise<Response> {
  const response = await fetch(url, options);
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new Error(`its URL responds with status ${response.status}`);
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > bounds.maxKeySetBytes) break;
  }
  return Response.json(parseKeys(Buffer.concat(chunks)));
}

/** @throws When the bytes are not a key set in UTF-8 within the limits. */
function parseKeys(bytes: Uint8Array): JSONWebKeySet {
  const {maxKeySetBytes, maxKeys} = bounds;
  if (bytes.length > maxKeySetBytes)
    throw new Error(`it has more than ${maxKeySetBytes.toLocaleString('en')} bytes`);
  const keySet = JSON.parse(decodeUtf8(bytes)) as Partial<JSONWebKeySet> | null;
  if ((keySet?.keys?.length ?? 0) > maxKeys) throw new Error(`it has more than ${maxKeys} keys`);
  createLocalJWKSet(keySet as JSONWebKeySet);
  return keySet as JSONWebKeySet;
}

/** Returns a function that counts the changes of the keys. */
function countGenerations(): (keys: JSONWebKeySet | undefined) => number {
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

function isTokenError(error: unknown): boolean {
  return (
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWKSMultipleMatchingKeys ||
    error instanceof errors.JOSENotSupported
  );
}
