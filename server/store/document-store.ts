import {LRUCache} from 'lru-cache';

import {bounds} from '../bounds.ts';
import {type Document, DocumentUnreadable, type Entry, type Key, type Store, type Version} from './store.ts';
import {decodeDocument, encodeDocument, newOperation, versionOf} from './document-codec.ts';
import type {Engine} from './engine.ts';
import {keyPath, parsePath} from './key.ts';

export interface DocumentCheck {
  /** Returns whether a document with this key may have this value. */
  readonly hasKnownShape: (key: Key, value: unknown) => boolean;
  /** Receives the path of each document that was read and cannot be used. */
  readonly onUnreadable: (path: string) => void;
}

/** Accepts every value that can be parsed. */
export const uncheckedDocuments: DocumentCheck = {
  hasKnownShape: () => true,
  onUnreadable: () => undefined,
};

/** Longer texts are not cached, in characters: a list of recipients would displace many small documents. */
const maxTextLength = 100_000;

/** The additional size, in bytes, of the objects that are parsed from a text. */
const overhead = 2_000;

/**
 * Makes a store of an engine. A document whose text is damaged, or whose value no version writes, is unreadable.
 *
 * The same text yields the same frozen object, so derived values can be cached by it.
 */
export function createStore(engine: Engine, {hasKnownShape, onUnreadable}: DocumentCheck): Store {
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

  const readPaths = (paths: readonly string[], keys: readonly Key[] = []) =>
    engine
      .read(paths, false)
      .then(texts =>
        texts.map((text, at) =>
          text === undefined ? undefined : decodeCached(paths[at] ?? '', text, keys[at]),
        ),
      );

  return {
    read: keys => readPaths(keys.map(keyPath), keys),

    get(key, {isReplicated = false} = {}) {
      const path = keyPath(key);
      return engine.read([path], isReplicated).then(([text]) => {
        if (text === undefined) return undefined;
        const document = decodeCached(path, text, key);
        if (!document) throw new DocumentUnreadable(versionOf(text));
        return document;
      });
    },

    async readVersions(keys) {
      const starts = await engine.readStarts(keys.map(keyPath));
      return starts.map((start): Version | undefined => (start === undefined ? undefined : versionOf(start)));
    },

    async write(key, value, {expected, operation = newOperation()} = {}) {
      const version = await engine.write(keyPath(key), JSON.stringify(value), operation, expected);
      return {version, operation, value};
    },

    remove: (key, expected) => engine.remove(keyPath(key), expected),
    addEntries: entries => engine.addEntries(toPaths(entries)),
    removeEntries: entries => engine.removeEntries(toPaths(entries)),
    scan: (index, range) => engine.scan(keyPath(index), range),
    next: counter => engine.add(keyPath(counter), 1),
    add: (counter, amount) => engine.add(keyPath(counter), amount),

    contents: {
      async *documents(wanted = () => true) {
        for await (const texts of engine.documents(wanted)) {
          yield texts.flatMap(({path, text}) => {
            const document = decode(path, text);
            return document ? [{path, ...document}] : [];
          });
        }
      },
      paths: () => engine.paths(),
      members: () => engine.members(),
      counters: () => engine.counters(),
      read: paths => readPaths(paths),
      putDocuments: documents =>
        engine.put(
          documents.map(({path, version, operation, value}) => {
            const json = JSON.stringify(value);
            const sealed = engine.hasChecksums ? path : undefined;
            return {path, text: encodeDocument(version, operation, json, sealed)};
          }),
        ),
      removeDocument: (path, expected) => engine.remove(path, expected),
    },

    ping: () => engine.ping(),
    checkWritable: () => engine.checkWritable(),
    inspect: () => engine.inspect(),
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
