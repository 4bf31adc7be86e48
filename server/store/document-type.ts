import type {z} from 'zod';

import type {Entry, Key} from './engine.ts';
import type {Usage} from './storage-quota.ts';

/** A document type: the only definition of what a stored document consists of. Features declare their types, such as
 * `calendarDocuments`. `saving.ts` writes documents as the type defines; checks, backup, restore, repair, prune, erase
 * and export read it, and must respect a new member. A change of keys or shapes that earlier releases could not read
 * increments `storeFormat` in `readiness.ts`. */
export interface DocumentType<Value = unknown, Parts extends object = Record<string, unknown>> {
  /** The segments of the keys: each is a fixed text, `*` for any text, or `#` for a number that the service assigned. */
  readonly segments: readonly string[];
  /** The shape of the values that any version has written. Additional properties are allowed. Each read checks the shape, so the check must be cheap. */
  readonly schema: z.ZodType;
  readonly phase: BackupPhase;
  /**
   * Set if the document is personal data of the person or the company in the second segment of its key. A change overwrites such a document if it is
   * unreadable.
   */
  readonly subject?: DataSubject;
  /**
   * Splits a document into what it says about a person (owner claim) or a company (CVR number) that its key does not name, and the rest; `undefined`: there is
   * no rest. Returns `undefined` if the document says nothing about this subject. `tavle export` and `tavle erase` read all documents of a type with this
   * method. Default: documents are only about the subject of their key.
   */
  split?(
    value: Value,
    subject: DataSubject,
    id: string,
  ): {about: unknown; rest: Value | undefined} | undefined;
  /**
   * The shapes of the parts, by name. A part is a large value in a separate document of the same group, which is written, read and removed in one step with
   * the main document.
   */
  readonly parts?: Readonly<Record<keyof Parts & string, z.ZodType>>;
  /** Returns the key of a value, for paths that can have the digest of a long segment. Default: the key is parsed from the path. */
  keyOf?(value: Value): Key;
  /** Returns the names of the parts that a value has. Default: no parts. */
  partsOf?(value: Value): readonly (keyof Parts & string)[];
  /** Returns about how many items the parts of a value contain, for parts with many items. */
  weightOf?(value: Value): number;
  /** Returns the index entries that lead to a document. Default: none. */
  entriesOf?(value: Value, key: Key, parts: Partial<Parts>): readonly EntrySet[];
  /** The indexes of the entries of `entriesOf`, to find entries that no document has. */
  readonly indexes?: readonly IndexType[];
  /**
   * Returns the key of a stamp: another document of the group. Each write also writes the stamp in the same step, so its version changes. Default: no stamp.
   */
  stampOf?(key: Key): Key;
  /** Returns an entry that each write adds after all other entries and before the document. No write removes it. Default: no entry. */
  noticeOf?(key: Key): Entry;
  /** Returns the documents of other groups that lead to a document, so that a lost pointer can be written again. Default: none. */
  pointersOf?(value: Value, key: Key): readonly {readonly key: Key; readonly value: unknown}[];
  /** Returns the counter and the number of it that a document took. Default: none. */
  takenOf?(value: Value, key: Key): Taken;
  /** Default: documents count toward no storage quota. */
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
  /** Whether only repetitions of one write have the same entries. A refused write then removes the entries that the stored document does not have. */
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
  /** When the entry was added, in milliseconds since 1970. The document of a new entry may not have been written yet. */
  readonly time: number;
}

/** A number that a document took from a counter. */
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

/** Returns a predicate for the paths of some types. */
export const pathsOf =
  (...types: readonly Pick<DocumentType, 'segments'>[]) =>
  (path: string): boolean => {
    const segments = path.split('/');
    return types.some(type => isOfType(type, segments));
  };

/** Returns the key of a part of a document. */
export const partKey = ([kind, owner, ...rest]: Key, name: string): Key => [kind, owner, ...rest, name];
