import {z} from 'zod';

import {calendarDocuments} from './calendar/documents.ts';
import {dashboardDocuments} from './dashboard/schema.ts';
import {formDocuments} from './forms/documents.ts';
import {bounds} from './bounds.ts';
import {
  type BackupPhase,
  type DataSubject,
  type DocumentType,
  isOfType,
  type Lead,
  pathsOf,
} from './store/document-type.ts';
import {keyGroup, parsePath, splitPath} from './store/key.ts';
import type {Key, StoredDocument} from './store/engine.ts';

/* All types of documents, for backup, restore, repair, prune, erase and `tavle check`. Add a type to the list of its
 * feature (`calendarDocuments`, `formDocuments`, `dashboardDocuments`), so that these commands know it, and a new list
 * to `types`. */

const types: readonly DocumentType[] = [...calendarDocuments, ...formDocuments, ...dashboardDocuments];

/** The keys of documents and of their parts, each with the schema of its value. */
const shapes = types.flatMap(({segments, schema, parts = {}}) => [
  {segments, schema},
  ...Object.entries(parts).map(([name, part]) => ({segments: [...segments, name], schema: part})),
]);

const indexes = types.flatMap(type => type.indexes ?? []);

const impossibleNumber = z.never({error: 'is not a number that the service can have given'});

/** Returns the schema of the value of a key; `undefined`: any value. */
export function schemaOf(key: Key): z.ZodType | undefined {
  const shape = shapes.find(each => isOfType(each, key));
  const isValid = shape?.segments.every((segment, index) => segment !== '#' || isNumber(key[index])) ?? true;
  return isValid ? shape?.schema : impossibleNumber;
}

/** Returns whether a value has the shape that some version stores under a key. Takes about half a microsecond for a deadline. */
export function hasKnownShape(key: Key, value: unknown): boolean {
  return schemaOf(key)?.safeParse(value).success ?? true;
}

/** Returns the phase of a backup that reads a path. The phase of parts is `derived`. */
export function phaseOf(path: string): BackupPhase {
  const key = parsePath(path);
  return typeOf(key)?.phase ?? (shapes.some(shape => isOfType(shape, key)) ? 'derived' : 'main');
}

/** A document with its type and its full key. Its path may have a digest in place of a long segment. */
export interface TypedDocument {
  readonly document: StoredDocument;
  readonly type: DocumentType;
  readonly key: Key;
}

/** Returns the type of a document; `undefined` for a document without a type. */
export function typed(document: StoredDocument): TypedDocument | undefined {
  const key = parsePath(document.path);
  const type = typeOf(key);
  return type && {document, type, key: type.keyOf?.(document.value) ?? key};
}

/** Returns where an index entry leads; `undefined` for unknown indexes. */
export function leadOf(index: Key, member: string): Lead | undefined {
  return indexes.find(type => isOfType(type, index))?.parse(member, index);
}

/** Returns a filter of paths of documents about a person or a company. @param id The owner claim, or the CVR number. */
export function isAbout(subject: DataSubject, id: string): (path: string) => boolean {
  const about = types.filter(type => type.subject === subject);
  return path =>
    about.some(
      type =>
        keyGroup([type.segments[0] ?? '', id]) === splitPath(path).group && isOfType(type, path.split('/')),
    );
}

/** Returns whether a path is that of a document that may be about persons and companies that its key does not name. */
export const isShared = pathsOf(...types.filter(type => type.split !== undefined));

/** Returns whether a path is that of a document that counts in a storage quota. */
export const hasUsage = pathsOf(...types.filter(type => type.usageOf !== undefined));

const typeOf = (key: Key): DocumentType | undefined => types.find(type => isOfType(type, key));

const isNumber = (text = ''): boolean => /^[1-9]\d{0,15}$/.test(text) && Number(text) <= bounds.maxNumber;
