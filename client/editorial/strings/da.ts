import {searchDa} from '../../localize/shared-strings.ts';

/** The Danish texts of the element. */
export const da = {
  ...searchDa,
  reasons: {
    ...searchDa.reasons,
    forbidden: 'Kun portalens redaktører kan redigere formularer. Din bruger har ikke den rolle.',
    /* Why a change was not saved. */
    conflict:
      'Formularen er ændret, siden du hentede den. Du ser den nyeste version i rækken ovenfor og dine egne rettelser i felterne herunder. Gem igen, eller annullér.',
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
  /** A choice of `state`. */
  newSuggestions: 'Nye forslag',
  /** Name of the table. */
  forms: 'Formularer',
  /** Names of its columns, with `state`, `suggestion` and `keywords`. */
  form: 'Formular',
  dates: 'Datoer',
  actions: 'Handlinger',
  noneFoundHint: 'Prøv med færre eller andre ord, eller en anden tilstand.',
  /** In place of the hint if only a part of the forms was searched. */
  noneFoundYet: 'Vi har kun søgt i en del af formularerne.',
  shown: (count: number, areMore: boolean) =>
    `Viser ${count === 1 ? '1 formular' : `${count} formularer`}${areMore ? ', der er flere' : ''}`,
  supplier: 'Leverandør',
  suggestion: 'Forslag',
  keywords: 'Søgeord',
  from: 'Publiceres',
  until: 'Afpubliceres',
  fromDate: (date: string) => `Fra ${date}`,
  untilDate: (date: string) => `Til ${date}`,
  /** In place of a missing value. */
  none: 'Ingen',
  /** Below the beginning of a long suggestion. */
  cut: 'Du ser kun begyndelsen af forslaget: Søgeord må højst fylde 1.000 tegn.',
  useSuggestion: 'Brug forslaget',
  /** The buttons next to a new suggestion. */
  use: 'Brug',
  reject: 'Afvis',
  edit: 'Redigér',
  keywordsHint: 'Adskil søgeord med komma.',
  datesHint: 'Skriv dansk tid. Hvis et felt er tomt, gælder formularmasterens dato.',
  save: 'Gem',
  cancel: 'Annullér',
  saved: (title: string) => `Gemt: ${title}`,
  undone: (title: string) => `Fortrudt: ${title}`,
  /** Heading of the numbers above the list. */
  figures: 'Nøgletal',
  download: 'Hent nøgletal (CSV)',
  digitalForms: (digital: number, all: number) =>
    `${digital} af ${all} statslige formularer er eller bliver digitale`,
  digitalReports: (percent: string) => `${percent} af de årlige indberetninger er digitale`,
  /** Before the reason. */
  notSaved: 'Ikke gemt.',
};

/** Every text of the element; a host may replace any of them, so the keys are public. */
export type EditorialStrings = typeof da;
