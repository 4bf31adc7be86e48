import {setTimeout} from 'node:timers/promises';

import {pruneCalendar} from '../calendar/prune.ts';
import type {Progress} from '../cli/progress.ts';
import {pruneForms} from '../forms/prune.ts';
import type {Pruning} from '../store/pruning.ts';
import type {Store} from '../store/store.ts';
import {recount} from './counters.ts';
import {requireWholeStore} from './restore.ts';

/** Longer than the steps of one write are apart: a step that takes 2 seconds has failed. In milliseconds. */
const pauseMs = 5_000;

/** In the order in which they are reported. */
const kinds = [
  'withdrawn deadlines',
  'lists of recipients',
  'index entries',
  'marks',
  'idempotency keys',
  'replaced subscription links',
  'texts of form variants',
] as const;

export type Pruned = Readonly<Record<(typeof kinds)[number], number>>;

export interface PruneOptions {
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
 * kind were removed, or would be.
 *
 * @throws {Refusal} when the store was restored in part only.
 */
export async function prune(
  store: Store,
  {dryRun, progress, stopped, now = new Date(), pause = pauseMs}: PruneOptions,
): Promise<Pruned> {
  await requireWholeStore(store);
  // Bytes that are released below must have been counted.
  if (!dryRun) await recount(store, progress);
  const pruned = Object.fromEntries(kinds.map(kind => [kind, 0])) as Record<string, number>;
  let looked = 0;
  const pruning: Pruning = {
    store,
    now,
    async remove(kind, count, removal) {
      if (!count) return;
      stopped.throwIfAborted();
      pruned[kind] = (pruned[kind] ?? 0) + count;
      if (!dryRun) await removal();
    },
    async release(counter, bytes) {
      await store.add(counter, -bytes);
    },
    async pause() {
      await setTimeout(pause, undefined, {signal: stopped}).catch(() => undefined);
      stopped.throwIfAborted();
    },
    looked(count) {
      stopped.throwIfAborted();
      progress.tell('looked at', (looked += count));
    },
  };
  await pruneCalendar(pruning);
  await pruneForms(pruning);
  progress.end();
  return pruned as Pruned;
}
