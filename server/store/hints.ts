import type {Document, Entry, Key} from './store.ts';

/** What is written before a document, so that it is found and whole once it is there. */
export interface Hints {
  /** The key of the document itself. */
  readonly key: Key;
  /** Other documents; `value` where it follows from the document, so that a lost one can be written anew. */
  readonly documents: readonly {readonly key: Key; readonly value?: unknown}[];
  /** About how many items `documents` hold, where that is many. */
  readonly weight?: number;
  /** Index entries, given what `documents` are stored as. */
  readonly entries: (documents: readonly (Document | undefined)[]) => Entry[];
  /** The number of a counter that the document took. */
  readonly taken?: {readonly counter: Key; readonly number: number};
}

/**
 * When a copy reads a document. What is written later is read earlier, so that nothing that is copied rests on something
 * that is not:
 *
 * - `first`: written after a document that it speaks of;
 * - `second`: all that is not told otherwise;
 * - `with`: one of the {@link Hints} of another document, and copied with that;
 * - `last`: written before the document that it speaks of, and never removed.
 */
export type Turn = 'first' | 'second' | 'with' | 'last';

/** What a document, and what belongs to it, adds to the stored bytes of a caller. */
export interface Usage {
  readonly counter: Key;
  readonly bytes: number;
}

/** What a feature says of its documents to whoever copies or mends a store. */
export interface HintRules {
  /** @returns `undefined` for another feature's. */
  readonly turnOf: (key: Key) => Turn | undefined;
  /** @returns `undefined` for a document that needs nothing, or another feature's. */
  readonly hintsOf: (key: Key, value: unknown) => Hints | undefined;
  /** @returns `undefined` for a document that is not counted, or another feature's. */
  readonly usageOf: (key: Key, value: unknown) => Usage | undefined;
}
