import {searchEn} from '../../localize/shared-en.ts';
import type {EditorialStrings} from './da.ts';

/** The English texts for editors, with the keys of `da.ts`. `localize/en.ts` exports them. */
export const en: EditorialStrings = {
  ...searchEn,
  reasons: {
    ...searchEn.reasons,
    forbidden: 'Only editors of the portal can edit forms. You do not have that role.',
    conflict:
      'The form has changed since you loaded it. The latest version is above, and your own in the fields below. Save again, or cancel.',
    deleted: 'The form has been deleted.',
    invalid: 'The form must be published before it stops being published.',
  },
  signedOut: 'Sign in to edit forms',
  loadFailed: 'The forms could not be loaded',
  refreshFailed: 'The forms could not be updated.',
  search: 'Search titles, keywords and suggestions',
  state: 'State',
  allStates: 'All',
  states: {publiceret: 'Published', planlagt: 'Scheduled', afpubliceret: 'Not published'},
  newSuggestions: 'New suggestions',
  otherForms: 'Other forms',
  noneFoundHint: 'Try fewer or other words, or another state.',
  noneFoundYet: 'A part of the forms was searched.',
  shown: (count, areMore) =>
    `Showing ${count === 1 ? '1 form' : `${count} forms`}${areMore ? ', there are more' : ''}`,
  isNew: 'New suggestion',
  supplier: 'Supplier',
  exhibitors: 'Exhibitors',
  suggestion: 'Suggestion of the supplier',
  keywords: 'Keywords',
  from: 'Published from',
  until: 'Published until',
  none: 'None',
  cut: 'Only the beginning of the suggestion: keywords have at most 1,000 characters.',
  useSuggestion: 'Use the suggestion',
  edit: 'Edit',
  keywordsHint: 'Separate keywords by commas.',
  datesHint: 'Danish time. An empty field gives the date of the form master.',
  save: 'Save',
  cancel: 'Cancel',
  saved: title => `Saved: ${title}`,
  undone: title => `Undone: ${title}`,
  notSaved: 'Not saved.',
};
