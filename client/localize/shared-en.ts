import type {CommonStrings, searchDa} from './shared-strings.ts';

/** The English texts that are the same for every element. */
export const sharedEn: CommonStrings = {
  reasons: {
    signedOut: 'You have been signed out.',
    forbidden: 'You do not have the necessary permissions.',
    offline: 'You are offline. Try again when you are connected.',
    away: 'We are having problems right now. Try again shortly.',
    outdated: 'Your browser is too old. Update it, or use another one.',
    noCompany: 'No company has been chosen.',
    other: 'An error occurred. Try again shortly.',
  },
  undo: 'Undo',
  retry: 'Try again',
  logIn: 'Sign in',
  close: 'Close',
  closeNotice: 'Close message',
};

export const searchEn: typeof searchDa = {
  ...sharedEn,
  loading: 'Loading …',
  submit: 'Search',
  noneFound: 'No forms found',
  showAll: 'Show all forms',
  showMore: 'Show more',
  printedPart: 'There are more than those printed.',
};
