import {keyPath} from '../store/key.ts';
import type {Dependencies} from '../store/document-type.ts';
import type {Store} from '../store/store.ts';

/** The highest number of a counter that a document has. */
export type Taken = NonNullable<Dependencies['taken']>;

/** Returns all counters by their path. There are few: some for each organisation and form master. */
export async function readCounters(store: Store): Promise<Map<string, number>> {
  const counters = new Map<string, number>();
  for await (const chunk of store.contents.counters()) {
    for (const {path, number} of chunk) counters.set(path, number);
  }
  return counters;
}

/** Keeps the highest number of each counter. */
export function noteNumber(highest: Map<string, Taken>, taken: Taken | undefined): void {
  if (!taken) return;
  const path = keyPath(taken.counter);
  if (taken.number > (highest.get(path)?.number ?? 0)) highest.set(path, taken);
}

/**
 * Raises each counter to the highest number that a document has, in one step, however far that is.
 *
 * @returns How many counters were raised.
 */
export async function raiseCounters(store: Store, highest: ReadonlyMap<string, Taken>): Promise<number> {
  const reached = await readCounters(store);
  let raised = 0;
  for (const [path, {counter, number}] of highest) {
    const now = reached.get(path) ?? 0;
    if (now >= number) continue;
    raised += 1;
    // A number that the service takes meanwhile only puts the counter further.
    await store.add(counter, number - now);
  }
  return raised;
}
