import {replaceParameters} from '../shared/page-url.ts';
import type {SearchCriteria} from './model/search-model.ts';

/** Reads the search criteria from the page's URL. */
export function readPageUrl(): SearchCriteria {
  const search = new URLSearchParams(location.search);
  const read = (name: string) => search.get(`tavle-${name}`) ?? '';
  return {text: read('soeg'), authority: read('myndighed')};
}

/** Writes the search criteria into the page's URL. */
export function writePageUrl({text, authority}: SearchCriteria): void {
  replaceParameters({
    'tavle-soeg': text || undefined,
    'tavle-myndighed': authority || undefined,
  });
}
