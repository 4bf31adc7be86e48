import {Problem} from '../http/response/problem.ts';
import type {StorageQuota} from '../quotas/storage-quota.ts';
import {
  createIdempotencyKeys,
  IdempotencyKeyReused,
  type IdempotencyRecord,
  type IdempotentRequest,
  isExpired,
} from '../store/idempotency.ts';
import {documentBytes} from '../store/stored-bytes.ts';
import type {Key, Store} from '../store/store.ts';
import {newToken, timeOfToken} from '../store/token.ts';
import type {Registry, VariantInput} from './registry.ts';
import {type Variant, type VariantHead, variantKey, type VariantName} from './variant.ts';

/** The variant that a request with an idempotency key created, or is about to create. */
interface ReservedVariant {
  readonly egetId: string;
  /** Stored in the variant that the request created. */
  readonly token: string;
}

export type CreationRecord = IdempotencyRecord<ReservedVariant>;

export function reservationBytes({egetId, token, fingerprint}: CreationRecord): number {
  return documentBytes({egetId, token, fingerprint});
}

/** Returns whether an idempotency key has expired: `tavle prune` removes it. */
export function isExpiredReservation(reserved: ReservedVariant, now: Date): boolean {
  return isExpired(reservedAt(reserved), now.getTime());
}

const reservedAt = ({token}: ReservedVariant) => timeOfToken(token) ?? 0;

export type VariantCreation = ReturnType<typeof createVariantCreation>;

/** Creates form variants, at most once for each idempotency key. */
export function createVariantCreation(store: Store, registry: Registry, quota: StorageQuota) {
  const keys = createIdempotencyKeys<ReservedVariant>(store, reservedAt);

  async function reserve(name: VariantName, request: IdempotentRequest): Promise<string> {
    const input = {egetId: name.egetId, token: newToken()};
    const bytes = reservationBytes({...input, fingerprint: request.fingerprint});
    await quota.reserve(name.cvr, bytes);
    try {
      const reserved = await keys.reserve(keyOf(name.cvr, request), request, input, input.token);
      if (reserved !== input) await quota.release(name.cvr, bytes);
      return reserved.token;
    } catch (error) {
      if (error instanceof IdempotencyKeyReused) await quota.release(name.cvr, bytes);
      throw error;
    }
  }

  /** Returns the variant that an earlier request with this key created, as it is now. @throws {IdempotencyKeyReused} */
  async function find(cvr: string, request: IdempotentRequest): Promise<Variant | undefined> {
    const reserved = await keys.find(keyOf(cvr, request), request);
    if (!reserved) return undefined;
    const name = {cvr, egetId: reserved.egetId};
    const [stored] = await store.read([variantKey(name)], {isReplicated: true});
    const head = stored?.value as VariantHead | undefined;
    return head?.createdBy === reserved.token ? registry.get(name) : undefined;
  }

  return {
    find,

    /** Creates or restores a variant; completes an earlier request with the same key. @throws {Problem} */
    async create(name: VariantName, input: VariantInput, request?: IdempotentRequest): Promise<Variant> {
      const existing = request && (await registry.get(name));
      if (request && existing && !existing.deleted) {
        // A concurrent retry may have created it. Otherwise, rejects the request without storing its key.
        return (await find(name.cvr, request)) ?? refuse();
      }
      const createdBy = request && (await reserve(name, request));
      const {variant} = await registry.put(name, current => {
        if (current && createdBy !== undefined && current.createdBy === createdBy) return current;
        if (current && !current.deleted) refuse();
        return {...input, ...(createdBy === undefined ? {} : {createdBy})};
      });
      return variant;
    },
  };
}

const keyOf = (cvr: string, {key}: IdempotentRequest): Key => ['leverandoer', cvr, 'idempotens', key];

function refuse(): never {
  throw new Problem(400, 'You already have a form variant with that egetId: see egetId.', {
    errors: {egetId: ['Must be a new id. Use PUT to change the existing variant.']},
  });
}
