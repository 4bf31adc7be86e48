import type {z} from 'zod';

import type {PruneKind} from './pruning.ts';
import type {Document, Entry, Key} from './store.ts';

/**
 * A type of documents: where they are, what they look like and what they need. All that checks, copies, mends or tidies a whole store
 * follows from these.
 */
export interface DocumentType<Value = unknown> {
  /** The segments of its keys: a text, `*` for any text, `#` for a number that the service can have given. */
  readonly segments: readonly string[];
  /** The shape of its values, whichever version wrote them; further keys may be there. Each read checks it, so it must be cheap. */
  readonly schema: z.ZodType;
  readonly phase: BackupPhase;
  /** Which kind of `tavle prune` it belongs to. */
  readonly kind: PruneKind;
  /** Whose data the document is, where it is that of the person or the company in the second segment of its key. */
  readonly subject?: DataSubject;
  /** Default: it needs nothing. */
  dependenciesOf?(value: Value, key: Key): Dependencies;
  /** Default: it counts in nobody's storage. */
  usageOf?(value: Value, key: Key): Usage;
}

/**
 * When a backup reads a document. A document that is written later is read earlier, so that nothing in a backup needs something that is not:
 *
 * - `first`: written after a document that it speaks of;
 * - `main`: all others;
 * - `with`: one of the {@link Dependencies} of another document, and copied with that;
 * - `last`: written before the document that it speaks of, and never removed.
 */
export type BackupPhase = 'first' | 'main' | 'with' | 'last';

/** Data subjects, which may request their stored data and its erasure (GDPR articles 15 and 17). */
export type DataSubject = 'person' | 'company';

/** The keys that are written before a document, so that it is found and whole once it exists. */
export interface Dependencies {
  /** The key of the document itself. */
  readonly key: Key;
  /** Other documents; `value` where it follows from the document, so that a lost one can be written again. */
  readonly documents: readonly {readonly key: Key; readonly value?: unknown}[];
  /** About how many items `documents` hold, where that is many. */
  readonly weight?: number;
  /** Index entries, given what `documents` are stored as. */
  readonly entries: (documents: readonly (Document | undefined)[]) => Entry[];
  /** The number of a counter that the document took. */
  readonly taken?: {readonly counter: Key; readonly number: number};
}

/** What a document, and what belongs to it, adds to the stored bytes of a caller. */
export interface Usage {
  readonly counter: Key;
  readonly bytes: number;
}

/** Whether a key, or a path in the place of one, has the segments of a type. */
export function isOf({segments}: DocumentType, key: readonly string[]): boolean {
  if (key.length !== segments.length) return false;
  for (let place = 0; place < segments.length; place += 1) {
    const segment = segments[place];
    if (segment !== '*' && segment !== '#' && segment !== key[place]) return false;
  }
  return true;
}

/** Returns the prefix that distinguishes the paths of a type. */
export function pathsOf(type: DocumentType): (path: string) => boolean {
  return path => isOf(type, path.split('/'));
}
