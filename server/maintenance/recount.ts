import {keyPath} from '../store/key.ts';
import type {Key, Store} from '../store/store.ts';
import {readCounters} from './counters.ts';
import type {Progress} from '../cli/progress.ts';
import {usageOf} from '../document-types.ts';

/** The counters of stored bytes that documents, or earlier counts, have. */
interface Count {
  readonly counter: Key;
  bytes: number;
}

/**
 * Counts the bytes that each caller stores from the documents, and corrects the counters. It may run beside the service, which
 * adds to the counters meanwhile:
 *
 * - Where nobody changed a counter during the count, it is set right. A write that was under way when the count began may go
 *   uncounted until the next count.
 * - Where somebody did, it is only ever raised, so that nothing is released that is stored.
 *
 * @returns How many counters were corrected.
 */
export async function recount(store: Store, progress: Progress): Promise<number> {
  const before = await readCounters(store);
  const counts = await countDocuments(store, progress);
  const after = await readCounters(store);
  let corrected = 0;
  for (const [path, {counter, bytes}] of withUnused(counts, before)) {
    const [first, last] = [before.get(path) ?? 0, after.get(path) ?? 0];
    const difference = bytes - first;
    if (difference === 0 || (first !== last && difference < 0)) continue;
    corrected += 1;
    await store.add(counter, difference);
  }
  return corrected;
}

async function countDocuments(store: Store, progress: Progress): Promise<Map<string, Count>> {
  const counts = new Map<string, Count>();
  let done = 0;
  for await (const chunk of store.contents.documents()) {
    for (const document of chunk) {
      const usage = usageOf(document);
      if (!usage) continue;
      const path = keyPath(usage.counter);
      const count = counts.get(path) ?? {counter: usage.counter, bytes: 0};
      count.bytes += usage.bytes;
      counts.set(path, count);
    }
    progress.tell('documents counted', (done += chunk.length));
  }
  progress.end();
  return counts;
}

/** Adds the counters of callers that no longer store anything. */
function withUnused(counts: Map<string, Count>, before: ReadonlyMap<string, number>): Map<string, Count> {
  for (const path of before.keys()) {
    const [kind = '', owner = '', part, ...rest] = path.split('/');
    if (part === 'bytes' && !rest.length && !counts.has(path))
      counts.set(path, {counter: [kind, owner, part], bytes: 0});
  }
  return counts;
}
