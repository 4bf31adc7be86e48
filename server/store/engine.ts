/* Defines what `store.ts` needs of an engine (LMDB or Redis), and the keys, documents and errors of the store, for all
 * features. Add a method to `Engine`, to both engines and to `testing/contract.ts`, which tests what all engines must
 * do. */

/**
 * The key of a document, an index or a counter: two or more path segments of any characters.
 *
 * Keys with the same first two segments are on the same node of a distributed store, so one command can read them.
 */
export type Key = readonly [kind: string, owner: string, ...rest: string[]];

/** Identifies the value that a document has after a write: no two writes of a document have the same version and operation. */
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

/** A document with the values of its parts, if the read requested parts. */
export interface DocumentWithParts extends Document {
  readonly parts?: Readonly<Record<string, unknown>>;
}

export interface WriteOptions {
  /**
   * The version that must be stored before the write; 0: none. A `Version` is compared by number and operation: after a failover that lost changes,
   * a number can occur again. Default: any.
   */
  readonly expected?: number | Version | undefined;
  /**
   * An id for this write, without white space. A repeated write with the same id succeeds without effect if no other write followed the first one.
   * Default: a new random id.
   */
  readonly operation?: string | undefined;
  /**
   * The parts to write in the same step, by name: further documents of the group. They get the version of the document. `undefined` removes a part.
   * Default: parts stay as they are.
   */
  readonly parts?: Readonly<Record<string, unknown>>;
  /**
   * The key of a stamp: a further document of the group with the value `true`. Each write of the document changes the stamp's version. Default: no
   * stamp.
   */
  readonly stamp?: Key | undefined;
}

export interface ReadOptions {
  /** The names of the parts to read in the same step. Default: none. */
  readonly parts?: readonly string[];

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

/** A walk over documents ends a chunk with the document that reaches this size: a document can have many megabytes. */
export const maxChunkBytes = 4 * 1024 * 1024;

/** A stored document as its text, which `document-codec.ts` describes. */
export interface StoredText {
  readonly path: string;
  readonly text: string;
}

/** One entry of an index. */
export interface PathEntry {
  /** The path of the index. */
  readonly path: string;
  readonly member: string;
}

/** A part of a document: a text at another path of the same group, which changes with the document. */
export interface PathPart {
  readonly path: string;
  /** The value; `undefined` removes it. */
  readonly json: string | undefined;
  /** Whether an engine that cannot write the part in the same step may write it before and after the document instead. Default: false. */
  readonly isStamp?: boolean;
}

/**
 * What a store needs of an engine: texts, indexes and counters by path, which is the result of `keyPath`. `createStore` creates a store from it.
 * `store.ts` describes the methods of the same names; `testing/contract.ts` tests them for both engines.
 */
export interface Engine {
  /** Whether stored texts have a checksum, because the engine does not notice changed bytes itself. */
  readonly hasChecksums: boolean;

  read(paths: readonly string[], isReplicated: boolean): Promise<readonly (string | undefined)[]>;
  /** Returns at least the first `maxHeaderLength` bytes of each text. */
  readStarts(paths: readonly string[]): Promise<readonly (string | undefined)[]>;
  /** Writes a text with its version, and its parts in the same step. Returns the version. @param json The value. */
  write(
    path: string,
    json: string,
    operation: string,
    expected: WriteOptions['expected'],
    parts: readonly PathPart[],
  ): Promise<number>;
  /** Removes a text, and its parts in the same step. */
  remove(path: string, expected: WriteOptions['expected'], parts: readonly string[]): Promise<void>;
  /** Overwrites texts. */
  put(texts: readonly StoredText[]): Promise<void>;

  addEntries(entries: readonly PathEntry[]): Promise<void>;
  removeEntries(entries: readonly PathEntry[]): Promise<void>;
  /** Returns the members of each index in the range. */
  scan(paths: readonly string[], range: Range): Promise<readonly (readonly string[])[]>;
  add(path: string, amount: number): Promise<number>;

  documents(wanted: (path: string) => boolean): AsyncGenerator<StoredText[]>;
  paths(): AsyncGenerator<string[]>;
  members(): AsyncGenerator<StoredMembers[]>;
  counters(): AsyncGenerator<StoredCounter[]>;

  ping(): Promise<void>;
  checkWritable(): Promise<void>;
  confirmReplicated(): Promise<void>;
  inspect(): Promise<string[]>;
  /**
   * Uses other credentials from now on. Returns whether the engine has accepted them, which is false while it is unreachable. The method is
   * `undefined` if the engine has no credentials.
   *
   * @param address The address of the store with a new user or password.
   * @throws When the address differs in anything else, or the engine refuses the credentials. The former credentials then stay in use.
   */
  readonly login?: (
    address: string,
    sentinelLogin: {readonly username?: string | undefined; readonly password: string} | undefined,
  ) => Promise<boolean>;
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

/** The engine responds, but with other data than at the service's start. */
export class StoreReplaced extends StoreUnavailable {
  /** @param what The finding, as a sentence. */
  constructor(what: string) {
    super(
      undefined,
      `${what} Changes are refused. Restore the data, or restart the service to continue with the store as it is.`,
    );
  }
}

/** A stored document cannot be read: its text is damaged, or no version of Tavle writes such a value. */
export class DocumentUnreadable extends Error {
  override readonly name = 'DocumentUnreadable';

  /** The stored version, for a write that replaces it. */
  readonly found: Version;

  constructor(found: Version) {
    super(
      'The stored data of this resource cannot be read. The operator of the portal can restore it from a backup.',
    );
    this.found = found;
  }
}

/** Returns an unreadable document with the value `undefined`, for `get(…).catch(asUnreadable)` where the caller overwrites or describes it. */
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
