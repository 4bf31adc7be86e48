import {addNotice} from '../calendar/changes.ts';
import type {Progress} from './progress.ts';
import {leadOf, phaseOf, typed} from '../document-types.ts';
import type {Lead} from '../store/document-type.ts';
import {keyPath, parsePath} from '../store/key.ts';
import {hasEntry} from '../store/pages.ts';
import {writeNew} from '../store/saving.ts';
import type {Entry, PathEntry, StoredMembers} from '../store/engine.ts';
import type {Store} from '../store/store.ts';
import {noteNumber, raiseCounters, recount} from './counters.ts';
import {partsOf, readWhole, type WholeDocument} from './consistent-read.ts';

/* `tavle repair` (for `cli/commands.ts`), and the end of a restore: writes missing index entries, pointers and counters.
 * A type declares in `entriesOf`, `pointersOf` and `takenOf` which ones its documents require. Must never remove a
 * document. May run while the service runs, so young entries must stay (`minEntryAgeMs`). */

/** Index entries to look up at once. */
const batchLength = 1_000;

const maxExamples = 10;

/** Younger entries stay: their document may still be written. */
const minEntryAgeMs = 3_600_000;

/** The result of a repair. */
export interface Repaired {
  /** Number of checked documents. */
  readonly checked: number;
  readonly entriesAdded: number;
  /** Number of removed index entries that no document has, such as those of a failed delivery. */
  readonly entriesRemoved: number;
  readonly documentsAdded: number;
  readonly countersRaised: number;
  /** Number of corrected counters of stored bytes. */
  readonly recounted: number;
  /** Number of documents with a damaged part. */
  readonly damaged: number;
  /** Paths of up to 10 of these documents. */
  readonly examples: readonly string[];
}

/**
 * Adds missing index entries, documents and counters that follow from documents. Removes index entries that no document has. Recounts the stored bytes
 * of each organisation. May run while the service runs: readers ignore an entry that is added for a document that changes at the same time.
 */
export async function repair(store: Store, progress: Progress, now = Date.now()): Promise<Repaired> {
  let [checked, entriesAdded, entriesRemoved, documentsAdded, damaged] = [0, 0, 0, 0, 0];
  const examples: string[] = [];
  const taken = new Map<string, number>();

  for await (const chunk of store.contents.documents(path => phaseOf(path) === 'main')) {
    for await (const group of readWhole(store, chunk)) {
      const incomplete = group.filter(({isIncomplete}) => isIncomplete);
      damaged += incomplete.length;
      examples.push(...incomplete.map(({document}) => document.path).slice(0, maxExamples - examples.length));
      documentsAdded += await addPointers(store, group);
      entriesAdded += await addEntries(store, group);
      for (const {type, document, key} of group) noteNumber(taken, type.takenOf?.(document.value, key));
      progress.report('checked', (checked += group.length));
    }
  }
  for await (const chunk of store.contents.members())
    entriesRemoved += await removeStrayEntries(store, chunk, now - minEntryAgeMs);
  if (entriesAdded) await addNotice(store);
  const countersRaised = await raiseCounters(store, taken);
  progress.end();
  const recounted = await recount(store, progress);
  return {
    ...{checked, entriesAdded, entriesRemoved, documentsAdded, countersRaised, recounted},
    ...{damaged, examples},
  };
}

/** Adds missing index entries and returns their number. */
async function addEntries(store: Store, group: readonly WholeDocument[]): Promise<number> {
  let added = 0;
  let batch: {each: WholeDocument; entry: Entry}[] = [];
  const check = async () => {
    const found = await Promise.all(batch.map(({entry}) => hasEntry(store, entry)));
    const missing = batch.filter((_, index) => !found[index]);
    batch = [];
    const entries = (await unchanged(store, missing)).map(({entry}) => entry);
    await store.addEntries(entries);
    added += entries.length;
  };
  for (const each of group) {
    for (const set of each.type.entriesOf?.(each.document.value, each.key, partsOf(each)) ?? []) {
      for (const entry of set.entries()) {
        batch.push({each, entry});
        if (batch.length === batchLength) await check();
      }
    }
  }
  await check();
  return added;
}

/** Writes missing documents that lead to others, and returns their number. */
async function addPointers(store: Store, group: readonly WholeDocument[]): Promise<number> {
  const pointers = group.flatMap(each =>
    (each.type.pointersOf?.(each.document.value, each.key) ?? []).map(pointer => ({each, pointer})),
  );
  const found = await store.readVersions(pointers.map(({pointer}) => pointer.key));
  const missing = pointers.filter((_, index) => !found[index]);
  const needed = await unchanged(store, missing);
  const written = await Promise.all(needed.map(({pointer: {key, value}}) => writeNew(store, key, value)));
  return written.filter(Boolean).length;
}

/** Returns the items whose documents have not changed since they were read. */
async function unchanged<Item extends {readonly each: WholeDocument}>(
  store: Store,
  items: readonly Item[],
): Promise<Item[]> {
  const group = [...new Set(items.map(({each}) => each))];
  const now = await store.read(group.map(({key}) => key));
  const same = new Set(group.filter(({document}, at) => now[at]?.operation === document.operation));
  return items.filter(({each}) => same.has(each));
}

/**
 * Removes the entries of some indexes that no document has, and returns their number.
 *
 * @param before Keeps later entries. In milliseconds since 1970.
 */
async function removeStrayEntries(
  store: Store,
  chunk: readonly StoredMembers[],
  before: number,
): Promise<number> {
  const leads: LeadingEntry[] = [];
  for (const {path, members} of chunk) {
    const index = parsePath(path);
    for (const member of members) {
      const lead = leadOf(index, member);
      if (lead && lead.time < before) leads.push({entry: {path, member}, lead});
    }
  }
  let removed = 0;
  for (let start = 0; start < leads.length; start += batchLength) {
    const batch = leads.slice(start, start + batchLength);
    const areNeeded = await neededOf(store, batch);
    const stray = batch.filter((_, at) => !areNeeded[at]);
    await store.contents.removeEntries(stray.map(({entry}) => entry));
    // A document that was written in the meantime may have one of the removed entries again.
    const areNeededNow = await neededOf(store, stray);
    const kept = stray.filter((_, at) => areNeededNow[at]);
    await store.contents.addEntries(kept.map(({entry}) => entry));
    removed += stray.length - kept.length;
  }
  return removed;
}

/** An index entry, and the document that it leads to. */
interface LeadingEntry {
  readonly entry: PathEntry;
  readonly lead: Lead;
}

/** Returns for each entry whether its document has it, or cannot be read. */
async function neededOf(store: Store, entries: readonly LeadingEntry[]): Promise<boolean[]> {
  const unique = new Map(entries.map(({lead: {key}}) => [keyPath(key), key]));
  const keys = [...unique.values()];
  const [documents, versions] = await Promise.all([store.read(keys), store.readVersions(keys)]);
  /** The names of the entry sets of each document, by its path; `undefined`: it cannot be read. */
  const setsOf = new Map(
    Array.from(unique, ([path, key], at): [string, Set<string> | undefined] => {
      const document = documents[at];
      if (!document && versions[at]) return [path, undefined];
      const sets = document && typed({path, ...document})?.type.entriesOf?.(document.value, key, {});
      return [path, new Set(sets?.map(({name}) => name))];
    }),
  );
  return entries.map(({lead}) => setsOf.get(keyPath(lead.key))?.has(lead.set) ?? true);
}
