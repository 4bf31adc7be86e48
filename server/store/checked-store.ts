import {keyPath, parsePath} from './key.ts';
import type {Document, Key, Store} from './store.ts';

/** Whether a document may have a value, given where it is. */
export type ShapeCheck = (key: Key, value: unknown) => boolean;

/**
 * The same store, with the value `undefined` in the place of one that no version writes: a reader treats it like one that can't be
 * parsed, and goes on with the others. A walk over all documents leaves such documents out.
 *
 * @param onUnreadable Is called with the path of each document that was read and can't be used.
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
        documents.map((document, place) => {
          const key = keys[place] ?? ['', ''];
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
        return documents.map((document, place) => document && atPath(document, paths[place] ?? ''));
      },
    },
  };
}

/** A damaged path may hold anything. */
function keyOf(path: string): Key | undefined {
  try {
    return parsePath(path);
  } catch {
    return undefined;
  }
}
