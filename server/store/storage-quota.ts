import {LRUCache} from 'lru-cache';

import {Problem} from '../problem.ts';
import type {Key, Store} from './store.ts';

/**
 * The approximate size of a document's key, version and operation. Stored counters have sums of such sizes: `tavle repair` recounts after a
 * change.
 */
const documentOverhead = 200;

/** The approximate size of one index entry. */
export const entryBytes = 100;

/** Returns the approximate size of a document in the store. */
export function documentBytes(value: unknown): number {
  return documentOverhead + Buffer.byteLength(JSON.stringify(value));
}

/** Whose storage is counted: form suppliers and authorities, each by CVR number. */
export type StorageOwner = 'leverandoer' | 'myndighed';

export const storedBytesKey = (owner: StorageOwner, cvr: string): Key => [owner, cvr, 'bytes'];

/**
 * Bytes are reserved before a write and released after a removal, so a crash in between, or an unknown outcome, only counts too much. `tavle repair`
 * recounts.
 */
export interface StorageQuota {
  /** @param bytes At least 0. @throws {Problem} 403 when the owner would store more than it may. */
  reserve(cvr: string, bytes: number): Promise<void>;
  release(cvr: string, bytes: number): Promise<void>;
}

export const noQuota: StorageQuota = {reserve: () => Promise.resolve(), release: () => Promise.resolve()};

export interface QuotaRules {
  readonly owner: StorageOwner;
  /** `undefined`: no bound, and nothing is counted. */
  readonly maxBytes: number | undefined;
  readonly onRefused: () => void;
  /** Called when an owner's write is rejected, at most once a minute for each owner. */
  readonly onFull: (refusal: {cvr: string; stored: number; allowed: number}) => void;
}

/** The owner's actions, and the setting of the quota, for messages. */
const advice = {
  leverandoer:
    'Shorten or delete form variants, or ask the operator of the portal to raise TAVLE_MAX_SUPPLIER_MB.',
  myndighed:
    'Shorten deadlines, or ask the operator of the portal to run "tavle prune", which removes deadlines withdrawn more than 30 days ago, or to raise TAVLE_MAX_AUTHORITY_MB.',
};

export function createStorageQuota(
  store: Store,
  {owner, maxBytes, onFull, onRefused}: QuotaRules,
): StorageQuota {
  if (maxBytes === undefined) return noQuota;
  const reported = new LRUCache<string, true>({max: 1_000, ttl: 60_000});
  const add = (cvr: string, bytes: number) => store.add(storedBytesKey(owner, cvr), bytes);

  return {
    async reserve(cvr, bytes) {
      if (bytes === 0) return;
      const sum = await add(cvr, bytes);
      if (sum <= maxBytes) return;
      const stored = await add(cvr, -bytes);
      onRefused();
      if (!reported.has(cvr)) {
        reported.set(cvr, true);
        onFull({cvr, stored, allowed: maxBytes});
      }
      throw new Problem(
        403,
        `Not enough storage: CVR ${cvr} stores ${toMegabytes(stored)} of the ${toMegabytes(maxBytes)} MB that it may store, and this needs ${toMegabytes(bytes)} MB more. ${advice[owner]}`,
        {reason: 'an organisation stores as much as it may'},
      );
    },

    async release(cvr, bytes) {
      if (bytes !== 0) await add(cvr, -bytes);
    },
  };
}

/** Formats megabytes with one decimal, rounded up, so that it is never 0. */
function toMegabytes(bytes: number): string {
  return (Math.ceil((bytes / 1024 ** 2) * 10) / 10).toLocaleString('en');
}
