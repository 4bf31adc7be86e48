import {isAbout, typed} from '../document-types.ts';
import type {DataSubject} from '../store/document-type.ts';
import {keyPath} from '../store/key.ts';
import {VersionConflict} from '../store/engine.ts';
import type {Store} from '../store/store.ts';

/** Documents to read at once. */
const batchLength = 100;

/** A document about a person or a company. An unreadable one has neither version nor value. */
export interface SubjectDocument {
  readonly path: string;
  readonly version?: number;
  readonly value?: unknown;
}

/**
 * Returns the documents about a person (owner claim) or a company (CVR number). Scans the paths of the whole store, which takes about ten
 * seconds for a million documents.
 *
 * @param unreadable Has the paths of unreadable documents that the store has read.
 */
export async function documentsAbout(
  store: Store,
  subject: DataSubject,
  id: string,
  unreadable: ReadonlySet<string>,
): Promise<SubjectDocument[]> {
  const isWanted = isAbout(subject, id);
  const paths = new Set<string>();
  for await (const page of store.contents.paths()) {
    for (const path of page) if (isWanted(path)) paths.add(path);
  }
  const found: SubjectDocument[] = [];
  const wanted = [...paths].sort();
  for (let start = 0; start < wanted.length; start += batchLength) {
    const batch = wanted.slice(start, start + batchLength);
    const documents = await store.contents.read(batch);
    for (const [index, path] of batch.entries())
      if (documents[index] || unreadable.has(path)) found.push({path, ...documents[index]});
  }
  return found;
}

/**
 * Removes documents about a person or a company, and the documents that only they need.
 *
 * @returns The paths of removed documents, and of documents that changed since they were read.
 */
export async function erase(
  store: Store,
  documents: readonly SubjectDocument[],
): Promise<{removed: string[]; changed: string[]}> {
  const removed: string[] = [];
  const changed: string[] = [];
  for (const {path, version, value} of documents) {
    const found = value === undefined ? undefined : typed({path, version: 0, operation: '', value});
    const pointers = found?.type.pointersOf?.(value, found.key) ?? [];
    try {
      await store.contents.removeDocument(path, version);
      for (const {key} of pointers) await store.contents.removeDocument(keyPath(key));
      removed.push(path);
    } catch (error) {
      if (!(error instanceof VersionConflict)) throw error;
      changed.push(path);
    }
  }
  return {removed, changed};
}
