import type {searchDa} from './search-strings.ts';
import {sharedEn} from './shared-en.ts';

export const searchEn: typeof searchDa = {
  ...sharedEn,
  loading: 'Loading …',
  submit: 'Search',
  noneFound: 'No forms found',
  showAll: 'Show all forms',
  showMore: 'Show more',
};
