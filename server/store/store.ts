/**
 * The key of a document, an index or a counter: two or more path segments of any characters.
 *
 * Keys with the same first two segments are on the same node of a distributed store, so one command can read them.
 */
export type Key = readonly [kind: string, owner: string, ...rest: string[]];

/** Identifies the value that a document has after a write: no two writes of a document have the same. */
export interface Version {
  /** 1 after the first write, incremented by each further one. */
  readonly version: number;
  /** The id of the write that created this version. */
  readonly operation: string;
}

/** A stored value with its version. */
export interface Document<Value = unknown> extends Version {
  /** Any JSON value. */
  readonly value: Value;
}

export interface WriteOptions {
  /**
   * The version that must be stored now; 0: none. A `Version` is compared by version and operation, which differ after a failover that
   * lost changes. Default: any.
   */
  readonly expected?: number | Version | undefined;
  /**
   * An id for this write, without white space. A repeated write with the same id succeeds without effect if it is still the newest one.
   * Default: a new random id.
   */
  readonly operation?: string;
}

export interface ReadOptions {
  /**
   * Whether to return only changes that the required number of replicas have. Any other read may return a change that a failover still
   * loses, so a response must not confirm it. Default: false, which is faster.
   */
  readonly isReplicated?: boolean;
}

/** One entry of an index, which is a sorted set of texts. */
export interface Entry {
  readonly index: Key;
  readonly member: string;
}

/** Which entries to read: `from <= member < to`, in byte order. */
export interface Range {
  /** Default: the first. */
  readonly from?: string;
  /** Default: no bound. */
  readonly to?: string;
  readonly limit: number;
}

/** A document with its path. */
export interface StoredDocument extends Document {
  /** The result of `keyPath`, which is the same for every engine. */
  readonly path: string;
}

export interface StoredMembers {
  readonly path: string;
  readonly members: readonly string[];
}

export interface StoredCounter {
  readonly path: string;
  /** The last number that `next` returned, or the sum of the added amounts. */
  readonly number: number;
}

/** A chunk of a walk over documents ends with the one that reaches this size: a document can have many megabytes. */
export const maxChunkBytes = 4 * 1024 * 1024;

/**
 * The whole content of a store, for copies and repairs. A walk leaves out unreadable documents. Otherwise it yields every item that exists from its start to its end, in any order and
 * maybe twice. Items that are added, changed or removed during the walk are yielded in either state. A walk needs little memory and
 * blocks no other work. It rejects with {@link StoreDamaged} if a damaged page hides items.
 */
export interface Contents {
  /** @param wanted Returns whether to read the document with a path. Default: all. */
  documents(wanted?: (path: string) => boolean): AsyncGenerator<StoredDocument[]>;
  members(): AsyncGenerator<StoredMembers[]>;
  counters(): AsyncGenerator<StoredCounter[]>;
  /** Walks over the paths of all documents without reading the documents. */
  paths(): AsyncGenerator<string[]>;

  /** Reads documents by their paths, which may contain the digest of a long segment, as {@link Store.read} does. */
  read(paths: readonly string[]): Promise<(Document | undefined)[]>;

  /** Overwrites documents, including their versions and operations. Must not be called while a service runs. */
  putDocuments(documents: readonly StoredDocument[]): Promise<void>;

  /**
   * Removes a document by its path, which may contain the digest of a long segment. A missing document is not an error.
   *
   * @throws {VersionConflict} when `expected` is given and another version is stored.
   */
  removeDocument(path: string, expected?: number): Promise<void>;
}

/**
 * Documents, indexes and counters, each changed by atomic steps on one key at a time.
 *
 * No operation spans two keys, so an engine may keep every key on a different machine. Documents are the source of truth. An index
 * entry is a hint: it is added before its document is written and removed after the document no longer needs it, and readers check it
 * against the document.
 *
 * A promise resolves when its change is durable under the engine's settings. Every method rejects with {@link StoreUnavailable} when
 * the engine can't be reached or does not respond in time. The operation may have been carried out then.
 */
export interface Store {
  /** Returns documents, for lists: `undefined` for each one that is missing or unreadable. */
  read(keys: readonly Key[]): Promise<(Document | undefined)[]>;

  /** Returns a document; `undefined` if it is missing. @throws {DocumentUnreadable} */
  get(key: Key, options?: ReadOptions): Promise<Document | undefined>;

  /** Returns the versions and operations of documents without reading their values; `undefined` for each missing one. */
  readVersions(keys: readonly Key[]): Promise<(Version | undefined)[]>;

  /**
   * Writes a document and returns it as stored.
   *
   * @throws {VersionConflict} when `expected` is given and another version is stored.
   */
  write<Value>(key: Key, value: Value, options?: WriteOptions): Promise<Document<Value>>;

  /**
   * Removes a document. A missing document is not an error. Its versions restart at 1, so a removed key must not be reused where
   * versions matter.
   *
   * @throws {VersionConflict} when `expected` is given and another version is stored.
   */
  remove(key: Key, expected?: number): Promise<void>;

  /** Adds index entries. Existing entries stay. The entries become durable one by one. */
  addEntries(entries: readonly Entry[]): Promise<void>;

  /** Removes index entries. A missing entry is not an error. */
  removeEntries(entries: readonly Entry[]): Promise<void>;

  /** Returns the members of an index in the byte order of their UTF-8 encoding. */
  scan(index: Key, range: Range): Promise<readonly string[]>;

  /** Returns the next number of a counter: 1, 2, 3 … No number is returned twice. Numbers may be skipped. */
  next(counter: Key): Promise<number>;

  /** Adds an integer, which may be negative, to a counter atomically and returns the sum. A new counter is 0. */
  add(counter: Key, amount: number): Promise<number>;

  /** Resolves when the engine responds. @throws {StoreReplaced} when the file of an embedded store was replaced. */
  ping(): Promise<void>;

  /** Resolves unless the engine is known to refuse changes. @throws {StoreUnavailable} whose message says why. */
  checkWritable(): Promise<void>;

  /** Returns a warning for each setting of the engine that can lose data. */
  inspect(): Promise<string[]>;

  readonly contents: Contents;

  /**
   * Closes all connections. May be called twice. No other method may be called after it.
   *
   * @throws {StoreUnavailable} when a change can't be completed in time. Then `process.exit` may wait for it as well.
   */
  close(): Promise<void>;
}

export class VersionConflict extends Error {
  override readonly name = 'VersionConflict';

  /** The version that is stored; 0: none. */
  readonly current: number;

  constructor(current: number) {
    super(`The stored version is ${current}.`);
    this.current = current;
  }
}

/** The engine can't be reached, refused the operation or did not respond in time. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';

  constructor(cause: unknown, message = 'The store is not available.') {
    super(message, {cause});
  }
}

/** The engine responds, but a service must not start on its data. */
export abstract class StoreUnusable extends Error {}

/** A page of an embedded store is damaged, so some data cannot be read. */
export class StoreDamaged extends StoreUnavailable {
  /** @param what The finding, as a sentence. */
  constructor(what: string) {
    super(
      undefined,
      `The store is damaged. ${what} Stop the service and restore a backup into a new directory.`,
    );
  }
}

/** The engine responds, but its data is not that of the service's start. */
export class StoreReplaced extends StoreUnavailable {
  /** @param what The finding, as a sentence. */
  constructor(what: string) {
    super(
      undefined,
      `${what} Changes are refused. Restore the data, or restart the service to continue with the store as it is.`,
    );
  }
}

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

/** The log of a store's events, for operators. */
export interface StoreLog {
  info(message: string): void;
  warn(message: string): void;
}

/** Logs nothing. */
export const silent: StoreLog = {info: () => undefined, warn: () => undefined};
