/* The search in the page's URL, for `<tavle-form-search>`, and the way back to it, for `<tavle-form>`. */

import {replaceParameters} from '../shared/page-url.ts';
import {toUrl} from '../shared/property-values.ts';
import type {SearchCriteria} from './model/search-model.ts';

/** Reads the search criteria from the page's URL: links contain its parameters, which `docs/reference/element-forms.md` documents. */
export function readPageUrl(): SearchCriteria {
  const search = new URLSearchParams(location.search);
  const read = (name: string) => search.get(`tavle-${name}`) ?? '';
  return {text: read('soeg'), authority: read('myndighed')};
}

/**
 * Returns the URL of the previous page, with its search criteria, if that is the page of `searchUrl`. Otherwise returns `searchUrl`, also if a
 * policy of the previous page hides the referrer.
 */
export function returnUrl(searchUrl: string): string {
  const link = toUrl(searchUrl);
  const [page = '', query] = document.referrer.split('?');
  const given = new URLSearchParams(query);
  const isSamePage =
    page === link.origin + link.pathname &&
    [...new URLSearchParams(link.search)].every(([name, value]) => given.getAll(name).includes(value));
  return (isSamePage && document.referrer) || searchUrl;
}

/** Writes the search criteria into the page's URL. */
export function writePageUrl({text, authority}: SearchCriteria): void {
  replaceParameters({'tavle-soeg': text, 'tavle-myndighed': authority});
}
