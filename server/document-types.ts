import {z} from 'zod';

import {calendarDocuments} from './calendar/documents.ts';
import {dashboardDocuments} from './dashboard/schema.ts';
import {formDocuments} from './forms/documents.ts';
import {bounds} from './bounds.ts';
import {
  type BackupPhase,
  type DataSubject,
  type Dependencies,
  type DocumentType,
  isOfType,
  type Usage,
} from './store/document-type.ts';
import {keyGroup, parsePath, splitPath} from './store/key.ts';
import type {Key, StoredDocument} from './store/store.ts';

const types: readonly DocumentType[] = [...calendarDocuments, ...formDocuments, ...dashboardDocuments];

const impossibleNumber = z.never({error: 'is not a number that the service can have given'});

function typeOf(key: Key): DocumentType | undefined {
  return types.find(type => isOfType(type, key));
}

/** Returns the schema of the value of a key; `undefined`: any value. */
export function schemaOf(key: Key): z.ZodType | undefined {
  const type = typeOf(key);
  const isValid = type?.segments.every((segment, index) => segment !== '#' || isNumber(key[index])) ?? true;
  return isValid ? type?.schema : impossibleNumber;
}

/** Returns whether a value has the shape that some version stores under a key. Takes about half a microsecond for a deadline. */
export function hasKnownShape(key: Key, value: unknown): boolean {
  return schemaOf(key)?.safeParse(value).success ?? true;
}

export function phaseOf(path: string): BackupPhase {
  return typeOf(parsePath(path))?.phase ?? 'main';
}

export function dependenciesOf({
  path,
  value,
}: Pick<StoredDocument, 'path' | 'value'>): Dependencies | undefined {
  const key = parsePath(path);
  return typeOf(key)?.dependenciesOf?.(value, key);
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

/** Returns whether a path is that of a document that counts in a storage quota. */
export function hasUsage(path: string): boolean {
  const segments = path.split('/');
  return types.some(type => type.usageOf && isOfType(type, segments));
}

/** Returns the storage quota that a document counts in, if any. */
export function usageOf({path, value}: StoredDocument): Usage | undefined {
  const key = parsePath(path);
  return typeOf(key)?.usageOf?.(value, key);
}

function isNumber(text = ''): boolean {
  return /^[1-9]\d{0,15}$/.test(text) && Number(text) <= bounds.maxNumber;
}
