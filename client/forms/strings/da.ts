import {sharedDa} from '../../localize/shared-strings.ts';
import type {da as intro} from './da-intro.ts';

/** The Danish texts of the elements, except those of an intro page. */
export const da = {
  ...sharedDa,
  loading: 'Henter …',
  loadFailed: 'Formularen kunne ikke hentes',
  refreshFailed: 'Formularen kunne ikke opdateres.',
  /** Heading if there is no published form. */
  notFound: 'Formularen findes ikke',
  notFoundHint: 'Den er ikke publiceret, eller adressen er forkert.',
  /** The link to the search. */
  backToSearch: 'Tilbage til søgningen',
  search: 'Søg efter formularer',
  searchFailed: 'Formularerne kunne ikke hentes',
  /** The button that searches. */
  submit: 'Søg',
  authority: 'Myndighed eller kommune',
  allAuthorities: 'Alle',
  /** The groups of authorities. */
  authorityGroups: {stat: 'Statslige myndigheder', region: 'Regioner', kommune: 'Kommuner'},
  noneFound: 'Ingen formularer fundet',
  noneFoundHint: 'Prøv med færre eller andre ord.',
  /** The button that repeats a search without the authority. */
  searchAllAuthorities: 'Søg hos alle myndigheder',
  /** The button that clears a search without results. */
  showAll: 'Vis alle formularer',
  showMore: 'Vis flere',
  found: (count: number) => (count === 1 ? '1 formular' : `${count.toLocaleString('da')} formularer`),
  andOthers: (authority: string, others: number) =>
    `${authority} og ${others === 1 ? '1 anden' : `${others} andre`}`,
};

/** The texts that are loaded with the elements. */
export type CoreStrings = typeof da;

/** Every text of the form; a host may replace any of them. */
export type FormStrings = CoreStrings & typeof intro;

/** Every text of the search; a host may replace any of them. */
export type FormSearchStrings = FormStrings;
