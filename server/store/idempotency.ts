/* Stores idempotency keys, for the deadlines of interface C. */

import {isDeepStrictEqual} from 'node:util';

import {type Document, type Key, type Version, VersionConflict} from './engine.ts';
import type {Store} from './store.ts';

/** A request with an idempotency key: a repeated request is not carried out again. */
export interface IdempotentRequest {
  /** The header `Idempotency-Key`. */
  readonly key: string;
  /** A digest of the request's content. */
  readonly fingerprint: string;
}

/** The idempotency key belongs to a request with a different body. */
export class IdempotencyKeyReused extends Error {
  override readonly name = 'IdempotencyKeyReused';
}

/** What the first request with an idempotency key reserved, and the fingerprint of that request. */
export type IdempotencyRecord<Reserved> = Reserved & {readonly fingerprint: string};

/** How long, in days, an idempotency key is honoured: far longer than clients retry. */
export const idempotencyDays = 30;

/** @param reservedAt In milliseconds since 1970. */
export function isExpired(reservedAt: number, now: number): boolean {
  return reservedAt < now - idempotencyDays * 86_400_000;
}

/**
 * Stores for each idempotency key what its first request reserved.
 *
 * @param timeOf Returns when a value was reserved, in milliseconds since 1970.
 */
export function createIdempotencyKeys<Reserved extends object>(
  store: Store,
  timeOf: (reserved: Reserved) => number,
) {
  /** Returns what a stored document reserves for a request; `undefined` if it is missing or has expired. @throws {IdempotencyKeyReused} */
  function reservedIn(found: Document | undefined, request: IdempotentRequest): Reserved | undefined {
    if (!found) return undefined;
    const {fingerprint, ...rest} = found.value as IdempotencyRecord<Reserved>;
    const reserved = rest as unknown as Reserved;
    if (isExpired(timeOf(reserved), Date.now())) return undefined;
    if (fingerprint !== request.fingerprint) throw new IdempotencyKeyReused();
    return reserved;
  }

  /** Returns what an earlier request with this key reserved in the last 30 days. @throws {IdempotencyKeyReused} */
  async function find(storeKey: Key, request: IdempotentRequest): Promise<Reserved | undefined> {
    const reserved = reservedIn(await store.get(storeKey), request);
    // The response confirms that the request was carried out, so a failover must not lose the record.
    if (reserved) await store.get(storeKey, {isReplicated: true});
    return reserved;
  }

  /**
   * Stores `wanted` for the key unless an earlier request stored another value, and returns the stored value.
   *
   * @param operation The id of the write, which makes the write idempotent. Default: a new one.
   * @param obsolete A stored value that the write replaces. `operation` must then be new. Default: none.
   * @throws {IdempotencyKeyReused}
   */
  async function reserve(
    storeKey: Key,
    request: IdempotentRequest,
    wanted: Reserved,
    operation: string | undefined,
    obsolete?: Reserved,
  ): Promise<Reserved> {
    for (let expected: Version | 0 = 0; ;) {
      try {
        await store.write(storeKey, {...wanted, fingerprint: request.fingerprint}, {expected, operation});
        return wanted;
      } catch (error) {
        if (!(error instanceof VersionConflict)) throw error;
        const found: Document | undefined = await store.get(storeKey, {isReplicated: true});
        const winner = reservedIn(found, request);
        if (winner && !isDeepStrictEqual(winner, obsolete)) return winner;
        expected = found ?? 0;
      }
    }
  }

  return {find, reserve};
}
