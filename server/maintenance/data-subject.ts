import {dependenciesOf, isAbout} from '../document-types.ts';
import type {DataSubject} from '../store/document-type.ts';
import {keyPath} from '../store/key.ts';
import {type Store, type StoredDocument, VersionConflict} from '../store/store.ts';

/** Documents to read at once. */
const batchLength = 100;

/**
 * Returns the documents about a person (owner claim) or a company (CVR number). Scans the paths of the whole store, which takes about ten
 * seconds for a million documents.
 */
export async function documentsAbout(
  store: Store,
  subject: DataSubject,
  id: string,
): Promise<StoredDocument[]> {
  const isWanted = isAbout(subject, id);
  const paths = new Set<string>();
  for await (const page of store.contents.paths()) {
    for (const path of page) if (isWanted(path)) paths.add(path);
  }
  const found: StoredDocument[] = [];
  const wanted = [...paths].sort();
  for (let start = 0; start < wanted.length; start += batchLength) {
    const batch = wanted.slice(start, start + batchLength);
    const documents = await store.contents.read(batch);
    found.push(...batch.flatMap((path, index) => (documents[index] ? [{path, ...documents[index]}] : [])));
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
  documents: readonly StoredDocument[],
): Promise<{removed: string[]; changed: string[]}> {
  const removed: string[] = [];
  const changed: string[] = [];
  for (const document of documents) {
    const {path, version, value} = document;
    const needed = value === undefined ? [] : (dependenciesOf(document)?.documents ?? []);
    try {
      await store.contents.removeDocument(path, version);
      for (const {key} of needed) await store.contents.removeDocument(keyPath(key));
      removed.push(path);
    } catch (error) {
      if (!(error instanceof VersionConflict)) throw error;
      changed.push(path);
    }
  }
  return {removed, changed};
}
