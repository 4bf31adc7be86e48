import type {Range, StoredCounter, StoredMembers, WriteOptions} from './store.ts';

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

/**
 * What a store needs of an engine: texts, indexes and counters by path, which is the result of `keyPath`. `createStore` makes a store of it.
 * The semantics and errors are those of the methods of `Store` and `Contents` with the same names; `testing/contract.ts` tests them for both engines.
 */
export interface Engine {
  /** Whether stored texts have a checksum, because the engine does not notice changed bytes itself. */
  readonly hasChecksums: boolean;

  read(paths: readonly string[], isReplicated: boolean): Promise<readonly (string | undefined)[]>;
  /** Returns at least the first `maxHeaderLength` bytes of each text. */
  readStarts(paths: readonly string[]): Promise<readonly (string | undefined)[]>;
  /** Writes a text with its version. Returns the version. @param json The value. */
  write(path: string, json: string, operation: string, expected: WriteOptions['expected']): Promise<number>;
  remove(path: string, expected?: number): Promise<void>;
  /** Overwrites texts. */
  put(texts: readonly StoredText[]): Promise<void>;

  addEntries(entries: readonly PathEntry[]): Promise<void>;
  removeEntries(entries: readonly PathEntry[]): Promise<void>;
  scan(path: string, range: Range): Promise<readonly string[]>;
  add(path: string, amount: number): Promise<number>;

  documents(wanted: (path: string) => boolean): AsyncGenerator<StoredText[]>;
  paths(): AsyncGenerator<string[]>;
  members(): AsyncGenerator<StoredMembers[]>;
  counters(): AsyncGenerator<StoredCounter[]>;

  ping(): Promise<void>;
  checkWritable(): Promise<void>;
  inspect(): Promise<string[]>;
  close(): Promise<void>;
}
