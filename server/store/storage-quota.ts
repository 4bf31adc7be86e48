/* Counts and limits what an organisation stores, for `store.ts` and the document types. Add a kind of organisation to
 * `StorageOwner` and `advice`; a type says what counts in `usageOf`. Reserve bytes before a write, and release them
 * after a removal: a counter may be too high, but never too low. */

import {LRUCache} from 'lru-cache';

import {Problem} from '../problem.ts';
import type {Key} from './engine.ts';

/**
 * The approximate size of a document's key, version and operation. Stored counters are sums of such sizes: if you change this number, they are
 * wrong until `tavle repair` recounts.
 */
const documentOverhead = 200;

/** The approximate size of one index entry. */
export const entryBytes = 100;

/** Returns the approximate size of a document in the store. */
export function documentBytes(value: unknown): number {
  return documentOverhead + Buffer.byteLength(JSON.stringify(value));
}

/** The kind of organisation whose storage is counted: form suppliers and authorities, each by CVR number. */
export type StorageOwner = 'leverandoer' | 'myndighed';

/** The bytes that a document, with its parts, entries and pointers, adds to a caller's storage quota. */
export interface Usage {
  readonly owner: StorageOwner;
  readonly cvr: string;
  readonly bytes: number;
}

export const storedBytesKey = (owner: StorageOwner, cvr: string): Key => [owner, cvr, 'bytes'];

type Owner = Pick<Usage, 'owner' | 'cvr'>;

export interface QuotaRules {
  /** In bytes. `undefined`: no bound, and nothing is counted. */
  readonly max: Readonly<Partial<Record<StorageOwner, number | undefined>>>;
  readonly onRefused: () => void;
  /** Called when an owner's write is rejected, at most once a minute for each owner. */
  readonly onFull: (refusal: {cvr: string; stored: number; allowed: number}) => void;
}

/** Counts what organisations store, and refuses nothing, for commands. */
export const countingOnly: QuotaRules = {
  max: {leverandoer: Infinity, myndighed: Infinity},
  onRefused: () => undefined,
  onFull: () => undefined,
};

/** What an owner can do, with the setting of the quota, for messages. */
const advice = {
  leverandoer:
    'Shorten form variants (deleted ones count), or ask the operator of the portal to raise TAVLE_MAX_SUPPLIER_MB.',
  myndighed:
    'Shorten deadlines, or ask the operator of the portal to run "tavle prune", which removes deadlines withdrawn more than 30 days ago, or to raise TAVLE_MAX_AUTHORITY_MB.',
};

/**
 * Reserves bytes before a write and releases bytes after a removal: a crash in between, or an unknown outcome, leaves a counter too high, never too
 * low. `tavle repair` recounts.
 *
 * @param add Adds to a counter of the store, and returns the sum.
 */
export function createStorageQuotas(
  add: (counter: Key, amount: number) => Promise<number>,
  {max, onFull, onRefused}: QuotaRules,
) {
  const reported = new LRUCache<string, true>({max: 1_000, ttl: 60_000});

  function quotaExceeded({owner, cvr}: Owner, bytes: number, stored: number, allowed: number) {
    onRefused();
    const key = `${owner} ${cvr}`;
    if (!reported.has(key)) {
      reported.set(key, true);
      onFull({cvr, stored, allowed});
    }
    return new Problem(
      403,
      `Not enough storage: CVR ${cvr} stores ${toMegabytes(stored)} of the ${toMegabytes(allowed)} MB that it may store, and this needs ${toMegabytes(bytes)} MB more. ${advice[owner]}`,
      {reason: 'an organisation stores as much as it may'},
    );
  }

  return {
    /** Reserves bytes before a write. @param bytes At least 0. @throws {Problem} 403 when the owner would store more than it may. */
    async reserve(of: Owner, bytes: number): Promise<void> {
      const allowed = max[of.owner];
      if (bytes <= 0 || allowed === undefined) return;
      const counter = storedBytesKey(of.owner, of.cvr);
      if ((await add(counter, bytes)) <= allowed) return;
      throw quotaExceeded(of, bytes, await add(counter, -bytes), allowed);
    },

    /** Checks without a reservation, before a write that begins with other documents. @throws {Problem} 403 when `reserve` would. */
    async requireSpace(of: Owner, bytes: number): Promise<void> {
      const allowed = max[of.owner];
      if (bytes <= 0 || allowed === undefined || allowed === Infinity) return;
      const stored = await add(storedBytesKey(of.owner, of.cvr), 0);
      if (stored + bytes > allowed) throw quotaExceeded(of, bytes, stored, allowed);
    },

    async release({owner, cvr}: Owner, bytes: number): Promise<void> {
      if (bytes !== 0 && max[owner] !== undefined) await add(storedBytesKey(owner, cvr), -bytes);
    },
  };
}

/** Formats bytes as megabytes with one decimal, rounded up, so that only 0 bytes are "0". */
function toMegabytes(bytes: number): string {
  return (Math.ceil((bytes / 1024 ** 2) * 10) / 10).toLocaleString('en');
}
