/* Corrects the counters of a store, for `tavle repair` and `tavle prune`. A type declares its counter in `takenOf`, and
 * its bytes in `usageOf`. A counter of ids may only be raised: otherwise an id would be assigned twice. Keys
 * of counters have no long segments, so a path can be parsed into its key. */

import type {Progress} from './progress.ts';
import {hasUsage, typed} from '../document-types.ts';
import type {Taken} from '../store/document-type.ts';
import {storedBytesKey} from '../store/storage-quota.ts';
import {keyPath, parsePath} from '../store/key.ts';
import type {Store} from '../store/store.ts';

/** Records a number that a document took from a counter, if it is the highest so far. */
export function noteNumber(highest: Map<string, number>, taken: Taken | undefined): void {
  if (!taken) return;
  const path = keyPath(taken.counter);
  highest.set(path, Math.max(taken.number, highest.get(path) ?? 0));
}

/** Raises each counter to the highest number of a document. Returns the number of raised counters. */
export async function raiseCounters(store: Store, highest: ReadonlyMap<string, number>): Promise<number> {
  const counters = await readCounters(store);
  let raised = 0;
  for (const [path, number] of highest) {
    const current = counters.get(path) ?? 0;
    if (current >= number) continue;
    raised += 1;
    // A concurrent increment only raises the counter further.
    await store.add(parsePath(path), number - current);
  }
  return raised;
}

/**
 * Counts the stored bytes of each caller from the documents, and corrects the counters, for `repair` and `prune`. Returns the number of
 * corrected counters. The service may change counters at the same time:
 *
 * - A counter that did not change during the count is set. A write in progress when the count began may be missing until the next count.
 * - A counter that changed is only raised: lowering it could release bytes that are stored.
 */
export async function recount(store: Store, progress: Progress): Promise<number> {
  const before = await readCounters(store);
  const counts = await countBytes(store, progress);
  const after = await readCounters(store);
  // An organisation without documents stores 0 bytes.
  for (const path of before.keys())
    if (/^[^/]+\/[^/]+\/bytes$/.test(path) && !counts.has(path)) counts.set(path, 0);
  let corrected = 0;
  for (const [path, bytes] of counts) {
    const first = before.get(path) ?? 0;
    const isChanged = first !== (after.get(path) ?? 0);
    const difference = bytes - first;
    if (difference === 0 || (isChanged && difference < 0)) continue;
    corrected += 1;
    await store.add(parsePath(path), difference);
  }
  return corrected;
}

async function countBytes(store: Store, progress: Progress) {
  const counts = new Map<string, number>();
  let done = 0;
  for await (const chunk of store.contents.documents(hasUsage)) {
    for (const document of chunk) {
      const found = typed(document);
      const usage = found?.type.usageOf?.(document.value, found.key);
      if (!usage) continue;
      const path = keyPath(storedBytesKey(usage.owner, usage.cvr));
      counts.set(path, (counts.get(path) ?? 0) + usage.bytes);
    }
    progress.report('documents counted', (done += chunk.length));
  }
  progress.end();
  return counts;
}

/** Returns all counters by path. There are a few for each organisation and form master. */
async function readCounters(store: Store): Promise<Map<string, number>> {
  const counters = new Map<string, number>();
  for await (const chunk of store.contents.counters()) {
    for (const {path, number} of chunk) counters.set(path, number);
  }
  return counters;
}
