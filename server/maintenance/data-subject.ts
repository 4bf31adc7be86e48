import {addNotice} from '../calendar/changes.ts';
import {isAbout, isShared, typed} from '../document-types.ts';
import type {DataSubject} from '../store/document-type.ts';
import {keyPath} from '../store/key.ts';
import {changing} from '../store/saving.ts';
import {type Version, VersionConflict} from '../store/engine.ts';
import type {Store} from '../store/store.ts';

/* `tavle export` and `tavle erase`, for `cli/commands.ts`: prints or removes what is stored about a person or a company
 * (GDPR). A type declares whom it is about in `subject` or `split` of its `DocumentType`. What a document says about
 * others must stay. */

/** How many documents are read at once. */
const batchLength = 100;

/** A document about a person or a company. An unreadable one has neither version nor value. */
export interface SubjectDocument extends Partial<Version> {
  readonly path: string;
  /** The value. If the document is also about others, only what it says about this person or company. */
  readonly value?: unknown;
  /** Whether the document is also about others: `erase` keeps what it says about them. */
  readonly isShared?: true;
}

/**
 * Returns the documents about a person (owner claim) or a company (CVR number), and what other documents say about this subject. Scans the paths of the whole
 * store, which takes about ten seconds for a million documents, and reads all marks, calendar links and choices of mails.
 *
 * @param unreadable The paths of unreadable documents. The store adds those that this function reads.
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
  for await (const page of store.contents.documents(isShared)) {
    for (const document of page) {
      const split = typed(document)?.type.split?.(document.value, subject, id);
      if (split) found.push({...document, value: split.about, isShared: true});
    }
  }
  // Unreadable shared documents may still name the person.
  if (subject === 'person') for (const path of unreadable) if (isShared(path)) found.push({path});
  return found;
}

/**
 * Removes documents about a person or a company, and the documents that only they need. Keeps documents that are also about others, without what they
 * say about this person or company.
 *
 * @returns The paths of removed documents, and of documents that changed since they were read.
 */
export async function erase(
  store: Store,
  subject: DataSubject,
  id: string,
  documents: readonly SubjectDocument[],
): Promise<{removed: string[]; changed: string[]}> {
  const removed: string[] = [];
  const changed: string[] = [];
  for (const {path, version, operation, value, isShared: hasOthers} of documents) {
    if (hasOthers) {
      ((await eraseFrom(store, subject, id, path, operation)) ? removed : changed).push(path);
      continue;
    }
    const found = value === undefined ? undefined : typed({path, version: 0, operation: '', value});
    const pointers = found?.type.pointersOf?.(value, found.key) ?? [];
    try {
      const expected = version === undefined || operation === undefined ? undefined : {version, operation};
      await store.contents.removeDocument(path, expected);
      for (const {key} of pointers) await store.contents.removeDocument(keyPath(key));
      removed.push(path);
    } catch (error) {
      if (!(error instanceof VersionConflict)) throw error;
      changed.push(path);
    }
  }
  if (removed.length) await addNotice(store);
  // Also confirms what an earlier run has removed before its command failed: a failover must not bring it back.
  await store.confirmReplicated();
  return {removed, changed};
}

/** Removes what a document says about a person or a company. Returns false if the document has another version. */
async function eraseFrom(
  store: Store,
  subject: DataSubject,
  id: string,
  path: string,
  operation: string | undefined,
): Promise<boolean> {
  const [document] = await store.contents.read([path]);
  const found = document && typed({path, ...document});
  if (!found) return false;
  let isSame = false;
  await changing(store, found.type, found.key, stored => {
    isSame = stored?.operation === operation;
    if (!stored || !isSame) return stored;
    const rest = found.type.split?.(stored.value, subject, id)?.rest;
    return rest === undefined ? undefined : {value: rest};
  });
  return isSame;
}
