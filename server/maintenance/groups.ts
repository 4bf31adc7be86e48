import type {Dependencies} from '../store/document-type.ts';
import type {StoredDocument} from '../store/store.ts';
import {dependenciesOf} from '../document-types.ts';

/** How many documents are read with what they need at once, and how much that may hold: a deadline can have many recipients. */
const most = {documents: 100, weight: 50_000};

/** A document, and what it needs, if anything. */
export interface Hinted {
  readonly document: StoredDocument;
  readonly dependencies: Dependencies | undefined;
}

/** Parts a chunk of documents into groups that take little memory with what they need. */
export function* groupsOf(documents: readonly StoredDocument[]): Generator<Hinted[]> {
  let group: Hinted[] = [];
  let weight = 0;
  for (const document of documents) {
    const dependencies = dependenciesOf(document);
    group.push({document, dependencies});
    weight += dependencies?.weight ?? 0;
    if (group.length < most.documents && weight < most.weight) continue;
    yield group;
    group = [];
    weight = 0;
  }
  if (group.length) yield group;
}
