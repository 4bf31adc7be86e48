import {isAbout, isOfPersons, sharedTypes, typed} from '../document-types.ts';
import type {DataSubject} from '../store/document-type.ts';
import {keyPath} from '../store/key.ts';
import {changing} from '../store/saving.ts';
import {type Key, VersionConflict} from '../store/engine.ts';
import type {Store} from '../store/store.ts';

/** Documents to read at once. */
const batchLength = 100;

/** A document about a person or a company. An unreadable one has neither version nor value. */
export interface SubjectDocument {
  readonly path: string;
  readonly version?: number;
  /** Of a document about others as well: what it says about the person. */
  readonly value?: unknown;
  /** What stays of a document about others as well, under its key. */
  readonly rest?: {readonly key: Key; readonly value: unknown};
}

/**
 * Returns the documents about a person (owner claim) or a company (CVR number), and what others say about a person. Scans the paths of the whole store,
 * which takes about ten seconds for a million documents, and for a person reads the marks of all companies.
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
  for (const {indexOf, keyOf} of sharedTypes) {
    for (let from: string | undefined = ''; from !== undefined;) {
      const members: readonly string[] = await store.scan(indexOf(subject, id), {from, limit: batchLength});
      for (const member of members) paths.add(keyPath(keyOf(member)));
      from = members.length === batchLength ? `${members.at(-1)}\0` : undefined;
    }
  }
  const found: SubjectDocument[] = [];
  const wanted = [...paths].sort();
  for (let start = 0; start < wanted.length; start += batchLength) {
    const batch = wanted.slice(start, start + batchLength);
    const documents = await store.contents.read(batch);
    for (const [index, path] of batch.entries())
      if (documents[index] || unreadable.has(path)) found.push({path, ...documents[index]});
  }
  if (subject === 'person') {
    for await (const page of store.contents.documents(isOfPersons)) {
      for (const document of page) {
        const {type, key} = typed(document) ?? {};
        const split = type?.splitByPerson?.(document.value, id);
        const {path, version} = document;
        if (split && key) found.push({path, version, value: split.about, rest: {key, value: split.rest}});
      }
    }
    // Unreadable marks do not count, but may name the person.
    for (const path of unreadable) if (isOfPersons(path)) found.push({path});
  }
  return found;
}

/**
 * Removes documents about a person or a company, and the documents that only they need. Documents that are about others as well stay without what they
 * say about the person or the company.
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
  for (const {path, version, value, rest} of documents) {
    const found = value === undefined || rest ? undefined : typed({path, version: 0, operation: '', value});
    const {subjects} = found?.type ?? {};
    if (found && subjects) {
      await changing(store, found.type, found.key, stored => {
        if (!stored) return stored;
        const left = subjects.without(stored.value, subject, id);
        return left === undefined ? undefined : {value: left};
      });
      removed.push(path);
      continue;
    }
    const pointers = found?.type.pointersOf?.(value, found.key) ?? [];
    try {
      if (rest) await store.write(rest.key, rest.value, {expected: version ?? 0});
      else await store.contents.removeDocument(path, version);
      for (const {key} of pointers) await store.contents.removeDocument(keyPath(key));
      removed.push(path);
    } catch (error) {
      if (!(error instanceof VersionConflict)) throw error;
      changed.push(path);
    }
  }
  return {removed, changed};
}
