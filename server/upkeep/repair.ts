import {keyPath} from '../store/key.ts';
import type {Hints} from '../store/hints.ts';
import type {Document, Entry, Key, Store, StoredDocument} from '../store/store.ts';
import {VersionConflict} from '../store/store.ts';
import type {Progress} from './progress.ts';
import {groupsOf} from './groups.ts';
import {turnOf} from './rules.ts';
import {readGroups} from './settled.ts';

/** How many index entries are looked for at once. */
const batchLength = 1_000;

/** What was missing. */
export interface Repaired {
  /** How many documents were looked at that need something else. */
  readonly checked: number;
  readonly entriesAdded: number;
  readonly documentsAdded: number;
  readonly countersRaised: number;
  /** How many documents need another one that is gone and does not follow from them. */
  readonly lost: number;
  /** Some of those, as the store calls them. */
  readonly examples: readonly string[];
}

/** How many lost documents are named. */
const mostExamples = 10;

interface Checked {
  readonly document: StoredDocument;
  readonly hints: Hints;
  readonly needed: readonly (Document | undefined)[];
}

/**
 * Adds what leads to documents and is missing, as it follows from them. It removes nothing and may run beside the service: what
 * it adds for a document that changes at that moment is an entry that no reader believes.
 */
export async function repair(store: Store, progress: Progress): Promise<Repaired> {
  let [checked, entriesAdded, documentsAdded] = [0, 0, 0];
  let lost = 0;
  const examples: string[] = [];
  const taken = new Map<string, NonNullable<Hints['taken']>>();

  for await (const chunk of store.contents.documents(path => turnOf(path) === 'second')) {
    for (const each of groupsOf(chunk)) {
      const group = each.flatMap(({document, hints}) => (hints ? [{document, hints}] : []));
      const needed = await readGroups(
        store,
        group.map(({hints}) => hints.documents.map(({key}) => key)),
      );
      const whole = group.map((each, place): Checked => ({...each, needed: needed[place] ?? []}));
      const entries = await addEntries(store, whole);
      const documents = await addDocuments(store, whole);
      entriesAdded += entries;
      documentsAdded += documents.added;
      lost += documents.lost.length;
      examples.push(...documents.lost.slice(0, mostExamples - examples.length));
      for (const {hints} of group) noteNumber(taken, hints);
      checked += group.length;
      progress.tell('checked', checked);
    }
  }
  const countersRaised = await raiseCounters(store, taken);
  progress.end();
  return {checked, entriesAdded, documentsAdded, countersRaised, lost, examples};
}

/** Adds the entries that are missing; resolves to how many there were. */
async function addEntries(store: Store, group: readonly Checked[]): Promise<number> {
  const wanted = group.flatMap(each => each.hints.entries(each.needed).map(entry => ({each, entry})));
  let added = 0;
  for (let start = 0; start < wanted.length; start += batchLength) {
    const batch = wanted.slice(start, start + batchLength);
    const there = await Promise.all(batch.map(({entry}) => isThere(store, entry)));
    const missing = batch.filter((_, place) => !there[place]);
    const current = await unchanged(
      store,
      missing.map(({each}) => each),
    );
    const entries = missing.flatMap(({each, entry}) => (current.has(each) ? [entry] : []));
    await store.addEntries(entries);
    added += entries.length;
  }
  return added;
}

async function isThere(store: Store, {index, member}: Entry): Promise<boolean> {
  const found = await store.scan(index, {from: member, to: `${member}\0`, limit: 1});
  return found.length > 0;
}

/** Writes the documents that are missing and follow from others. */
async function addDocuments(store: Store, group: readonly Checked[]) {
  const lacking = group.filter(({needed}) => needed.includes(undefined));
  const lost: string[] = [];
  let added = 0;
  for (const {document, hints, needed} of await unchanged(store, lacking)) {
    for (const [place, {key, value}] of hints.documents.entries()) {
      if (needed[place]) continue;
      if (value === undefined) lost.push(document.path);
      else if (await writeNew(store, key, value)) added += 1;
    }
  }
  return {added, lost};
}

async function writeNew(store: Store, key: Key, value: unknown): Promise<boolean> {
  try {
    await store.write(key, value, {expected: 0});
    return true;
  } catch (error) {
    if (error instanceof VersionConflict) return false;
    throw error;
  }
}

/** Those whose document still is as it was read. */
async function unchanged(store: Store, group: readonly Checked[]): Promise<Set<Checked>> {
  const each = [...new Set(group)];
  const now = await store.read(each.map(({hints}) => hints.key));
  return new Set(each.filter(({document}, place) => now[place]?.operation === document.operation));
}

function noteNumber(highest: Map<string, NonNullable<Hints['taken']>>, {taken}: Hints): void {
  if (!taken) return;
  const path = keyPath(taken.counter);
  if (taken.number > (highest.get(path)?.number ?? 0)) highest.set(path, taken);
}

/** Raises each counter to the highest number that a document has, in one step, however far that is. */
export async function raiseCounters(
  store: Store,
  highest: ReadonlyMap<string, NonNullable<Hints['taken']>>,
): Promise<number> {
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

/** Returns all counters by their path. There are few: one for each caller and form master. */
export async function readCounters(store: Store): Promise<Map<string, number>> {
  const reached = new Map<string, number>();
  for await (const chunk of store.contents.counters()) {
    for (const {path, number} of chunk) reached.set(path, number);
  }
  return reached;
}
