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

/** How long, in days, an idempotency key is honoured: far longer than anyone sends a request again. */
export const idempotencyDays = 30;

/** Whether a claim is too old to be honoured: `tavle prune` removes it, and what its request left behind. */
export function isExpired({record}: Pick<ClaimRecord, 'record'>, now = new Date()): boolean {
  return Date.parse(record.aendret) < now.getTime() - idempotencyDays * 86_400_000;
}

/** What an earlier request of this name claimed, if there was one in the last 30 days. @throws {KeyReused} */
export async function findClaim(
  store: Store,
  authority: string,
  {key, fingerprint}: Retry,
): Promise<Claim | undefined> {
  const [found] = await store.read([idempotencyKey(authority, key)]);
  const claim = found?.value as ClaimRecord | undefined;
  if (!claim || isExpired(claim)) return undefined;
  if (claim.fingerprint !== fingerprint) throw new KeyReused();
  return claim;
}

/**
 * Ties a request's name to one deadline: the first to come decides which.
 *
 * @param wanted The deadline that it is tied to where nobody came before.
 * @param expected The version of an expired claim of that name; 0: there is none.
 * @throws {KeyReused}
 */
export async function claim(
  store: Store,
  authority: string,
  retry: Retry,
  wanted: Claim,
  expected = 0,
): Promise<Claim> {
  const {key, fingerprint} = retry;
  const record: ClaimRecord = {...wanted, fingerprint};
  try {
    const options = {expected, operation: wanted.record.delivery};
    await store.write(idempotencyKey(authority, key), record, options);
    return wanted;
  } catch (error) {
    if (!(error instanceof VersionConflict)) throw error;
    // Without a winner, the stored claim has expired, or was removed since.
    const winner = await findClaim(store, authority, retry);
    return winner ?? claim(store, authority, retry, wanted, error.current);
  }
}
