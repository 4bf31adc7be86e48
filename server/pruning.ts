import type {Portal} from './portal/portal.ts';
import type {Key, Store} from './store/store.ts';

/**
 * After how many days the remains of a failed write count as abandoned. Longer than any request lasts, and than a request can be
 * repeated under its idempotency key.
 */
export const abandonedDays = 31;

/** The items of each kind that an operator can prune separately, in the order of the report. */
export const itemsOfKind = {
  deadlines: ['deadlines', 'lists of recipients', 'index entries', 'marks'],
  marks: ['marks'],
  keys: ['idempotency keys'],
  feeds: ['subscription links'],
  forms: ['form variants', 'texts of form variants', 'index entries'],
  dashboards: ['dashboards'],
} as const;

export type PruneKind = keyof typeof itemsOfKind;

/** The name of removed and kept items in the report. */
export type PruneItem = (typeof itemsOfKind)[PruneKind][number];

/** The values of `tavle prune --kind`. */
export const pruneKinds = (Object.keys(itemsOfKind) as PruneKind[]).sort();

/** One run of `tavle prune`. */
export interface Pruning {
  readonly store: Store;
  /** When the run began. */
  readonly now: Date;
  /** Only items that were last needed before this moment are removed. `undefined`: each kind has its own retention. */
  readonly before: Date | undefined;
  /** Decides which form variants are published. Set if `before` is set and forms are pruned. */
  readonly portal: Portal | undefined;
  readonly isDryRun: boolean;
  includes(kind: PruneKind): boolean;
  /**
   * Counts items as removed, and removes them unless the run is a dry run. Items that another writer has changed count as kept until
   * the next run.
   *
   * @param removal May throw {@link VersionConflict}.
   */
  remove(item: PruneItem, count: number, removal: () => Promise<unknown>): Promise<void>;
  /** Counts items as kept. @param reason The reason in the report. */
  keep(item: PruneItem, reason: string, count?: number): void;
  /** Subtracts bytes from a storage quota. */
  release(counter: Key, bytes: number): Promise<void>;
  /** Waits longer than the steps of one write are apart. */
  pause(): Promise<void>;
  /** Adds to the number of scanned items. @throws when the run was stopped. */
  countScanned(count: number): void;
}

/** The reason for unreadable items. */
export const unreadable = 'cannot be read';

/** The reason for items that a running request may need. */
export const recent = `less than ${abandonedDays} days old`;

/** Returns the moment so many days before the run, as ISO 8601 in UTC. */
export function daysBefore({now}: Pick<Pruning, 'now'>, days: number): string {
  return new Date(now.getTime() - days * 86_400_000).toISOString();
}
