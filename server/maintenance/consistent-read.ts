import {dependenciesOf} from '../document-types.ts';
import type {Dependencies} from '../store/document-type.ts';
import {keyPath} from '../store/key.ts';
import {readGroups} from '../store/pages.ts';
import type {Document, Store, StoredDocument} from '../store/store.ts';

/** Limits of a group: a deadline can have many recipients. */
const maxDocuments = 100;
const maxWeight = 50_000;

/** Maximum reads of a document that changes all the time. */
const maxAttempts = 20;

/** A document and the documents that it needs. */
export interface ResolvedDocument {
  readonly document: StoredDocument;
  readonly dependencies: Dependencies | undefined;
  /** In the order of `dependencies.documents`; `undefined` for one that is missing or unreadable. */
  readonly needed: readonly (Document | undefined)[];
}

type UnresolvedDocument = Omit<ResolvedDocument, 'needed'>;

const withDependencies = (document: StoredDocument): UnresolvedDocument => ({
  document,
  dependencies: dependenciesOf(document),
});

/** Reads the dependencies of documents, in groups of bounded size, for backup, restore and repair. */
export async function* readDependencies(
  store: Store,
  documents: readonly StoredDocument[],
): AsyncGenerator<ResolvedDocument[]> {
  let group: UnresolvedDocument[] = [];
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
 * Returns each document after the documents that it needs. Writers create these before the document, and remove them only after the
 * document changed or was removed. If one is missing, the document is therefore read again.
 *
 * @returns Also the number of documents with lost dependencies.
 */
export async function readConsistently(
  store: Store,
  group: readonly ResolvedDocument[],
): Promise<{documents: StoredDocument[]; incomplete: number}> {
  const documents: StoredDocument[] = [];
  let incomplete = 0;
  let remaining = group;
  for (let attempt = 1; remaining.length; attempt++) {
    documents.push(...remaining.filter(each => !lacksAny(each)).flatMap(withNeeded));
    const lacking = remaining.filter(lacksAny);
    const now = await store.read(
      lacking.flatMap(({dependencies}) => (dependencies ? [dependencies.key] : [])),
    );
    const changed: UnresolvedDocument[] = [];
    for (const [index, each] of lacking.entries()) {
      const {path, operation} = each.document;
      const current = now[index];
      if (!current) continue;
      if (current.operation !== operation && attempt < maxAttempts) {
        changed.push(withDependencies({path, ...current}));
      } else {
        documents.push(...withNeeded(each));
        incomplete += 1;
      }
    }
    remaining = await readNeeded(store, changed);
  }
  return {documents, incomplete};
}

const lacksAny = ({needed}: ResolvedDocument) => needed.includes(undefined);

async function readNeeded(store: Store, group: readonly UnresolvedDocument[]): Promise<ResolvedDocument[]> {
  const keys = group.map(({dependencies}) => dependencies?.documents.map(({key}) => key) ?? []);
  const needed = await readGroups(store, keys);
  return group.map((each, index) => ({...each, needed: needed[index] ?? []}));
}

function withNeeded({document, dependencies, needed}: ResolvedDocument): StoredDocument[] {
  const others = dependencies?.documents.flatMap(({key}, index) => {
    const other = needed[index];
    return other ? [{path: keyPath(key), ...other}] : [];
  });
  return [...(others ?? []), document];
}
