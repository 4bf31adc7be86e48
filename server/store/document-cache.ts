import {LRUCache} from 'lru-cache';

import {bounds} from '../limits/bounds.ts';
import type {Document} from './store.ts';

/**
 * Remembers documents as they were read. A document whose text has not changed is neither parsed nor checked again: it is the same
 * frozen object, so whatever is made of it can be remembered by it.
 *
 * @param place Where the document is, such as its path.
 */
export type DocumentCache = (place: string, text: string, parse: () => Document) => Document;

/** Longer texts are not remembered, in characters: a list of recipients would displace many small documents. */
const maxTextLength = 100_000;

/** The additional size, in bytes, of the objects that are parsed from a text and kept with it. */
const overhead = 2_000;

export function createDocumentCache(): DocumentCache {
  const known = new LRUCache<string, {text: string; document: Document}>({
    maxSize: bounds.maxRememberedDocumentBytes,
    sizeCalculation: ({text}, place) => text.length + place.length + overhead,
  });
  return (place, text, parse) => {
    if (text.length > maxTextLength) return parse();
    const remembered = known.get(place);
    if (remembered?.text === text) return remembered.document;
    const document = parse();
    freeze(document);
    known.set(place, {text, document});
    return document;
  };
}

/** Freezes what JSON can hold. */
function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  Object.freeze(value);
  for (const part of Object.values(value)) freeze(part);
}
