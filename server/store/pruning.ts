import type {Key, Store} from './store.ts';

/**
 * How old, in days, the attempt to write something must be before what it left behind counts as abandoned. It is longer than any
 * request lasts, and longer than a request can be repeated under its idempotency key.
 */
export const abandonedDays = 31;

/** One run that removes what nobody needs any more. */
export interface Pruning {
  readonly store: Store;
  /** When the run began: ages are relative to this. */
  readonly now: Date;
  /**
   * Counts what may go, and removes it unless the run is a rehearsal.
   *
   * @param kind The name of the removed documents, in the report to the operator.
   */
  remove(kind: string, count: number, removal: () => Promise<unknown>): Promise<void>;
  /** Takes bytes off the count of what a caller stores. */
  release(counter: Key, bytes: number): Promise<void>;
  /** Waits longer than the steps of one write are apart. */
  pause(): Promise<void>;
  /** Reports that so many things were looked at. @throws when the run was stopped. */
  looked(count: number): void;
}

/** Returns the moment so many days before the run, as ISO 8601 in UTC. */
export function daysBefore({now}: Pick<Pruning, 'now'>, days: number): string {
  return new Date(now.getTime() - days * 86_400_000).toISOString();
}
