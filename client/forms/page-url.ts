import {replaceParameters} from '../shared/page-url.ts';
import type {Wanted} from './model/search-model.ts';

/** Returns what the page's URL says to search for. */
export function readPageUrl(): Wanted {
  const search = new URLSearchParams(location.search);
  const read = (name: string) => search.get(`tavle-${name}`) ?? '';
  return {text: read('soeg'), municipality: read('kommune'), authority: read('myndighed')};
}

/** Writes what is searched for into the page's URL. */
export function writePageUrl({text, municipality, authority}: Wanted): void {
  replaceParameters({
    'tavle-soeg': text || undefined,
    'tavle-kommune': municipality || undefined,
    'tavle-myndighed': authority || undefined,
  });
}
