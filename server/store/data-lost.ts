import type {Document, Version} from './store.ts';

/** The store has lost data that a document needs and that cannot be derived. The message says what is lost and what a caller can do. */
export class DataLost extends Error {
  override readonly name: string = 'DataLost';
}

/** A stored document cannot be read: its text is damaged, or no version of Tavle writes such a value. */
export class DocumentUnreadable extends DataLost {
  override readonly name = 'DocumentUnreadable';

  /** The stored version, for a write over it. */
  readonly found: Version;

  constructor(found: Version) {
    super(
      'What is stored of this resource cannot be read. The operator of the portal can restore it from a backup.',
    );
    this.found = found;
  }
}

/** For `get(…).catch(asUnreadable)`, where an unreadable document is written over or described: its value is `undefined`. */
export function asUnreadable(error: unknown): Document<undefined> {
  if (error instanceof DocumentUnreadable) return {...error.found, value: undefined};
  throw error;
}
