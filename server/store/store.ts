import {LRUCache} from 'lru-cache';

import {bounds} from '../bounds.ts';
import {decodeDocument, encodeDocument, newOperation, versionOf} from './document-codec.ts';
import {partKey} from './document-type.ts';
import {
  type Document,
  DocumentUnreadable,
  type DocumentWithParts,
  type Engine,
  type Entry,
  type Key,
  type PathEntry,
  type PathPart,
  type Range,
  type ReadOptions,
  type StoredDocument,
  type Version,
  type WriteOptions,
} from './engine.ts';
import {keyPath, parsePath} from './key.ts';
import {createStorageQuotas, type QuotaRules} from './storage-quota.ts';

/* The store as the features use it: keys and values above an engine. Add a method to the object that `createStore`
 * returns; if the engine must do something new, also to `Engine` of `engine.ts` and both engines. Reads return shared,
 * frozen documents, which features must not change. */

export interface DocumentCheck {
  /** Returns whether a document with this key may have this value. */
  readonly hasKnownShape: (key: Key, value: unknown) => boolean;
  /** Receives the path of each document that was read and cannot be used. */
  readonly onUnreadable: (path: string) => void;
}

/** Accepts every value that can be parsed. */
export const uncheckedDocuments: DocumentCheck = {hasKnownShape: () => true, onUnreadable: () => undefined};

/** The maximum length of a cached text, in characters: a list of recipients would displace many small documents. */
const maxTextLength = 100_000;

/** An allowance, in bytes, for the objects that are parsed from a text. */
const overhead = 2_000;

/**
 * Documents, indexes and counters, each changed by atomic steps on one key at a time. A document and its parts change in one step.
 *
 * No operation spans two groups, so an engine may keep each group on a different machine. Documents are the source of truth. An index
 * entry is a hint: it is added before its document is written and removed after the document no longer needs it, and readers check it
 * against the document. `saving.ts` writes in that order.
 *
 * A promise resolves when its change is durable under the engine's settings. Every method rejects with `StoreUnavailable` when
 * the engine can't be reached or does not respond in time. The operation may have been carried out then.
 */
export type Store = ReturnType<typeof createStore>;

/**
 * Creates a store from an engine. A document whose text is damaged, or whose value no version writes, is unreadable.
 *
 * Reads of an unchanged document return the same frozen object while it is cached, so derived values can be cached by this object.
 */
export function createStore(
  engine: Engine,
  {hasKnownShape, onUnreadable}: DocumentCheck,
  quotas: QuotaRules,
) {
  const cache = new LRUCache<string, {text: string; document: Document}>({
    maxSize: bounds.maxRememberedDocumentBytes,
    sizeCalculation: ({text}, path) => text.length + path.length + overhead,
  });

  /** Returns `undefined` for an unreadable document, and reports it. */
  function decode(path: string, text: string, key = keyOf(path)): Document | undefined {
    const document = decodeDocument(text, engine.hasChecksums ? path : undefined);
    if (document && key && hasKnownShape(key, document.value)) return document;
    onUnreadable(path);
    return undefined;
  }

  function decodeCached(path: string, text: string, key?: Key): Document | undefined {
    const cached = cache.get(path);
    if (cached?.text === text) return cached.document;
    const document = decode(path, text, key);
    if (document && text.length <= maxTextLength) {
      freeze(document);
      cache.set(path, {text, document});
    }
    return document;
  }

  const toPaths = (entries: readonly Entry[]) =>
    entries.map(({index, member}) => ({path: keyPath(index), member}));

  const readPaths = (
    paths: readonly string[],
    keys: readonly Key[] = [],
  ): Promise<(Document | undefined)[]> =>
    engine
      .read(paths, false)
      .then(texts =>
        texts.map((text, at) =>
          text === undefined ? undefined : decodeCached(paths[at] ?? '', text, keys[at]),
        ),
      );

  return {
    /**
     * Returns documents, for lists: `undefined` for each one that is missing or unreadable. The documents of one group are read at the same moment.
     */
    read: (keys: readonly Key[]) => readPaths(keys.map(keyPath), keys),

    /**
     * Returns a document with the values of those of its parts that exist and are readable; `undefined` if it is missing.
     *
     * @throws {DocumentUnreadable}
     */
    async get(
      key: Key,
      {isReplicated = false, parts = []}: ReadOptions = {},
    ): Promise<DocumentWithParts | undefined> {
      const path = keyPath(key);
      const partPaths = parts.map(name => keyPath(partKey(key, name)));
      const [text, ...others] = await engine.read([path, ...partPaths], isReplicated);
      if (text === undefined) return undefined;
      const document = decodeCached(path, text, key);
      if (!document) throw new DocumentUnreadable(versionOf(text));
      if (!parts.length) return document;
      const valueOf = (other: string | undefined, at: number) =>
        other === undefined ? undefined : decodeCached(partPaths[at] ?? '', other)?.value;
      const values = others.map(valueOf);
      return {...document, parts: Object.fromEntries(parts.map((name, at) => [name, values[at]]))};
    },

    /** Returns the versions and operations of documents without reading their values; `undefined` for each missing one. */
    async readVersions(keys: readonly Key[]): Promise<(Version | undefined)[]> {
      const starts = await engine.readStarts(keys.map(keyPath));
      return starts.map(start => (start === undefined ? undefined : versionOf(start)));
    },

    /** Writes a document and returns it as stored. @throws {VersionConflict} when `expected` is given and another version is stored. */
    async write<Value>(
      key: Key,
      value: Value,
      {expected, operation = newOperation(), parts = {}, stamp}: WriteOptions = {},
    ): Promise<Document<Value>> {
      const texts: PathPart[] = Object.entries(parts).map(([name, part]) => ({
        path: keyPath(partKey(key, name)),
        json: part === undefined ? undefined : JSON.stringify(part),
      }));
      if (stamp) texts.push({path: keyPath(stamp), json: 'true', isStamp: true});
      const version = await engine.write(keyPath(key), JSON.stringify(value), operation, expected, texts);
      return {version, operation, value};
    },

    /**
     * Removes a document, and further documents of its group in the same step. A missing document is not an error. Its versions restart at 1, so a
     * removed key must not be reused where versions matter.
     *
     * @throws {VersionConflict} when `expected` is given and another version is stored.
     */
    remove: (key: Key, expected?: WriteOptions['expected'], others: readonly Key[] = []) =>
      engine.remove(keyPath(key), expected, others.map(keyPath)),

    /** Adds index entries. Existing entries stay. The entries become durable one by one. */
    addEntries: (entries: readonly Entry[]) => engine.addEntries(toPaths(entries)),

    /** Removes index entries. A missing entry is not an error. */
    removeEntries: (entries: readonly Entry[]) => engine.removeEntries(toPaths(entries)),

    /** Returns the members of an index in the byte order of their UTF-8 encoding. */
    async scan(index: Key, range: Range): Promise<readonly string[]> {
      const [members = []] = await engine.scan([keyPath(index)], range);
      return members;
    },

    /** Does {@link scan} for several indexes in one call of the engine. */
    scanAll: (indexes: readonly Key[], range: Range) => engine.scan(indexes.map(keyPath), range),

    /** Returns the next number of a counter: 1, 2, 3 … No number is returned twice. Numbers may be skipped. */
    next: (counter: Key) => engine.add(keyPath(counter), 1),

    /** Adds an integer, which may be negative, to a counter atomically and returns the sum. A new counter is 0. */
    add: (counter: Key, amount: number) => engine.add(keyPath(counter), amount),

    /** Counts and limits what organisations store. */
    quotas: createStorageQuotas((counter, amount) => engine.add(keyPath(counter), amount), quotas),

    /**
     * The whole content, for copies and repairs. A walk leaves out unreadable documents. Otherwise it yields every item that exists from its start to
     * its end, in any order and maybe twice. Items that are added, changed or removed during the walk are yielded in either state. A walk needs little
     * memory and blocks no other work. It rejects with `StoreUnavailable` if a damaged page hides items.
     */
    contents: {
      /** @param wanted Returns whether to read the document with a path. Default: all. */
      async *documents(wanted: (path: string) => boolean = () => true): AsyncGenerator<StoredDocument[]> {
        for await (const texts of engine.documents(wanted)) {
          yield texts.flatMap(({path, text}) => {
            const document = decode(path, text);
            return document ? [{path, ...document}] : [];
          });
        }
      },
      /** Walks over the paths of all documents without reading the documents. */
      paths: () => engine.paths(),
      members: () => engine.members(),
      counters: () => engine.counters(),

      /** Reads documents by their paths, which may contain the digest of a long segment. */
      read: (paths: readonly string[]) => readPaths(paths),

      /** Overwrites documents, including their versions and operations. Must not be called while a service runs. */
      putDocuments: (documents: readonly StoredDocument[]) =>
        engine.put(
          documents.map(({path, version, operation, value}) => {
            const json = JSON.stringify(value);
            const sealed = engine.hasChecksums ? path : undefined;
            return {path, text: encodeDocument(version, operation, json, sealed)};
          }),
        ),

      /**
       * Removes a document by its path, which may contain the digest of a long segment. A missing document is not an error.
       *
       * @throws {VersionConflict} when `expected` is given and another version is stored.
       */
      removeDocument: (path: string, expected?: WriteOptions['expected']) =>
        engine.remove(path, expected, []),

      /** Adds index entries by the paths of their indexes, which may contain the digest of a long segment. */
      addEntries: (entries: readonly PathEntry[]) => engine.addEntries(entries),

      /** Removes index entries in the same way. A missing entry is not an error. */
      removeEntries: (entries: readonly PathEntry[]) => engine.removeEntries(entries),
    },

    /** Resolves when the engine responds. @throws {StoreReplaced} when the file of an embedded store was replaced. */
    ping: () => engine.ping(),

    /** Resolves unless the engine is known to refuse changes. @throws {StoreUnavailable} whose message says why. */
    checkWritable: () => engine.checkWritable(),

    /** Resolves when the required number of replicas of every server have all changes so far, also those of other processes. */
    confirmReplicated: () => engine.confirmReplicated(),

    /** Returns a warning for each setting of the engine that can lose data. */
    inspect: () => engine.inspect(),

    /**
     * Closes all connections. May be called twice. No other method may be called after it.
     *
     * @throws {StoreUnavailable} when a change can't be completed in time. `process.exit` may then wait for the change as well.
     */
    close: () => engine.close(),
  };
}

/** Freezes a JSON value deeply. */
function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  Object.freeze(value);
  for (const part of Object.values(value)) freeze(part);
}

/** Returns `undefined` for a damaged path. */
function keyOf(path: string): Key | undefined {
  try {
    return parsePath(path);
  } catch {
    return undefined;
  }
}
