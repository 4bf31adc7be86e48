import {isDeepStrictEqual} from 'node:util';

import {type Key, VersionConflict} from './engine.ts';
import type {Store} from './store.ts';

/** A request with an idempotency key: a repeated one is not carried out again. */
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

/** Stores for each idempotency key what its first request reserved. */
export interface IdempotencyKeys<Reserved> {
  /** Returns what an earlier request with this key reserved in the last 30 days. @throws {IdempotencyKeyReused} */
  find(storeKey: Key, request: IdempotentRequest): Promise<Reserved | undefined>;

  /**
   * Stores `wanted` for the key unless an earlier request stored another value. Returns the stored value.
   *
   * @param operation The id of the write, which makes the write idempotent.
   * @throws {IdempotencyKeyReused}
   */
  reserve(storeKey: Key, request: IdempotentRequest, wanted: Reserved, operation: string): Promise<Reserved>;

  /** Replaces the stored value by `wanted` if it is still `obsolete`. Of concurrent requests one succeeds. Returns the stored value. */
  replace(storeKey: Key, request: IdempotentRequest, obsolete: Reserved, wanted: Reserved): Promise<Reserved>;
}

/** @param timeOf Returns when a value was reserved, in milliseconds since 1970. */
export function createIdempotencyKeys<Reserved extends object>(
  store: Store,
  timeOf: (reserved: Reserved) => number,
): IdempotencyKeys<Reserved> {
  async function find(storeKey: Key, request: IdempotentRequest): Promise<Reserved | undefined> {
    const found = await store.get(storeKey);
    const record = found?.value as IdempotencyRecord<Reserved> | undefined;
    if (!record || isExpired(timeOf(record), Date.now())) return undefined;
    if (record.fingerprint !== request.fingerprint) throw new IdempotencyKeyReused();
    // The response confirms that the request was carried out, so a failover must not lose the record.
    await store.get(storeKey, {isReplicated: true});
    return record;
  }

  /** @param expected The version of an expired record; 0: none exists. */
  async function reserve(
    storeKey: Key,
    request: IdempotentRequest,
    wanted: Reserved,
    operation: string,
    expected = 0,
  ): Promise<Reserved> {
    const record: IdempotencyRecord<Reserved> = {...wanted, fingerprint: request.fingerprint};
    try {
      await store.write(storeKey, record, {expected, operation});
      return wanted;
    } catch (error) {
      if (!(error instanceof VersionConflict)) throw error;
      // Without a winner, the stored record has expired or was removed.
      const winner = await find(storeKey, request);
      return winner ?? reserve(storeKey, request, wanted, operation, error.current);
    }
  }

  async function replace(
    storeKey: Key,
    request: IdempotentRequest,
    obsolete: Reserved,
    wanted: Reserved,
  ): Promise<Reserved> {
    const stored = await store.get(storeKey);
    const {fingerprint, ...reserved} = (stored?.value ?? {}) as IdempotencyRecord<Reserved>;
    if (stored && !isDeepStrictEqual(reserved, obsolete)) return reserved as unknown as Reserved;
    try {
      const record = {...wanted, fingerprint: stored ? fingerprint : request.fingerprint};
      await store.write(storeKey, record, {expected: stored?.version ?? 0});
      return wanted;
    } catch (error) {
      if (error instanceof VersionConflict) return replace(storeKey, request, obsolete, wanted);
      throw error;
    }
  }

  return {find, reserve: (...request) => reserve(...request), replace};
}
