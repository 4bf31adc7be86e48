import type {Progress} from './progress.ts';
import {phaseOf} from '../document-types.ts';
import {writeNew} from '../store/update.ts';
import type {Dependencies} from '../store/document-type.ts';
import {hasEntry} from '../store/pages.ts';
import type {Store} from '../store/store.ts';
import {noteNumber, raiseCounters, recount, type Taken} from './counters.ts';
import {readDependencies, type ResolvedDocument} from './consistent-read.ts';

/** Index entries to look up at once. */
const batchLength = 1_000;

const maxExamples = 10;

/** The result of a repair. */
export interface Repaired {
  /** Number of checked documents with dependencies. */
  readonly checked: number;
  readonly entriesAdded: number;
  readonly documentsAdded: number;
  readonly countersRaised: number;
  /** Number of corrected counters of stored bytes. */
  readonly recounted: number;
  /** Number of documents with a lost dependency that cannot be derived. */
  readonly lost: number;
  /** Paths of up to 10 of these documents. */
  readonly examples: readonly string[];
}

interface DependentDocument extends ResolvedDocument {
  readonly dependencies: Dependencies;
}

/**
 * Adds missing index entries, documents and counters that follow from documents, and recounts the stored bytes of each caller. Removes
 * nothing and may run while the service runs: readers ignore an entry that is added for a document that changes at the same time.
 */
export async function repair(store: Store, progress: Progress): Promise<Repaired> {
  let [checked, entriesAdded, documentsAdded, lost] = [0, 0, 0, 0];
  const examples: string[] = [];
  const taken = new Map<string, Taken>();

  for await (const chunk of store.contents.documents(path => phaseOf(path) === 'main')) {
    for await (const resolved of readDependencies(store, chunk)) {
      const group = resolved.filter((each): each is DependentDocument => each.dependencies !== undefined);
      entriesAdded += await addEntries(store, group);
      const documents = await addDocuments(store, group);
      documentsAdded += documents.added;
      lost += documents.lost.length;
      examples.push(...documents.lost.slice(0, maxExamples - examples.length));
      for (const {dependencies} of group) noteNumber(taken, dependencies.taken);
      progress.report('checked', (checked += group.length));
    }
  }
  const countersRaised = await raiseCounters(store, taken);
  progress.end();
  const recounted = await recount(store, progress);
  return {checked, entriesAdded, documentsAdded, countersRaised, recounted, lost, examples};
}

/** Adds missing index entries and returns their number. */
async function addEntries(store: Store, group: readonly DependentDocument[]): Promise<number> {
  const expected = group.flatMap(each =>
    each.dependencies.entries(each.needed).map(entry => ({each, entry})),
  );
  let added = 0;
  for (let start = 0; start < expected.length; start += batchLength) {
    const batch = expected.slice(start, start + batchLength);
    const found = await Promise.all(batch.map(({entry}) => hasEntry(store, entry)));
    const missing = batch.filter((_, index) => !found[index]);
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

/** Writes missing documents that follow from others. */
async function addDocuments(store: Store, group: readonly DependentDocument[]) {
  const lacking = group.filter(({needed}) => needed.includes(undefined));
  const lost: string[] = [];
  let added = 0;
  for (const {document, dependencies, needed} of await unchanged(store, lacking)) {
    for (const [index, {key, value}] of dependencies.documents.entries()) {
      if (needed[index]) continue;
      if (value === undefined) lost.push(document.path);
      else if (await writeNew(store, key, value)) added += 1;
    }
  }
  return {added, lost};
}

/** Returns the documents that have not changed since they were read. */
async function unchanged(store: Store, group: readonly DependentDocument[]): Promise<Set<DependentDocument>> {
  const each = [...new Set(group)];
  const now = await store.read(each.map(({dependencies}) => dependencies.key));
  return new Set(each.filter(({document}, index) => now[index]?.operation === document.operation));
}
