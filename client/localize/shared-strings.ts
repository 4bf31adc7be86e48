/**
 * Why something could not be done, as far as a person can do something about it. `signedOut`: the service does not accept the
 * token (401). `forbidden`: it accepts the token, but the person lacks the right (403). `away`: it does not respond, or fails.
 * `outdated`: the browser lacks what the elements need. `noCompany`: the page names no company.
 */
export type Reason = 'signedOut' | 'forbidden' | 'offline' | 'away' | 'outdated' | 'noCompany' | 'other';

/** The texts that every element has; a host may give its own for any of them. */
export interface SharedStrings {
  loading: string;
  /** Heading when what the element shows can't be read. */
  loadFailed: string;
  /** What went wrong and what to do. */
  reasons: Record<Reason, string>;
  undo: string;
  retry: string;
  /** The link to the page's login, if it has one. */
  logIn: string;
  close: string;
  /** Closes the bar with the last change, also in a dialog that has a button `close`. */
  closeNotice: string;
}

/** Those that are the same for every element. */
export type CommonStrings = Omit<SharedStrings, 'loading' | 'loadFailed'>;

export const sharedDa: CommonStrings = {
  reasons: {
    signedOut: 'Du er blevet logget af. Log på igen for at fortsætte.',
    forbidden: 'Du har ikke de nødvendige rettigheder.',
    offline: 'Du har ikke forbindelse til internettet. Prøv igen, når du er online.',
    away: 'Vi har problemer lige nu. Prøv igen om lidt.',
    outdated: 'Din browser er for gammel. Opdatér den, eller brug en anden browser.',
    noCompany: 'Der er ikke valgt en virksomhed.',
    other: 'Der opstod en fejl. Prøv igen om lidt.',
  },
  undo: 'Fortryd',
  retry: 'Prøv igen',
  logIn: 'Log på igen',
  close: 'Luk',
  closeNotice: 'Luk besked',
};
