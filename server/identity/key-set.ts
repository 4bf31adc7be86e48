import {createPublicKey} from 'node:crypto';
import {closeSync, openSync, readSync, statSync} from 'node:fs';

import type {JSONWebKeySet, JWK, JWTVerifyGetKey} from 'jose';

/* Loads the public keys of the token issuer, for the settings, `tavle check` and `token.ts`, which verifies tokens. Add an
 * algorithm to `algorithmsOf`: only asymmetric ones may be allowed. After a failed load, the previous keys must stay in
 * use. No log may contain the URL, which may have a password. */

// Only parts of `jose`: loading all of it would take 30 ms longer.
import * as errors from 'jose/errors';
import {createLocalJWKSet} from 'jose/jwks/local';

import {decodeUtf8, isSystemError} from '../files.ts';
import {Problem} from '../problem.ts';
import {bounds} from '../bounds.ts';
import {hasElapsed} from '../time/datetime.ts';

/** A token issuer's keys (JWKS, RFC 7517). */
export type KeySet = ReturnType<typeof openKeySet>;

/** The log for failed loads and unusable keys. */
interface KeySetLog {
  info(message: string): void;
  warn(message: string): void;
}

/** Returns a 503: without the issuer's keys, a token can be neither accepted nor rejected. */
function keysUnavailable(cause: unknown): Problem {
  const message = "The token issuer's keys cannot be read. Try again in a moment.";
  return new Problem(503, message, {cause, headers: {'Retry-After': '5'}});
}

/**
 * The algorithms of tokens, by the type or the curve of the key. Only asymmetric ones: with a shared secret, verifiers could issue tokens.
 */
const algorithmsOf: Readonly<Record<string, readonly string[]>> = {
  rsa: ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  prime256v1: ['ES256'],
  secp384r1: ['ES384'],
  secp521r1: ['ES512'],
  ed25519: ['EdDSA', 'Ed25519'],
};

export const algorithms = Object.values(algorithmsOf).flat();

const minRsaBits = 2_048;

/** The maximum length of an RSA exponent in base64url: 256 bits (FIPS 186-5). */
const maxExponentLength = 43;

/** Returns whether a key of the set can verify tokens. `jose` decides the same, but only when a token names the key. */
function isUsable(key: JWK): boolean {
  try {
    const {alg, use = 'sig', key_ops: operations = ['verify'], d, e = ''} = key;
    if (d !== undefined || use !== 'sig' || !Array.isArray(operations)) return false;
    if (!operations.length || operations.some(each => each !== 'verify')) return false;
    // `asymmetricKeyDetails` takes minutes for a huge exponent.
    if (e.length > maxExponentLength) return false;
    const {asymmetricKeyType: type = '', asymmetricKeyDetails: details} = createPublicKey({
      key,
      format: 'jwk',
    });
    const {namedCurve = type, modulusLength = minRsaBits, publicExponent = 1n} = details ?? {};
    const fitting = algorithmsOf[namedCurve] ?? [];
    return (
      modulusLength >= minRsaBits &&
      publicExponent !== 0n &&
      fitting.some(each => alg === undefined || alg === each)
    );
  } catch {
    return false;
  }
}

/**
 * Opens an issuer's key set at an `http(s):` URL or in a file. Detects a replaced file within a second, changed keys at a URL within five minutes, and
 * a new key when a token names it.
 *
 * @param log Default: no log.
 * @param maxWaiting How many tokens with unknown keys may wait for a load. Others get 503 at once, so that invented keys cannot occupy a service whose
 *   issuer is slow. Default: no limit.
 */
export function openKeySet(location: string, log?: KeySetLog, maxWaiting = Infinity) {
  const isRemote = isUrl(location);
  const read = isRemote ? () => fetchKeys(location) : fileReader(location);
  const maxAgeMs = isRemote ? bounds.maxKeySetAgeMs : bounds.keySetIntervalMs;
  /** The minimum time between two loads for keys that are not known. */
  const pauseMs = isRemote ? bounds.keySetIntervalMs : 0;
  let known: JSONWebKeySet | undefined;
  let findKnown: ReturnType<typeof createLocalJWKSet> | undefined;
  let text: string | undefined;
  let generation = 0;
  let triedAt = -Infinity;
  let loading: Promise<void> | undefined;
  /** Why loads failed since the last successful one. */
  const reasons = new Set<string>();
  let lastFailure: unknown;
  let waiting = 0;
  const unusable = new Set<string | undefined>();

  async function load(): Promise<void> {
    triedAt = Date.now();
    try {
      const keys = await read();
      const next = JSON.stringify(keys);
      if (next !== text) {
        if (text !== undefined) generation += 1;
        [known, findKnown, text] = [keys, createLocalJWKSet(keys), next];
        unusable.clear();
      }
      if (reasons.size) log?.info('TAVLE_TOKEN_JWKS: the key set can be read again.');
      reasons.clear();
    } catch (error) {
      lastFailure = error;
      const reason = reasonOf(error);
      if (!reasons.has(reason)) log?.warn(outageLine(reason));
      reasons.add(reason);
      throw error;
    }
  }

  function outageLine(reason: string): string {
    const consequence = known
      ? 'Tokens are checked with the keys that were read before. Tokens of other keys get 503.'
      : 'Requests with tokens get 503.';
    return `TAVLE_TOKEN_JWKS: the key set cannot be read (${reason}).${unusedProxy(location)} ${consequence}`;
  }

  const reload = () => (loading ??= load().finally(() => (loading = undefined)));
  const isAway = () => reasons.size > 0;

  return {
    /**
     * Finds the key of a token. Waits for a load only if no known key has the `kid`.
     *
     * @throws {Problem} 503 when the keys are unavailable. Also an error of `jose` if not exactly one key fits, and another error if the key cannot be
     *   used.
     */
    find: (async (header, token) => {
      // Any key may have signed a token without a `kid`.
      const isKnown = () =>
        known?.keys.some(({kid}) => header.kid === undefined || kid === header.kid) ?? false;
      // In an outage, tokens do not wait for the next load of new keys.
      const mayWait = !isKnown() && !(known && isAway());
      if (mayWait && (loading ?? hasElapsed(triedAt, pauseMs))) {
        if (waiting >= maxWaiting) throw keysUnavailable(new Error('too many tokens with unknown keys wait'));
        waiting += 1;
        await reload().catch(() => undefined);
        waiting -= 1;
      }
      if (!findKnown || (isAway() && !isKnown())) throw keysUnavailable(lastFailure);
      return findKnown(header, token).catch((error: unknown) => {
        const isAboutToken =
          error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys;
        throw isAboutToken ? error : new Error((error as Error).message, {cause: error});
      });
    }) satisfies JWTVerifyGetKey,

    /** Returns a number that changes with the keys. Starts a load if one is due, and does not wait for it. */
    generation(): number {
      if (hasElapsed(triedAt, isAway() ? bounds.keySetIntervalMs : maxAgeMs)) reload().catch(() => undefined);
      return generation;
    },

    /** Loads the keys now. @throws When they can't be read or are not a key set. The previous keys stay in use. */
    reload,

    /** Returns whether the last load failed. */
    isAway,

    /** Logs once that a key of the set cannot be used. */
    reportUnusable(kid: string | undefined, reason: string): void {
      if (unusable.has(kid)) return;
      unusable.add(kid);
      log?.warn(`TAVLE_TOKEN_JWKS: the key ${JSON.stringify(kid)} cannot be used: ${reason}`);
    },
  };
}

export const isUrl = (location: string) => /^https?:/.test(location);

/** Returns a sentence, after a space, if the environment has a proxy for a URL and Node.js does not use the proxy; otherwise an empty text. */
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

/** Returns the reason of a failed load, without the URL, which may contain a password. */
export function reasonOf(error: unknown): string {
  const {name, message, cause} = error as Error;
  if (name === 'TimeoutError') return 'request timed out';
  const {code} = (cause ?? error) as {code?: unknown};
  if (typeof code === 'string' && /^E[A-Z]+$/.test(code)) return code;
  return cause instanceof Error ? cause.message : message;
}

/** Returns the path of a key set after reading it. @throws When the file can't be read or is not a key set with a usable key. */
export function checkKeySetFile(path: string): string {
  try {
    readKeys(path);
    return path;
  } catch (error) {
    if (isSystemError(error)) throw error;
    throw new Error(`${path}: ${(error as Error).message}`, {cause: error});
  }
}

/** Returns a function that reads a file only when it was replaced or written. */
function fileReader(path: string): () => JSONWebKeySet {
  let fingerprint: string | undefined;
  let last: JSONWebKeySet | undefined;
  return () => {
    const status = statSync(path, {throwIfNoEntry: false});
    const current = status && [status.ino, status.size, status.mtimeMs].join();
    if (!last || current !== fingerprint) last = readKeys(path);
    fingerprint = current;
    return last;
  };
}

/** Reads a file up to the maximum size: it may be endless. @throws When it can't be read or is not a key set within the limits. */
function readKeys(path: string): JSONWebKeySet {
  const bytes = Buffer.alloc(bounds.maxKeySetBytes + 1);
  const descriptor = openSync(path, 'r');
  let length = 0;
  try {
    // `readSync` has no options object in Yarn Plug'n'Play.
    for (let read = -1; read !== 0; length += read)
      read = readSync(descriptor, bytes, length, bytes.length - length, null);
  } finally {
    closeSync(descriptor);
  }
  return parseKeys(bytes.subarray(0, length));
}

/** Fetches a key set, with its body, within `bounds.keySetFetchTimeoutMs`. @throws When it is not a key set within the limits. */
export async function fetchKeys(url: string): Promise<JSONWebKeySet> {
  const signal = AbortSignal.timeout(bounds.keySetFetchTimeoutMs);
  const headers = {accept: 'application/json, application/jwk-set+json'};
  const response = await fetch(url, {redirect: 'manual', headers, signal});
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
  return parseKeys(Buffer.concat(chunks));
}

/**
 * Parses a key set. Leaves out members of `keys` that are not objects: a reader must ignore keys that it does not understand (RFC 7517, section
 * 5).
 *
 * @throws When the bytes are not a key set in UTF-8 within the limits, or no key can verify tokens: a mistake of the issuer must not sign everybody
 *   out.
 */
function parseKeys(bytes: Uint8Array): JSONWebKeySet {
  const {maxKeySetBytes, maxKeys} = bounds;
  if (bytes.length > maxKeySetBytes)
    throw new Error(`it has more than ${maxKeySetBytes.toLocaleString('en')} bytes`);
  const keySet = JSON.parse(decodeUtf8(bytes)) as Partial<JSONWebKeySet> | null;
  if (!Array.isArray(keySet?.keys)) throw new Error('it has no list "keys"');
  if (keySet.keys.length > maxKeys) throw new Error(`it has more than ${maxKeys} keys`);
  const keys = {keys: keySet.keys.filter(isObject)};
  createLocalJWKSet(keys);
  if (!keys.keys.some(isUsable)) throw new Error('it has no usable public key');
  return keys;
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);
