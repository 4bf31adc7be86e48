import {setTimeout} from 'node:timers/promises';

import {pruneCalendar} from '../calendar/prune.ts';
import type {Progress} from './progress.ts';
import {pruneDashboards} from '../dashboard/prune.ts';
import {pruneForms} from '../forms/prune.ts';
import type {Portal} from '../portal/portal.ts';
import {itemsOfKind, type PruneItem, type PruneKind, type Pruning} from '../pruning.ts';
import {type Store, VersionConflict} from '../store/store.ts';
import {recount} from './counters.ts';
import {requireFinishedRestore} from '../store/unfinished-restore.ts';

/** Longer than the time between two steps of a write, each of which fails after 2 seconds. */
const pauseMs = 5_000;

export interface PruneCount {
  readonly removed: number;
  /** Number of kept items by reason. */
  readonly kept: ReadonlyMap<string, number>;
}

export type Pruned = ReadonlyMap<PruneItem, PruneCount>;

export interface PruneScope {
  /** Default: all kinds with a default retention. */
  readonly kinds?: readonly PruneKind[];
  /** Removes only items that ended before this time. Default: the retention of each kind. */
  readonly before?: Date | undefined;
  /** Required with `before` for forms. */
  readonly portal?: Portal | undefined;
}

export interface PruneOptions extends PruneScope {
  /** Counts without removing. */
  readonly dryRun: boolean;
  readonly progress: Progress;
  /** Stops the run between two steps. The next run continues. */
  readonly stopped: AbortSignal;
  readonly now?: Date;
  /** In milliseconds. Default: 5,000. */
  readonly pause?: number;
}

/**
 * Removes data past its retention while other processes read and write. Uses little memory and may be aborted. Returns the numbers of
 * items that were removed and kept, or would be.
 *
 * @throws {RestoreUnfinished}
 */
export async function prune(store: Store, options: PruneOptions): Promise<Pruned> {
  const {dryRun, progress, stopped, now = new Date(), pause = pauseMs, before, portal} = options;
  const {kinds = ['deadlines', 'marks', 'keys', 'feeds', 'forms']} = options;
  await requireFinishedRestore(store);
  // The bytes that are released below must be counted first.
  if (!dryRun) await recount(store, progress);
  const items = kinds.flatMap((kind): readonly PruneItem[] => itemsOfKind[kind]);
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
      progress.report('looked at', (looked += count));
    },
  };
  await pruneCalendar(pruning);
  await pruneForms(pruning);
  await pruneDashboards(pruning);
  progress.end();
  // Without `before`, form variants are not checked.
  return new Map([...counts].filter(([item]) => before !== undefined || item !== 'form variants'));
}
