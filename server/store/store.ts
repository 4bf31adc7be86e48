/**
 * Where a document, an index or a counter lives: two or more path segments of any characters.
 *
 * The first two segments say what belongs together: all keys that share them are kept in one place of a
 * distributed store, so that one reader's keys are read in one step.
 */
export type Key = readonly [kind: string, owner: string, ...rest: string[]];

/** A stored value with its version. */
export interface Document<Value = unknown> {
  /** 1 for the first write and one more for each that follows. */
  readonly version: number;
  /** The id of the write that made this version. */
  readonly operation: string;
  /** Any JSON value. `undefined`: the stored value can't be read. */
  readonly value: Value;
}

export interface WriteOptions {
  /**
   * The version that must be stored now; 0: none. A document: that very version of it, which distinguishes it from another one of the same
   * number after a failover that lost changes. Default: any.
   */
  readonly expected?: number | Document;
  /**
   * An id for this write, without white space. A write that is sent again under the same id, and still is the
   * newest one, succeeds without being done twice. Default: a new random id.
   */
  readonly operation?: string;
}

export interface ReadOptions {
  /**
   * Whether to return only what as many replicas have as a change must reach. Any other read may find a change that a failover
   * still loses, so nothing may be acknowledged on its word. Default: false, which is faster.
   */
  readonly isReplicated?: boolean;
}

/** One line of an index: a text in a sorted set of texts. */
export interface Entry {
  readonly index: Key;
  readonly member: string;
}

/** Which entries to read: `from <= member < to`, in byte order. */
export interface Range {
  /** Default: from the first. */
  readonly from?: string;
  /** Default: to the last. */
  readonly to?: string;
  /** How many at most. */
  readonly limit: number;
}

/** A document with its path. */
export interface StoredDocument extends Document {
  /** The key as `key.ts` writes it: every engine's, so that it can be put back in another one. */
  readonly path: string;
}

/** Some members of an index. */
export interface StoredMembers {
  readonly path: string;
  readonly members: readonly string[];
}

export interface StoredCounter {
  readonly path: string;
  /** The number that was taken last, or the sum of what was added. */
  readonly number: number;
}

/**
 * The whole content of a store, to be copied or repaired. A walk finds whatever exists from its start to its end, in any order and maybe
 * twice; of what is added, changed or removed during the walk, either state may be found. A walk takes little memory however much
 * there is, and holds nothing up. A walk that does not find everything, because a page is damaged, ends with {@link StoreDamaged}.
 */
export interface Contents {
  /** @param wanted Says by the path which documents to read. Default: all. */
  documents(wanted?: (path: string) => boolean): AsyncGenerator<StoredDocument[]>;
  members(): AsyncGenerator<StoredMembers[]>;
  counters(): AsyncGenerator<StoredCounter[]>;
  /** Walks over the paths of all documents, and reads none. */
  paths(): AsyncGenerator<string[]>;

  /** Reads documents by their paths, which works for paths that hold the digest of a long segment too. */
  read(paths: readonly string[]): Promise<(Document | undefined)[]>;

  /** Writes documents with the versions and operations that they had, over whatever exists: not while a service runs. */
  putDocuments(documents: readonly StoredDocument[]): Promise<void>;
  putMembers(members: readonly StoredMembers[]): Promise<void>;
  /** Sets counters, over whatever exists: not while a service runs. */
  putCounters(counters: readonly StoredCounter[]): Promise<void>;

  /**
   * Removes a document by its path, which works for paths that hold the digest of a long segment too. A missing document is
   * not an error.
   *
   * @throws {VersionConflict} when `expected` is given and another version is stored.
   */
  removeDocument(path: string, expected?: number): Promise<void>;
}

/**
 * Documents, indexes and counters, each changed by atomic steps on one key at a time.
 *
 * No operation spans two keys, so an engine may keep every key on a different machine. The source of truth is a
 * document; an index entry is a hint, added before the document that it points to is written and removed after the
 * document stopped needing it, and checked against the document by whoever reads it.
 *
 * A promise resolves when its change is durable under the engine's settings. Every method rejects with
 * {@link StoreUnavailable} when the engine can't be reached or can't answer in time; the operation then may
 * or may not have happened.
 */
export interface Store {
  /** Reads many documents; `undefined` for each missing one. */
  read(keys: readonly Key[], options?: ReadOptions): Promise<(Document | undefined)[]>;

  /**
   * Writes a document and returns it as stored.
   *
   * @throws {VersionConflict} when `expected` is given and another version is stored.
   */
  write<Value>(key: Key, value: Value, options?: WriteOptions): Promise<Document<Value>>;

  /**
   * Removes a document; a missing one is not an error. Its versions restart after that, so a key that was
   * removed must not be used again where versions matter.
   *
   * @throws {VersionConflict} when `expected` is given and another version is stored.
   */
  remove(key: Key, expected?: number): Promise<void>;

  /** Adds index entries; an existing one stays as it is. They become durable one by one. */
  addEntries(entries: readonly Entry[]): Promise<void>;

  /** Removes index entries; one that is not there is no error. */
  removeEntries(entries: readonly Entry[]): Promise<void>;

  /** Reads the members of an index in byte order of their UTF-8 form. */
  scan(index: Key, range: Range): Promise<string[]>;

  /** Takes the next number of a counter: 1, 2, 3 … No number is given twice; numbers may be left out. */
  next(counter: Key): Promise<number>;

  /** Adds to a counter in one step and returns the sum. The amount is a whole number; it may be negative. A new counter is 0. */
  add(counter: Key, amount: number): Promise<number>;

  /** Resolves when the engine answers. @throws {StoreReplaced} when an embedded store's file is not the one that was opened. */
  ping(): Promise<void>;

  /** Resolves when changes can be acknowledged, as far as is known. @throws {StoreUnavailable} whose message says why they can't. */
  checkWritable(): Promise<void>;

  /** Looks at the engine's settings; resolves to a line for each that would lose data. */
  inspect(): Promise<string[]>;

  readonly contents: Contents;

  /**
   * Ends all connections. May be called twice; no other method may be called after it.
   *
   * @throws {StoreUnavailable} when a change can't be ended in time. Then `process.exit` may wait for it as well.
   */
  close(): Promise<void>;
}

/** Another write got there first. */
export class VersionConflict extends Error {
  override readonly name = 'VersionConflict';

  /** The version that is stored; 0: none. */
  readonly current: number;

  constructor(current: number) {
    super(`The stored version is ${current}.`);
    this.current = current;
  }
}

/** The engine can't be reached, refused the work or didn't answer in time. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';

  constructor(cause: unknown, message = 'The store is not available.') {
    super(message, {cause});
  }
}

/** A page of an embedded store is damaged, so that not everything can be read. */
export class StoreDamaged extends StoreUnavailable {
  /** @param what The finding, as a sentence. */
  constructor(what: string) {
    super(
      undefined,
      `The store is damaged. ${what} Stop the service and restore a backup into a new directory.`,
    );
  }
}

/** The engine answers, but what it holds is not what it held when the service started. */
export class StoreReplaced extends StoreUnavailable {
  /** @param what The finding, as a sentence. */
  constructor(what: string) {
    super(
      undefined,
      `${what} No changes are taken. Bring the data back, or restart the service to go on with the store as it is.`,
    );
  }
}
