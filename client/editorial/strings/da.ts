import {searchDa} from '../../localize/shared-strings.ts';

/** The Danish texts of the element. */
export const da = {
  ...searchDa,
  reasons: {
    ...searchDa.reasons,
    forbidden: 'Kun portalens redaktører kan redigere formularer. Din bruger har ikke den rolle.',
    /* Why a change was not saved. */
    conflict:
      'Formularen er ændret, siden du hentede den. Du ser den nyeste version ovenfor og dine egne rettelser i felterne herunder. Gem igen, eller annullér.',
    deleted: 'Formularen er slettet.',
    invalid: 'Formularen skal publiceres, før den afpubliceres.',
  },
  signedOut: 'Log på for at redigere formularer',
  loadFailed: 'Formularerne kunne ikke hentes',
  refreshFailed: 'Formularerne kunne ikke opdateres.',
  search: 'Søg i titler, søgeord og forslag',
  state: 'Tilstand',
  allStates: 'Alle',
  states: {publiceret: 'Publiceret', planlagt: 'Planlagt', afpubliceret: 'Ikke publiceret'},
  /** Headings of the two parts of the list. */
  newSuggestions: 'Nye forslag',
  otherForms: 'Andre formularer',
  noneFoundHint: 'Prøv med færre eller andre ord, eller en anden tilstand.',
  /** In place of the hint if only a part of the forms was searched. */
  noneFoundYet: 'Vi har kun søgt i en del af formularerne.',
  shown: (count: number, areMore: boolean) =>
    `Viser ${count === 1 ? '1 formular' : `${count} formularer`}${areMore ? ', der er flere' : ''}`,
  /** The mark of a form with a new suggestion. */
  isNew: 'Nyt forslag',
  supplier: 'Leverandør',
  exhibitors: 'Udstillere',
  suggestion: 'Forslag fra leverandøren',
  keywords: 'Søgeord',
  from: 'Publiceres',
  until: 'Afpubliceres',
  /** In place of a missing value. */
  none: 'Ingen',
  /** Below the beginning of a long suggestion. */
  cut: 'Du ser kun begyndelsen af forslaget: Søgeord må højst fylde 1.000 tegn.',
  useSuggestion: 'Brug forslaget',
  edit: 'Redigér',
  keywordsHint: 'Adskil søgeord med komma.',
  datesHint: 'Skriv dansk tid. Hvis et felt er tomt, gælder formularmasterens dato.',
  save: 'Gem',
  cancel: 'Annullér',
  saved: (title: string) => `Gemt: ${title}`,
  undone: (title: string) => `Fortrudt: ${title}`,
  /** Before the reason. */
  notSaved: 'Ikke gemt.',
};

/** Every text of the element; a host may replace any of them, so the keys are public. */
export type EditorialStrings = typeof da;
