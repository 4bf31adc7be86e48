import {isDeepStrictEqual} from 'node:util';

import {Problem} from '../http/response/problem.ts';
import {requireReadable} from './data-lost.ts';
import {type Key, type Store, VersionConflict} from './store.ts';

/** A request that its caller named, so that it can be sent again without being carried out again. */
export interface IdempotentRequest {
  /** The caller's name for it: the header `Idempotency-Key`. */
  readonly key: string;
  /** The same for requests of the same content only. */
  readonly fingerprint: string;
  /** What version 0.1.0 stored instead: it depends on the order of the keys. */
  readonly olderFingerprint?: string;
}

/** A 422: an idempotency key came with another request than the first time. */
export class IdempotencyKeyReused extends Problem {
  constructor() {
    super(422, 'A field rule is broken: see Idempotency-Key.', {
      errors: {'Idempotency-Key': ['Must be a new key: this one was used for a request with another body.']},
    });
  }
}

/** The record of an idempotency key: what the first request reserved, and the fingerprint of that request. */
export type IdempotencyRecord<Reserved> = Reserved & {readonly fingerprint: string};

/** How long, in days, an idempotency key is honoured: far longer than anyone sends a request again. */
export const idempotencyDays = 30;

/** @param reservedAt In milliseconds since 1970. */
export function isExpired(reservedAt: number, now: number): boolean {
  return reservedAt < now - idempotencyDays * 86_400_000;
}

/** Idempotency keys: each is tied to what its first request reserved. */
export interface IdempotencyKeys<Reserved> {
  /** Returns what an earlier request under this key reserved in the last 30 days. @throws {IdempotencyKeyReused} */
  find(storeKey: Key, request: IdempotentRequest): Promise<Reserved | undefined>;

  /**
   * Ties the key to `wanted`, unless an earlier request came first. Returns what the key is tied to.
   *
   * @param operation The id of the write, which makes it safe to repeat.
   * @throws {IdempotencyKeyReused}
   */
  reserve(storeKey: Key, request: IdempotentRequest, wanted: Reserved, operation: string): Promise<Reserved>;

  /**
   * Ties the key to `wanted` where it is tied to what turned out to be of no use. Of requests that do so at the same time, one wins;
   * returns what the key is tied to then.
   */
  replace(storeKey: Key, request: IdempotentRequest, useless: Reserved, wanted: Reserved): Promise<Reserved>;
}

/** @param timeOf When something was reserved, in milliseconds since 1970. */
export function createIdempotencyKeys<Reserved extends object>(
  store: Store,
  timeOf: (reserved: Reserved) => number,
): IdempotencyKeys<Reserved> {
  async function find(storeKey: Key, request: IdempotentRequest): Promise<Reserved | undefined> {
    const [found] = await store.read([storeKey]);
    const record = requireReadable(found)?.value as IdempotencyRecord<Reserved> | undefined;
    if (!record || isExpired(timeOf(record), Date.now())) return undefined;
    const {fingerprint, olderFingerprint} = request;
    if (record.fingerprint !== fingerprint && record.fingerprint !== olderFingerprint) {
      throw new IdempotencyKeyReused();
    }
    // The response says that this request was carried out, so a failover must not lose the record.
    await store.read([storeKey], {isReplicated: true});
    return record;
  }

  /** @param expected The version of an expired record; 0: there is none. */
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
      // Without a winner, the stored record has expired, or was removed since.
      const winner = await find(storeKey, request);
      return winner ?? reserve(storeKey, request, wanted, operation, error.current);
    }
  }

  async function replace(
    storeKey: Key,
    request: IdempotentRequest,
    useless: Reserved,
    wanted: Reserved,
  ): Promise<Reserved> {
    const [stored] = await store.read([storeKey]);
    const {fingerprint, ...reserved} = (requireReadable(stored)?.value ?? {}) as IdempotencyRecord<Reserved>;
    if (stored && !isDeepStrictEqual(reserved, useless)) return reserved as unknown as Reserved;
    try {
      const record = {...wanted, fingerprint: stored ? fingerprint : request.fingerprint};
      await store.write(storeKey, record, {expected: stored?.version ?? 0});
      return wanted;
    } catch (error) {
      if (error instanceof VersionConflict) return replace(storeKey, request, useless, wanted);
      throw error;
    }
  }

  return {find, reserve: (...request) => reserve(...request), replace};
}
