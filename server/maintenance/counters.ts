import type {Progress} from '../cli/progress.ts';
import {usageOf} from '../document-types.ts';
import type {Dependencies} from '../store/document-type.ts';
import {keyPath} from '../store/key.ts';
import type {Key, Store} from '../store/store.ts';

/** The highest number of a counter that a document has. */
export type Taken = NonNullable<Dependencies['taken']>;

export function noteNumber(highest: Map<string, Taken>, taken: Taken | undefined): void {
  if (!taken) return;
  const path = keyPath(taken.counter);
  if (taken.number > (highest.get(path)?.number ?? 0)) highest.set(path, taken);
}

/** Raises each counter to the highest number that a document has, in one step. Returns how many counters were raised. */
export async function raiseCounters(store: Store, highest: ReadonlyMap<string, Taken>): Promise<number> {
  const reached = await readCounters(store);
  let raised = 0;
  for (const [path, {counter, number}] of highest) {
    const now = reached.get(path) ?? 0;
    if (now >= number) continue;
    raised += 1;
    // A number that the service takes at the same time only moves the counter further.
    await store.add(counter, number - now);
  }
  return raised;
}

/**
 * Counts the bytes that each caller stores from the documents, and corrects the counters. Returns how many were wrong. It may run while the
 * service adds to them:
 *
 * - A counter that nobody changed during the count is set. A write in progress when the count began may go uncounted until the next one.
 * - A counter that somebody changed is only ever raised, so that nothing is released that is stored.
 */
export async function recount(store: Store, progress: Progress): Promise<number> {
  const before = await readCounters(store);
  const counts = await countBytes(store, progress);
  const after = await readCounters(store);
  for (const path of before.keys()) {
    // The counter of a caller that no longer stores anything.
    const [kind = '', owner = '', part, ...rest] = path.split('/');
    if (part === 'bytes' && !rest.length && !counts.has(path))
      counts.set(path, {counter: [kind, owner, part], bytes: 0});
  }
  let corrected = 0;
  for (const [path, {counter, bytes}] of counts) {
    const first = before.get(path) ?? 0;
    const isChanged = first !== (after.get(path) ?? 0);
    const difference = bytes - first;
    if (difference === 0 || (isChanged && difference < 0)) continue;
    corrected += 1;
    await store.add(counter, difference);
  }
  return corrected;
}

async function countBytes(store: Store, progress: Progress) {
  const counts = new Map<string, {readonly counter: Key; bytes: number}>();
  let done = 0;
  for await (const chunk of store.contents.documents()) {
    for (const document of chunk) {
      const usage = usageOf(document);
      if (!usage) continue;
      const path = keyPath(usage.counter);
      const count = counts.get(path);
      if (count) count.bytes += usage.bytes;
      else counts.set(path, {...usage});
    }
    progress.tell('documents counted', (done += chunk.length));
  }
  progress.end();
  return counts;
}

/** Returns all counters by their path. There are few: some for each organisation and form master. */
async function readCounters(store: Store): Promise<Map<string, number>> {
  const counters = new Map<string, number>();
  for await (const chunk of store.contents.counters()) {
    for (const {path, number} of chunk) counters.set(path, number);
  }
  return counters;
}
