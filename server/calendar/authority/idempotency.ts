import {hash} from 'node:crypto';
import {isDeepStrictEqual} from 'node:util';

import type {Context} from 'koa';

import {invalidParameters, ruleBroken} from '../../problem.ts';
import {type Document, type Version, VersionConflict} from '../../store/engine.ts';
import type {Store} from '../../store/store.ts';
import {type FristReservation, idempotencyKey, isExpiredReservation, type ReservedFrist} from '../records.ts';

/* The idempotency keys of interface C, for its operations and `deliveries.ts`: what the first request with each key
 * reserved. `parseIdempotencyKey` has the form of a key, and `idempotencyDays` in `records.ts` its lifetime.
 * Fingerprints are stored for that time: if you compute them differently, retries get 422. */

/** A request with an idempotency key: a repeated request is not carried out again. */
export interface IdempotentRequest {
  /** The header `Idempotency-Key`. */
  readonly key: string;
  /** A digest of the request's content. */
  readonly fingerprint: string;
}

/**
 * Parses the header `Idempotency-Key`; `undefined` without one. The fingerprint ignores white space and the order of keys in the body. The
 * fingerprint is stored: a retry with another one gets 422.
 *
 * @throws {Problem} 400
 */
export function parseIdempotencyKey(context: Context, body: unknown): IdempotentRequest | undefined {
  if (context.req.headers['idempotency-key'] === undefined) return undefined;
  const key = context.get('Idempotency-Key');
  if (!/^[\x21-\x7e]{1,255}$/.test(key))
    throw invalidParameters({'Idempotency-Key': ['Must be 1 to 255 visible ASCII characters.']});
  return {key, fingerprint: hash('sha256', JSON.stringify(body, withSortedKeys), 'base64url')};
}

function withSortedKeys(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Returns what an earlier request with this key reserved in the last 30 days. @throws {Problem} 422 */
export async function findReserved(
  store: Store,
  authority: string,
  request: IdempotentRequest,
): Promise<ReservedFrist | undefined> {
  const key = idempotencyKey(authority, request.key);
  const reserved = reservedIn(await store.get(key), request);
  // The response confirms that the request was carried out, so a failover must not lose the record.
  if (reserved) await store.get(key, {isReplicated: true});
  return reserved;
}

/**
 * Stores `wanted` for the key unless an earlier request stored another value, and returns the stored value.
 *
 * @param operation The id of the write, which makes the write idempotent. Default: a new one.
 * @param obsolete A stored value that the write replaces. `operation` must then be new. Default: none.
 * @throws {Problem} 422
 */
export async function reserve(
  store: Store,
  authority: string,
  request: IdempotentRequest,
  wanted: ReservedFrist,
  operation: string | undefined,
  obsolete?: ReservedFrist,
): Promise<ReservedFrist> {
  const key = idempotencyKey(authority, request.key);
  const value = {...wanted, fingerprint: request.fingerprint} satisfies FristReservation;
  for (let expected: Version | 0 = 0; ;) {
    try {
      await store.write(key, value, {expected, operation});
      return wanted;
    } catch (error) {
      if (!(error instanceof VersionConflict)) throw error;
      const found: Document | undefined = await store.get(key, {isReplicated: true});
      const winner = reservedIn(found, request);
      if (winner && !isDeepStrictEqual(winner, obsolete)) return winner;
      expected = found ?? 0;
    }
  }
}

/** Returns what a stored document reserves for a request; `undefined` if it is missing or has expired. @throws {Problem} 422 */
function reservedIn(found: Document | undefined, request: IdempotentRequest): ReservedFrist | undefined {
  if (!found) return undefined;
  const {fingerprint, ...reserved} = found.value as FristReservation;
  if (isExpiredReservation(reserved, new Date())) return undefined;
  if (fingerprint !== request.fingerprint)
    throw ruleBroken({
      'Idempotency-Key': ['Must be a new key: this one was used for a request with another body.'],
    });
  return reserved;
}
