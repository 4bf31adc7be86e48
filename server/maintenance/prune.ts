import {setTimeout} from 'node:timers/promises';

import {pruneCalendar} from '../calendar/prune.ts';
import type {Progress} from '../cli/progress.ts';
import {pruneDashboards} from '../dashboard/prune.ts';
import {pruneForms} from '../forms/prune.ts';
import type {Portal} from '../portal/portal.ts';
import type {PruneItem, PruneKind, Pruning} from '../store/pruning.ts';
import {type Store, VersionConflict} from '../store/store.ts';
import {recount} from './counters.ts';
import {requireWholeStore} from './restore.ts';

/** Longer than the steps of one write are apart: a step that takes 2 seconds has failed. In milliseconds. */
const pauseMs = 5_000;

/** The items that a run looks at, by kind, in the order in which they are reported. */
const itemsOf = {
  deadlines: ['deadlines', 'lists of recipients', 'index entries', 'marks'],
  marks: ['marks'],
  keys: ['idempotency keys'],
  feeds: ['subscription links'],
  forms: ['form variants', 'texts of form variants', 'index entries'],
  dashboards: ['dashboards'],
} as const satisfies Record<PruneKind, readonly PruneItem[]>;

/** What became of the items of one name. */
export interface PruneCount {
  readonly removed: number;
  /** How many stay, by the reason why. */
  readonly kept: ReadonlyMap<string, number>;
}

export type Pruned = ReadonlyMap<PruneItem, PruneCount>;

/** What a run is limited to. */
export interface PruneScope {
  /** Default: all kinds with a default retention. */
  readonly kinds?: readonly PruneKind[];
  /** Only what nobody has needed since this moment goes. Default: each kind has its own retention. */
  readonly before?: Date | undefined;
  /** Is needed with `before` for forms. */
  readonly portal?: Portal | undefined;
}

export interface PruneOptions extends PruneScope {
  /** Only count. */
  readonly dryRun: boolean;
  readonly progress: Progress;
  /** Stops the run between two steps; the next run goes on. */
  readonly stopped: AbortSignal;
  readonly now?: Date;
  /** In milliseconds. */
  readonly pause?: number;
}

/**
 * Removes what retention allows, while others read and write. A run takes little memory and may be aborted. Returns how many of each
 * kind were removed and kept, or would be.
 *
 * @throws {Refusal} when the store was restored in part only.
 */
export async function prune(store: Store, options: PruneOptions): Promise<Pruned> {
  const {dryRun, progress, stopped, now = new Date(), pause = pauseMs, before, portal} = options;
  const {kinds = ['deadlines', 'marks', 'keys', 'feeds', 'forms']} = options;
  await requireWholeStore(store);
  // Bytes that are released below must have been counted.
  if (!dryRun) await recount(store, progress);
  const items = kinds.flatMap((kind): readonly PruneItem[] => itemsOf[kind]);
  const counts = new Map(items.map(item => [item, {removed: 0, kept: new Map<string, number>()}]));
  let looked = 0;

  function keep(item: PruneItem, reason: string, count = 1): void {
    const kept = counts.get(item)?.kept;
    if (count) kept?.set(reason, (kept.get(reason) ?? 0) + count);
  }

  const pruning: Pruning = {
    ...{store, now, before, portal, isDryRun: dryRun, keep},
    includes: kind => kinds.includes(kind),
    async remove(item, count, removal) {
      if (!count) return;
      stopped.throwIfAborted();
      try {
        if (!dryRun) await removal();
      } catch (error) {
        if (!(error instanceof VersionConflict)) throw error;
        keep(item, 'changed during the run', count);
        return;
      }
      const counted = counts.get(item);
      if (counted) counted.removed += count;
    },
    async release(counter, bytes) {
      await store.add(counter, -bytes);
    },
    async pause() {
      await setTimeout(pause, undefined, {signal: stopped}).catch(() => undefined);
      stopped.throwIfAborted();
    },
    countScanned(count) {
      stopped.throwIfAborted();
      progress.tell('looked at', (looked += count));
    },
  };
  await pruneCalendar(pruning);
  await pruneForms(pruning);
  await pruneDashboards(pruning);
  progress.end();
  // Form variants are only looked at with `before`.
  return new Map([...counts].filter(([item]) => before !== undefined || item !== 'form variants'));
}
