import type {DashboardStrings} from './strings.ts';

export const en: DashboardStrings = {
  activeApps: 'Active apps',
  disabledApps: 'Disabled apps',
  on: 'On',
  off: 'Off',
  noneActive: 'You have no active apps',
  noneActiveHint: 'Turn an app on below to see it here on your overview.',
  noApps: 'There are no apps for your overview yet.',
  loading: 'Loading your overview …',
  loadFailed: 'Your overview could not be loaded',
  reasons: {
    signedOut: 'You are no longer logged in. Log in again.',
    offline: 'There is no internet connection. Try again when you are online.',
    away: 'The service does not answer right now. Try again in a moment.',
    other: 'Something went wrong. Try again in a moment.',
  },
  turnedOn: app => `${app} is turned on.`,
  turnedOff: app => `${app} is turned off.`,
  turnOnFailed: app => `${app} was not turned on.`,
  turnOffFailed: app => `${app} was not turned off.`,
  appFailed: app => `${app} could not be shown.`,
  undo: 'Undo',
  retry: 'Try again',
  close: 'Close',
};
