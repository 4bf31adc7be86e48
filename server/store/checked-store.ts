import {keyPath, parsePath} from './key.ts';
import type {Document, Key, Store} from './store.ts';

/** Returns whether a document with this key may have this value. */
export type ShapeCheck = (key: Key, value: unknown) => boolean;

/**
 * Wraps a store so that a value which no version writes reads as `undefined`, like one that cannot be parsed. A walk over all
 * documents skips such documents.
 *
 * @param onUnreadable Receives the path of each unusable document that was read.
 */
export function checkDocuments(
  store: Store,
  hasKnownShape: ShapeCheck,
  onUnreadable: (path: string) => void,
): Store {
  const known = new WeakSet<Document>();

  function checked<Read extends Document>(document: Read, key: Key | undefined, path: () => string): Read {
    if (known.has(document)) return document;
    if (document.value !== undefined && key && hasKnownShape(key, document.value)) {
      known.add(document);
      return document;
    }
    onUnreadable(path());
    return {...document, value: undefined};
  }

  const atPath = <Read extends Document>(document: Read, path: string) =>
    checked(document, keyOf(path), () => path);

  return {
    ...store,
    read: (keys, options) =>
      store.read(keys, options).then(documents =>
        documents.map((document, index) => {
          const key = keys[index] ?? ['', ''];
          return document && checked(document, key, () => keyPath(key));
        }),
      ),
    contents: {
      ...store.contents,
      async *documents(wanted) {
        for await (const chunk of store.contents.documents(wanted)) {
          const found = chunk.map(document => atPath(document, document.path));
          yield found.filter(({value}) => value !== undefined);
        }
      },
      async read(paths) {
        const documents = await store.contents.read(paths);
        return documents.map((document, index) => document && atPath(document, paths[index] ?? ''));
      },
    },
  };
}

/** Returns `undefined` for a damaged path. */
function keyOf(path: string): Key | undefined {
  try {
    return parsePath(path);
  } catch {
    return undefined;
  }
}
