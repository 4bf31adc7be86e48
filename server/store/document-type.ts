import type {z} from 'zod';

import type {Document, Entry, Key} from './store.ts';

/**
 * A document type: its keys, the shape of its values and its dependencies. Checks, backup, repair and pruning derive from these. Stored documents
 * have them: a change that earlier releases could not read increments `storeFormat` in `readiness.ts`.
 */
export interface DocumentType<Value = unknown> {
  /** The segments of its keys: a text, `*` for any text, `#` for a number that the service assigned. */
  readonly segments: readonly string[];
  /** The shape of its values in every version; additional properties are allowed. Each read checks it, so it must be cheap. */
  readonly schema: z.ZodType;
  readonly phase: BackupPhase;
  /** Set if the document is personal data of the person or the company in the second segment of its key. */
  readonly subject?: DataSubject;
  /** Default: it has no dependencies. */
  dependenciesOf?(value: Value, key: Key): Dependencies;
  /** Default: it counts toward no storage quota. */
  usageOf?(value: Value, key: Key): Usage;
}

/**
 * When a backup reads a document. Documents that are written later are read earlier, so a backup contains all dependencies of its documents:
 *
 * - `first`: written after the document that it refers to;
 * - `main`: all others;
 * - `with`: one of the {@link Dependencies} of another document, and copied with it;
 * - `last`: written before the document that it refers to, and never removed.
 */
export type BackupPhase = 'first' | 'main' | 'with' | 'last';

/** Data subjects, which may request their stored data and its erasure (GDPR articles 15 and 17). */
export type DataSubject = 'person' | 'company';

/** The keys that are written before a document, so that it can be found and is complete once it exists. */
export interface Dependencies {
  /** The key of the document itself. */
  readonly key: Key;
  /** Other documents; `value` if it can be derived from the document, so that a lost one can be written again. */
  readonly documents: readonly {readonly key: Key; readonly value?: unknown}[];
  /** About how many items `documents` contain, if they are many. */
  readonly weight?: number;
  /** Returns the index entries for the stored `documents`. */
  readonly entries: (documents: readonly (Document | undefined)[]) => Entry[];
  /** The number of a counter that the document took. */
  readonly taken?: {readonly counter: Key; readonly number: number};
}

/** The bytes that a document and its dependencies add to a caller's storage quota. */
export interface Usage {
  readonly counter: Key;
  readonly bytes: number;
}

/** Returns whether a key, or a split path, matches the segments of a type. */
export function isOfType({segments}: DocumentType, key: readonly string[]): boolean {
  if (key.length !== segments.length) return false;
  for (let index = 0; index < segments.length; index += 1) {
    const segment = segments[index];
    if (segment !== '*' && segment !== '#' && segment !== key[index]) return false;
  }
  return true;
}

/** Returns a predicate for the paths of a type. */
export function pathsOf(type: DocumentType): (path: string) => boolean {
  return path => isOfType(type, path.split('/'));
}
