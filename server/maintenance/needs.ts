import {dependenciesOf} from '../document-types.ts';
import type {Dependencies} from '../store/document-type.ts';
import {keyPath} from '../store/key.ts';
import {readGroups} from '../store/pages.ts';
import type {Document, Store, StoredDocument} from '../store/store.ts';

/** Of a group: a deadline can have many recipients. */
const maxDocuments = 100;
const maxWeight = 50_000;

/** How often a document that changes all the time is read again. */
const maxAttempts = 20;

export interface Examined {
  readonly document: StoredDocument;
  readonly dependencies: Dependencies | undefined;
  /** In the order of `dependencies.documents`; `undefined` for one that is missing. */
  readonly needed: readonly (Document | undefined)[];
}

type Unexamined = Omit<Examined, 'needed'>;

const withDependencies = (document: StoredDocument): Unexamined => ({
  document,
  dependencies: dependenciesOf(document),
});

/** Reads what documents need, in groups that take little memory. */
export async function* examine(
  store: Store,
  documents: readonly StoredDocument[],
): AsyncGenerator<Examined[]> {
  let group: Unexamined[] = [];
  let weight = 0;
  for (const each of documents.map(withDependencies)) {
    group.push(each);
    weight += each.dependencies?.weight ?? 0;
    if (group.length < maxDocuments && weight < maxWeight) continue;
    yield await readNeeded(store, group);
    group = [];
    weight = 0;
  }
  if (group.length) yield await readNeeded(store, group);
}

/**
 * Puts what documents need right before the one that needs it. What a document needs exists before it, and is removed only after
 * the document changed or was removed itself: where something is missing, the document is read again.
 *
 * @returns Also how many documents need something that the store has lost.
 */
export async function settle(
  store: Store,
  group: readonly Examined[],
): Promise<{settled: StoredDocument[]; incomplete: number}> {
  const settled: StoredDocument[] = [];
  let incomplete = 0;
  let open = group;
  for (let attempt = 1; open.length; attempt++) {
    settled.push(...open.filter(each => !lacksAny(each)).flatMap(withNeeded));
    const unsure = open.filter(lacksAny);
    const now = await store.read(
      unsure.flatMap(({dependencies}) => (dependencies ? [dependencies.key] : [])),
    );
    const changed: Unexamined[] = [];
    for (const [place, each] of unsure.entries()) {
      const {path, operation} = each.document;
      const current = now[place];
      if (current?.value === undefined) continue;
      if (current.operation !== operation && attempt < maxAttempts) {
        changed.push(withDependencies({path, ...current}));
      } else {
        settled.push(...withNeeded(each));
        incomplete += 1;
      }
    }
    open = await readNeeded(store, changed);
  }
  return {settled, incomplete};
}

async function readNeeded(store: Store, group: readonly Unexamined[]): Promise<Examined[]> {
  const keys = group.map(({dependencies}) => dependencies?.documents.map(({key}) => key) ?? []);
  const needed = await readGroups(store, keys);
  return group.map((each, place) => ({...each, needed: needed[place] ?? []}));
}

/** Also true for a needed document that can't be read. */
function lacksAny({needed}: Examined): boolean {
  return needed.some(each => each?.value === undefined);
}

function withNeeded({document, dependencies, needed}: Examined): StoredDocument[] {
  const others = dependencies?.documents.flatMap(({key}, place) => {
    const other = needed[place];
    return other?.value === undefined ? [] : [{path: keyPath(key), ...other}];
  });
  return [...(others ?? []), document];
}
