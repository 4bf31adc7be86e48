import {searchDa} from '../../localize/shared-strings.ts';

/** The Danish texts of the elements. */
export const da = {
  ...searchDa,
  loadFailed: 'Formularen kunne ikke hentes',
  refreshFailed: 'Formularen kunne ikke opdateres.',
  /** Heading if there is no published form. */
  notFound: 'Formularen findes ikke',
  notFoundHint: 'Den er ikke publiceret, eller adressen er forkert.',
  /** The link to the search. */
  backToSearch: 'Tilbage til søgningen',
  prerequisites: 'Hav følgende klar',
  steps: 'Sådan gør du',
  help: 'Hjælp',
  contact: 'Kontakt',
  guidance: 'Vejledning',
  legislation: 'Lovgivning',
  readGuidance: 'Læs vejledningen',
  /** The start button of a form without a text for it. */
  start: 'Start',
  requiresLogin: 'Du skal logge på.',
  /** In place of the start button if the form has no URL. */
  cannotStart: 'Du kan ikke starte formularen her.',
  exhibitedBy: (authority: string) => `Fra ${authority}`,
  otherLogins: 'Andre måder at logge på',
  eidasPerson: 'Log på med eIDAS som privatperson',
  eidasCompany: 'Log på med eIDAS som medarbejder',
  ssi: 'Log på med SSI',
  /** The link below a frame. */
  openInWindow: 'Åbn i et nyt vindue',
  /** On paper, in place of a frame and above its link. */
  frameNotPrinted: 'Det, du har udfyldt, er ikke med på udskriften.',

  search: 'Søg efter formularer',
  searchFailed: 'Formularerne kunne ikke hentes',
  authority: 'Myndighed eller kommune',
  allAuthorities: 'Alle',
  /** The groups of authorities. */
  authorityGroups: {stat: 'Statslige myndigheder', region: 'Regioner', kommune: 'Kommuner'},
  noneFoundHint: 'Prøv med færre eller andre ord.',
  /** The button that repeats a search without the authority. */
  searchAllAuthorities: 'Søg hos alle myndigheder',
  /** On paper, below the first forms of a search. */
  printedFirst: (shown: number, count: number) =>
    `Udskriften har de første ${shown.toLocaleString('da')} af ${count.toLocaleString('da')} formularer.`,
  found: (count: number) => (count === 1 ? '1 formular' : `${count.toLocaleString('da')} formularer`),
  andOthers: (authority: string, others: number) =>
    `${authority} og ${others === 1 ? '1 anden' : `${others} andre`}`,
};

/** Every text of the form; a host may replace any of them, so the keys are public. */
export type FormStrings = typeof da;

/** Every text of the search; a host may replace any of them. */
export type FormSearchStrings = FormStrings;
