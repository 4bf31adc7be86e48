import {documentBytes} from '../store/stored-bytes.ts';
import {type Store, VersionConflict} from '../store/store.ts';
import {type FristRecord, idempotencyKey} from './records.ts';

/** An idempotency key came with another request than the first time. */
export class KeyReused extends Error {
  override readonly name = 'KeyReused';
}

/** A caller's name for one request, so that it may be sent again. */
export interface Retry {
  readonly key: string;
  /** The same for the same request only. */
  readonly fingerprint: string;
}

/** The deadline that a request with a name of its own made, or is about to make. */
export interface Claim {
  readonly id: number;
  /** As it was made, whatever has become of it since. */
  readonly record: FristRecord;
}

/** What is stored of a claim. */
export interface ClaimRecord extends Claim {
  readonly fingerprint: string;
}

/** Returns how many bytes a claim counts as. */
export function claimBytes({record, fingerprint}: Pick<ClaimRecord, 'record' | 'fingerprint'>): number {
  return documentBytes({record, fingerprint});
}

/** What an earlier request of this name claimed, if there was one. @throws {KeyReused} */
export async function findClaim(
  store: Store,
  authority: string,
  {key, fingerprint}: Retry,
): Promise<Claim | undefined> {
  const [found] = await store.read([idempotencyKey(authority, key)]);
  const claim = found?.value as ClaimRecord | undefined;
  if (claim && claim.fingerprint !== fingerprint) throw new KeyReused();
  return claim;
}

/**
 * Ties a request's name to one deadline: the first to come decides which.
 *
 * @param wanted The deadline that it is tied to where nobody came before.
 * @throws {KeyReused}
 */
export async function claim(store: Store, authority: string, retry: Retry, wanted: Claim): Promise<Claim> {
  const {key, fingerprint} = retry;
  const record: ClaimRecord = {...wanted, fingerprint};
  try {
    const options = {expected: 0, operation: wanted.record.delivery};
    await store.write(idempotencyKey(authority, key), record, options);
    return wanted;
  } catch (error) {
    const winner = error instanceof VersionConflict ? await findClaim(store, authority, retry) : undefined;
    if (!winner) throw error;
    return winner;
  }
}
