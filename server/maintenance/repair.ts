import type {Progress} from '../cli/progress.ts';
import {phaseOf} from '../document-types.ts';
import type {Dependencies} from '../store/document-type.ts';
import type {Entry, Key, Store} from '../store/store.ts';
import {VersionConflict} from '../store/store.ts';
import {noteNumber, raiseCounters, recount, type Taken} from './counters.ts';
import {examine, type Examined} from './needs.ts';

/** How many index entries are looked for at once. */
const batchLength = 1_000;

/** How many lost documents are named. */
const maxExamples = 10;

/** The result of a repair. */
export interface Repaired {
  /** How many documents were looked at that need something else. */
  readonly checked: number;
  readonly entriesAdded: number;
  readonly documentsAdded: number;
  readonly countersRaised: number;
  /** How many callers' stored bytes were counted wrong. */
  readonly recounted: number;
  /** How many documents need another one that is gone and does not follow from them. */
  readonly lost: number;
  /** Some of those, as the store calls them. */
  readonly examples: readonly string[];
}

interface Checked extends Examined {
  readonly dependencies: Dependencies;
}

/**
 * Adds what leads to documents and is missing, as it follows from them, and counts what each caller stores. It removes nothing and may run
 * while the service does: what it adds for a document that changes at that moment is an entry that readers ignore.
 */
export async function repair(store: Store, progress: Progress): Promise<Repaired> {
  let [checked, entriesAdded, documentsAdded, lost] = [0, 0, 0, 0];
  const examples: string[] = [];
  const taken = new Map<string, Taken>();

  for await (const chunk of store.contents.documents(path => phaseOf(path) === 'main')) {
    for await (const examined of examine(store, chunk)) {
      const group = examined.filter((each): each is Checked => each.dependencies !== undefined);
      entriesAdded += await addEntries(store, group);
      const documents = await addDocuments(store, group);
      documentsAdded += documents.added;
      lost += documents.lost.length;
      examples.push(...documents.lost.slice(0, maxExamples - examples.length));
      for (const {dependencies} of group) noteNumber(taken, dependencies.taken);
      progress.tell('checked', (checked += group.length));
    }
  }
  const countersRaised = await raiseCounters(store, taken);
  progress.end();
  const recounted = await recount(store, progress);
  return {checked, entriesAdded, documentsAdded, countersRaised, recounted, lost, examples};
}

/** Returns how many entries were missing. */
async function addEntries(store: Store, group: readonly Checked[]): Promise<number> {
  const wanted = group.flatMap(each => each.dependencies.entries(each.needed).map(entry => ({each, entry})));
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
  for (const {document, dependencies, needed} of await unchanged(store, lacking)) {
    for (const [place, {key, value}] of dependencies.documents.entries()) {
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
  const now = await store.read(each.map(({dependencies}) => dependencies.key));
  return new Set(each.filter(({document}, place) => now[place]?.operation === document.operation));
}
