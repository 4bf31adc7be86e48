import {keyPath} from '../store/key.ts';
import {readGroups} from '../store/pages.ts';
import type {Key, Store, StoredDocument} from '../store/store.ts';
import {dependenciesOf} from '../document-types.ts';

/** How often a document that changes all the time is read again. */
const mostAttempts = 20;

/**
 * Adds what documents need, each right before the one that needs it. What a document needs is there before it, and goes only
 * after the document changed or went itself: where something is missing, the document is read anew.
 *
 * @returns Also how many documents need something that the store has lost.
 */
export async function settle(
  store: Store,
  found: readonly StoredDocument[],
): Promise<{settled: StoredDocument[]; incomplete: number}> {
  const settled: StoredDocument[] = [];
  let incomplete = 0;
  let open = [...found];
  for (let attempt = 1; open.length; attempt++) {
    const looked = await lookUp(store, open);
    const whole = looked.filter(({lacks}) => !lacks);
    settled.push(...whole.flatMap(({document, needed}) => [...needed, document]));

    const unsure = looked.filter(({lacks}) => lacks);
    const now = await store.read(unsure.map(({key}) => key));
    open = [];
    for (const [place, {document, needed}] of unsure.entries()) {
      const current = now[place];
      if (current?.value === undefined) continue;
      if (current.operation !== document.operation && attempt < mostAttempts) {
        open.push({path: document.path, ...current});
      } else {
        settled.push(...needed, document);
        incomplete += 1;
      }
    }
  }
  return {settled, incomplete};
}

interface Looked {
  readonly document: StoredDocument;
  readonly key: Key;
  readonly needed: readonly StoredDocument[];
  readonly lacks: boolean;
}

async function lookUp(store: Store, documents: readonly StoredDocument[]): Promise<Looked[]> {
  const dependencies = documents.map(dependenciesOf);
  const needs = dependencies.map(each => each?.documents.map(({key}) => key) ?? []);
  const held = await readGroups(store, needs);
  return documents.map((document, place) => {
    const keys = needs[place] ?? [];
    const needed = keys.flatMap((key, at) => {
      const other = held[place]?.[at];
      return other?.value !== undefined ? [{path: keyPath(key), ...other}] : [];
    });
    const key = dependencies[place]?.key ?? ['', ''];
    return {document, key, needed, lacks: needed.length < keys.length};
  });
}
