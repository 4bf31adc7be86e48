/**
 * Why something could not be done, as far as a person can do something about it. `signedOut`: the service does not accept the
 * token (401). `forbidden`: it accepts the token, but the person lacks the right (403). `away`: it does not respond, or fails.
 */
export type Reason = 'signedOut' | 'forbidden' | 'offline' | 'away' | 'other';

/** The texts that every element has; a host may give its own for any of them. */
export interface SharedStrings {
  loading: string;
  /** Heading when what the element shows can't be read. */
  loadFailed: string;
  /** What went wrong and what to do. */
  reasons: Record<Reason, string>;
  undo: string;
  retry: string;
  close: string;
}

type SameEverywhere = Omit<SharedStrings, 'loading' | 'loadFailed'>;

export const sharedDa: SameEverywhere = {
  reasons: {
    signedOut: 'Du er ikke længere logget på. Log på igen.',
    forbidden: 'Du har ikke de nødvendige rettigheder.',
    offline: 'Der er ingen forbindelse til internettet. Prøv igen, når du er på nettet.',
    away: 'Tjenesten svarer ikke lige nu. Prøv igen om lidt.',
    other: 'Der gik noget galt. Prøv igen om lidt.',
  },
  undo: 'Fortryd',
  retry: 'Prøv igen',
  close: 'Luk',
};

export const sharedEn: SameEverywhere = {
  reasons: {
    signedOut: 'You are no longer logged in. Log in again.',
    forbidden: 'You do not have the necessary permissions.',
    offline: 'There is no internet connection. Try again when you are online.',
    away: 'The service does not answer right now. Try again in a moment.',
    other: 'Something went wrong. Try again in a moment.',
  },
  undo: 'Undo',
  retry: 'Try again',
  close: 'Close',
};
