/* Reads documents with all their parts while others write, for backups, repairs and `tavle inspect`. A type declares
 * its parts in `DocumentType`; `maxDocuments` and `maxWeight` bound one read. A document and its parts must be read in
 * one step. A damaged part must not hide its document (`isIncomplete`). */

import {typed, type TypedDocument} from '../document-types.ts';
import {partKey} from '../store/document-type.ts';
import {keyPath} from '../store/key.ts';
import type {Document, StoredDocument} from '../store/engine.ts';
import type {Store} from '../store/store.ts';

/** Limits of one read: a deadline can have many recipients. */
const maxDocuments = 100;
const maxWeight = 50_000;

/** A document with its parts, all of one version. */
export interface WholeDocument extends TypedDocument {
  /** By name; `undefined` for a part that is missing or unreadable. */
  readonly parts: Readonly<Record<string, Document | undefined>>;
  /** Whether a part is missing or unreadable. */
  readonly isIncomplete: boolean;
}

/**
 * Reads documents again with their parts, each in one step, for backup and repair. Leaves out documents that were removed since the first read,
 * and documents without a type.
 */
export async function* readWhole(
  store: Store,
  documents: readonly StoredDocument[],
): AsyncGenerator<WholeDocument[]> {
  let group: TypedDocument[] = [];
  let weight = 0;
  for (const each of documents.flatMap(document => typed(document) ?? [])) {
    group.push(each);
    weight += each.type.weightOf?.(each.document.value) ?? 0;
    if (group.length < maxDocuments && weight < maxWeight) continue;
    yield await readGroup(store, group);
    group = [];
    weight = 0;
  }
  if (group.length) yield await readGroup(store, group);
}

async function readGroup(store: Store, group: readonly TypedDocument[]): Promise<WholeDocument[]> {
  const requests = group.map(({type, key}) => {
    // Reads all parts of the type: a later version of the document may have other ones than this version.
    const names = Object.keys(type.parts ?? {});
    return {names, keys: names.length ? [key, ...names.map(name => partKey(key, name))] : []};
  });
  const found = await store.read(requests.flatMap(({keys}) => keys));
  let start = 0;
  return group.flatMap((each, at): WholeDocument[] => {
    const {names = [], keys = []} = requests[at] ?? {};
    if (!keys.length) return [{...each, parts: {}, isIncomplete: false}];
    const [current, ...others] = found.slice(start, (start += keys.length));
    if (!current) return [];
    const parts = Object.fromEntries(names.map((name, place) => [name, others[place]]));
    const needed = each.type.partsOf?.(current.value) ?? [];
    const isIncomplete = needed.some(name => parts[name] === undefined);
    return [{...each, document: {path: each.document.path, ...current}, parts, isIncomplete}];
  });
}

/** Returns the documents of a backup: the parts that exist, then the document. */
export function toStored({document, key, parts}: WholeDocument): StoredDocument[] {
  const stored = Object.entries(parts).flatMap(([name, part]) =>
    part ? [{path: keyPath(partKey(key, name)), ...part}] : [],
  );
  return [...stored, document];
}

/** Returns the values of the parts of a document. */
export function partsOf({parts}: WholeDocument): Record<string, unknown> {
  return Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, part?.value]));
}
