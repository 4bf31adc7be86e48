import type {Portal} from '../portal/portal.ts';
import type {Key, Store} from './store.ts';

/**
 * How old, in days, the attempt to write something must be before what it left behind counts as abandoned. It is longer than any
 * request lasts, and longer than a request can be repeated under its idempotency key.
 */
export const abandonedDays = 31;

/** What an operator can prune separately. Each type of documents declares the kind that it belongs to. */
export type PruneKind = 'dashboards' | 'deadlines' | 'feeds' | 'forms' | 'keys' | 'marks';

/** The removed and kept items, as the report names them. */
export type PruneItem =
  | 'dashboards'
  | 'deadlines'
  | 'form variants'
  | 'idempotency keys'
  | 'index entries'
  | 'lists of recipients'
  | 'marks'
  | 'subscription links'
  | 'texts of form variants';

/** One run that removes what nobody needs any more. */
export interface Pruning {
  readonly store: Store;
  /** When the run began: ages are relative to this. */
  readonly now: Date;
  /** Only what nobody has needed since this moment may go. `undefined`: each kind has its own retention. */
  readonly before: Date | undefined;
  /** Its form masters and authorities decide which form variants are published. Set if `before` is set and forms are pruned. */
  readonly portal: Portal | undefined;
  readonly isDryRun: boolean;
  includes(kind: PruneKind): boolean;
  /**
   * Counts what may go, and removes it unless the run is a rehearsal. What another writer changed in the meantime is counted as kept; the
   * next run looks at it.
   *
   * @param removal May throw {@link VersionConflict}.
   */
  remove(item: PruneItem, count: number, removal: () => Promise<unknown>): Promise<void>;
  /** Counts what stays. @param reason As the operator reads it. */
  keep(item: PruneItem, reason: string, count?: number): void;
  /** Takes bytes off the count of what a caller stores. */
  release(counter: Key, bytes: number): Promise<void>;
  /** Waits longer than the steps of one write are apart. */
  pause(): Promise<void>;
  /** Reports that so many things were looked at. @throws when the run was stopped. */
  looked(count: number): void;
}

/** Why something that can't be read stays. */
export const unreadable = 'cannot be read';

/** Why something stays that a request may be about to use. */
export const recent = `less than ${abandonedDays} days old`;

/** Returns the moment so many days before the run, as ISO 8601 in UTC. */
export function daysBefore({now}: Pick<Pruning, 'now'>, days: number): string {
  return new Date(now.getTime() - days * 86_400_000).toISOString();
}
