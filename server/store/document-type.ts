import type {z} from 'zod';

import type {Entry, Key} from './engine.ts';
import type {Usage} from './storage-quota.ts';

/**
 * A document type: the only statement of what a stored document consists of. `saving.ts` writes documents by it, and checks, backup, restore, repair,
 * prune, erase and export read it. Stored documents have its keys and shapes: a change that earlier releases could not read increments `storeFormat` in
 * `readiness.ts`.
 */
export interface DocumentType<Value = unknown, Parts extends object = Record<string, unknown>> {
  /** The segments of its keys: a text, `*` for any text, `#` for a number that the service assigned. */
  readonly segments: readonly string[];
  /** The shape of its values in every version; additional properties are allowed. Each read checks it, so it must be cheap. */
  readonly schema: z.ZodType;
  readonly phase: BackupPhase;
  /** Set if the document is personal data of the person or the company in the second segment of its key. An unreadable one is written over. */
  readonly subject?: DataSubject;
  /**
   * Returns what a document says about a person (owner claim) or a company (CVR number) that its key does not name, and the rest of the document;
   * `undefined`: there is no rest. Returns `undefined` if it says nothing. `tavle export` and `tavle erase` read all documents of such a type. Default: it is
   * about nobody else.
   */
  split?(
    value: Value,
    subject: DataSubject,
    id: string,
  ): {about: unknown; rest: Value | undefined} | undefined;
  /** The shapes of its parts by name: large values, each in a document of the same group that is written, read and removed in one step with it. */
  readonly parts?: Readonly<Record<keyof Parts & string, z.ZodType>>;
  /** Returns the key of a value, for paths that may have the digest of a long segment. Default: that of the path. */
  keyOf?(value: Value): Key;
  /** Returns the names of the parts that a value has. Default: none. */
  partsOf?(value: Value): readonly (keyof Parts & string)[];
  /** About how many items the parts of a value contain, if they are many. */
  weightOf?(value: Value): number;
  /** Returns the index entries that lead to a document. Default: none. */
  entriesOf?(value: Value, key: Key, parts: Partial<Parts>): readonly EntrySet[];
  /** The indexes of these entries, to find entries that no document has. */
  readonly indexes?: readonly IndexType[];
  /** Returns the key of a stamp: a document of the same group that is written in the same step, so that its version changes with each write. Default: none. */
  stampOf?(key: Key): Key;
  /** Returns an entry that is added before each write, after the others, and that nothing removes. Default: none. */
  noticeOf?(key: Key): Entry;
  /** Returns the documents of other groups that lead to a document, so that a lost one can be written again. Default: none. */
  pointersOf?(value: Value, key: Key): readonly Pointer[];
  /** Returns the number of a counter that a document took. Default: none. */
  takenOf?(value: Value, key: Key): Taken;
  /** Default: it counts toward no storage quota. */
  usageOf?(value: Value, key: Key): Usage;
}

/**
 * When a backup reads a document. Documents that are written later are read earlier, so a backup contains the documents that others refer to:
 *
 * - `first`: written after the document that it refers to;
 * - `main`: all others;
 * - `derived`: a part, which is copied with its document, or a pointer, which `restore` writes again;
 * - `last`: written before the document that it refers to, and never removed.
 */
export type BackupPhase = 'first' | 'main' | 'derived' | 'last';

/** Data subjects, which may request their stored data and its erasure (GDPR articles 15 and 17). */
export type DataSubject = 'person' | 'company';

/** Index entries that are added and removed together. */
export interface EntrySet {
  /** Sets of one document with the same name have the same entries. */
  readonly name: string;
  /** Whether only repetitions of one write have the same entries: then a failed write removes those that the stored document does not have. */
  readonly isUnique: boolean;
  readonly entries: () => Iterable<Entry>;
}

/** An index whose members lead to documents of one type. */
export interface IndexType {
  readonly segments: readonly string[];
  /** Returns what a member of an index leads to; `undefined` for an unknown member. */
  readonly parse: (member: string, index: Key) => Lead | undefined;
}

export interface Lead {
  readonly key: Key;
  /** The name of the member's entry set. */
  readonly set: string;
  /** When the entry was added, in milliseconds since 1970: its document may not have been written yet. */
  readonly time: number;
}

export interface Pointer {
  readonly key: Key;
  readonly value: unknown;
}

/** A number of a counter. */
export interface Taken {
  readonly counter: Key;
  readonly number: number;
}

/** Returns whether a key, or a split path, matches the segments of a type. */
export function isOfType({segments}: Pick<DocumentType, 'segments'>, key: readonly string[]): boolean {
  if (key.length !== segments.length) return false;
  for (let index = 0; index < segments.length; index += 1) {
    const segment = segments[index];
    if (segment !== '*' && segment !== '#' && segment !== key[index]) return false;
  }
  return true;
}

/** Returns a predicate for the paths of a type. */
export function pathsOf(type: Pick<DocumentType, 'segments'>): (path: string) => boolean {
  return path => isOfType(type, path.split('/'));
}

/** Returns the key of a part of a document. */
export function partKey([kind, owner, ...rest]: Key, name: string): Key {
  return [kind, owner, ...rest, name];
}
