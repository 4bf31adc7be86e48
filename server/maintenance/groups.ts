import type {Hints} from '../store/hints.ts';
import type {StoredDocument} from '../store/store.ts';
import {hintsOf} from './rules.ts';

/** How many documents are read with what they need at once, and how much that may hold: a deadline can have many recipients. */
const most = {documents: 100, weight: 50_000};

/** A document, and what it needs, if anything. */
export interface Hinted {
  readonly document: StoredDocument;
  readonly hints: Hints | undefined;
}

/** Parts a chunk of documents into groups that take little memory with what they need. */
export function* groupsOf(documents: readonly StoredDocument[]): Generator<Hinted[]> {
  let group: Hinted[] = [];
  let weight = 0;
  for (const document of documents) {
    const hints = hintsOf(document);
    group.push({document, hints});
    weight += hints?.weight ?? 0;
    if (group.length < most.documents && weight < most.weight) continue;
    yield group;
    group = [];
    weight = 0;
  }
  if (group.length) yield group;
}
