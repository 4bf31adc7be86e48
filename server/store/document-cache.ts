import {LRUCache} from 'lru-cache';

import {bounds} from '../limits/bounds.ts';
import type {Document} from './store.ts';

/**
 * Returns the cached document if its text has not changed, otherwise parses and caches it. The same text yields the same frozen
 * object, so derived values can be cached by it.
 *
 * @param key Identifies the document, such as its path.
 */
export type DocumentCache = (key: string, text: string, parse: () => Document) => Document;

/** Longer texts are not cached, in characters: a list of recipients would displace many small documents. */
const maxTextLength = 100_000;

/** The additional size, in bytes, of the objects that are parsed from a text. */
const overhead = 2_000;

export function createDocumentCache(): DocumentCache {
  const cache = new LRUCache<string, {text: string; document: Document}>({
    maxSize: bounds.maxRememberedDocumentBytes,
    sizeCalculation: ({text}, key) => text.length + key.length + overhead,
  });
  return (key, text, parse) => {
    if (text.length > maxTextLength) return parse();
    const cached = cache.get(key);
    if (cached?.text === text) return cached.document;
    const document = parse();
    freeze(document);
    cache.set(key, {text, document});
    return document;
  };
}

/** Freezes a JSON value deeply. */
function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  Object.freeze(value);
  for (const part of Object.values(value)) freeze(part);
}
