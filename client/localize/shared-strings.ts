export type Language = 'da' | 'en';

/**
 * Why an action failed, by what a person can do about it. `signedOut`: the service does not accept the
 * token (401). `forbidden`: it accepts the token, but the person lacks the right (403). `away`: it does not respond, or fails.
 * `outdated`: the browser lacks what the elements need. `noCompany`: the page names no company.
 */
export type Reason = 'signedOut' | 'forbidden' | 'offline' | 'away' | 'outdated' | 'noCompany' | 'other';

/** The Danish texts that are the same for every element; `shared-en.ts` has the English ones. The keys are public: pages replace texts by them. */
export const sharedDa = {
  /** Why an action failed, and what to do. */
  reasons: {
    signedOut: 'Du er blevet logget af.',
    forbidden: 'Du har ikke de nødvendige rettigheder.',
    offline: 'Du har ikke forbindelse til internettet. Prøv igen, når du er online.',
    away: 'Vi har problemer lige nu. Prøv igen om lidt.',
    outdated: 'Din browser er for gammel. Opdatér den, eller brug en anden browser.',
    noCompany: 'Der er ikke valgt en virksomhed.',
    other: 'Der opstod en fejl. Prøv igen om lidt.',
  } as Record<Reason, string>,
  undo: 'Fortryd',
  retry: 'Prøv igen',
  /** The link to the page's login. */
  logIn: 'Log på',
  close: 'Luk',
  /** Closes the notice, also in a dialog with a button `close`. */
  closeNotice: 'Luk besked',
};

export type CommonStrings = typeof sharedDa;

/** The texts of every element. A host may replace any of them. */
export interface SharedStrings extends CommonStrings {
  loading: string;
  /** Heading when the content can't be loaded. */
  loadFailed: string;
}

/** The Danish texts of every list of forms that a person searches. */
export const searchDa = {
  ...sharedDa,
  loading: 'Henter …',
  /** The button that searches. */
  submit: 'Søg',
  noneFound: 'Vi fandt ingen formularer',
  /** The button that clears a search without results. */
  showAll: 'Vis alle formularer',
  showMore: 'Vis flere',
  /** On paper, in place of "show more". */
  printedPart: 'Der er flere end de udskrevne.',
};
