import {setTimeout} from 'node:timers/promises';

import {pruneCalendar} from '../calendar/prune.ts';
import {pruneForms} from '../forms/prune.ts';
import type {Pruning} from '../store/pruning.ts';
import type {Store} from '../store/store.ts';
import type {Progress} from '../cli/progress.ts';
import {recount} from './recount.ts';
import {Refusal} from '../cli/refusal.ts';
import {unfinishedRestore} from './restore.ts';

/** Longer than the steps of one write are apart: a step that takes 2 seconds has failed. In milliseconds. */
const pauseMs = 5_000;

/** What can be removed, in the order in which it is reported. */
const kinds = [
  'withdrawn deadlines',
  'lists of recipients',
  'index entries',
  'marks',
  'idempotency keys',
  'replaced subscription links',
  'texts of form variants',
] as const;

/** How many of each kind were removed, or would be. */
export type Pruned = Readonly<Record<(typeof kinds)[number], number>>;

export interface PruneOptions {
  /** Counts and removes nothing. */
  readonly dryRun: boolean;
  readonly progress: Progress;
  /** Stops the run between two steps; the next run goes on. */
  readonly stopped: AbortSignal;
  /** Default: the present. */
  readonly now?: Date;
  /** Default: 5 seconds, in milliseconds. */
  readonly pause?: number;
}

/**
 * Removes what retention allows, while others read and write. A run takes little memory, may be broken off, and finds nothing more
 * to do when it is run again.
 *
 * @throws {Refusal} when the store was restored in part only.
 */
export async function prune(
  store: Store,
  {dryRun, progress, stopped, now = new Date(), pause = pauseMs}: PruneOptions,
): Promise<Pruned> {
  if ((await unfinishedRestore(store)) !== undefined) {
    throw new Refusal('A restore into this store has not been finished.');
  }
  // Bytes that are released below must have been counted.
  if (!dryRun) await recount(store, progress);
  const counts = new Map<string, number>();
  let looked = 0;
  const pruning: Pruning = {
    store,
    now,
    async remove(kind, count, removal) {
      if (!count) return;
      stopped.throwIfAborted();
      counts.set(kind, (counts.get(kind) ?? 0) + count);
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
  return Object.fromEntries(kinds.map(kind => [kind, counts.get(kind) ?? 0])) as unknown as Pruned;
}
