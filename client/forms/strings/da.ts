import {sharedDa} from '../../localize/shared-strings.ts';

/** The texts of the elements in Danish. */
export const da = {
  ...sharedDa,
  loading: 'Henter …',
  loadFailed: 'Formularen kunne ikke hentes',
  refreshFailed: 'Formularen kunne ikke opdateres.',
  /** Heading where there is no published form. */
  notFound: 'Formularen findes ikke',
  notFoundHint: 'Den er ikke publiceret, eller adressen er forkert.',
  prerequisites: 'Hav følgende klar',
  steps: 'Sådan gør du',
  help: 'Hjælp',
  contact: 'Kontakt',
  guidance: 'Vejledning',
  legislation: 'Lovgivning',
  readGuidance: 'Læs vejledningen',
  /** The start button of a form that has no text for it. */
  start: 'Start',
  requiresLogin: 'Du skal logge på.',
  otherLogins: 'Andre måder at logge på',
  eidasPerson: 'Log på med eIDAS som privatperson',
  eidasCompany: 'Log på med eIDAS som medarbejder',
  ssi: 'Log på med SSI',
  /** In place of the start button where the form has no URL. */
  cannotStart: 'Formularen kan ikke startes her.',
  /** The link below a frame. */
  openInWindow: 'Åbn i et nyt vindue',
  exhibitedBy: (authority: string) => `Fra ${authority}`,
  search: 'Søg efter formularer',
  searchFailed: 'Formularerne kunne ikke hentes',
  municipality: 'Kommune',
  authority: 'Myndighed',
  all: 'Alle',
  noneFound: 'Ingen formularer fundet',
  noneFoundHint: 'Prøv med færre eller andre ord, eller vælg en anden kommune eller myndighed.',
  showMore: 'Vis flere',
  found: (count: number) => (count === 1 ? '1 formular' : `${count.toLocaleString('da')} formularer`),
  andOthers: (authority: string, others: number) =>
    `${authority} og ${others === 1 ? '1 anden' : `${others} andre`}`,
};

/** Every text of the form; a host may replace any of them. */
export type FormStrings = typeof da;

/** Every text of the search; a host may replace any of them. */
export type FormSearchStrings = FormStrings;
