import {sharedDa} from './shared-strings.ts';

/** The Danish texts of every list of forms that a person searches. */
export const searchDa = {
  ...sharedDa,
  loading: 'Henter …',
  /** The button that searches. */
  submit: 'Søg',
  noneFound: 'Ingen formularer fundet',
  /** The button that clears a search without results. */
  showAll: 'Vis alle formularer',
  showMore: 'Vis flere',
};
