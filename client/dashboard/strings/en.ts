import {sharedEn} from '../../localize/shared-en.ts';
import type {DashboardStrings} from './da.ts';

/** The English texts of the dashboard and its apps, with the keys of `da.ts`. `localize/en.ts` exports them. */
export const en: DashboardStrings = {
  ...sharedEn,
  activeApps: 'On your overview',
  disabledApps: 'Hidden from your overview',
  disabledHint: 'Choose Customise overview to show them again.',
  lockedOn: 'Always shown',
  lockedOff: 'Not available',
  noneActive: 'Your overview is empty',
  noneActiveHint: 'Choose below what to see on your overview.',
  noApps: 'No cards are available.',
  loading: 'Loading your overview …',
  signedOut: 'Sign in to see your overview',
  loadFailed: 'Your overview could not be loaded',
  refreshFailed: 'Your overview could not be updated.',
  turnedOn: app => `${app} is now on your overview.`,
  turnedOff: app => `${app} is no longer on your overview.`,
  turnOnFailed: app => `${app} was not added to your overview.`,
  turnOffFailed: app => `${app} was not removed from your overview.`,
  arrange: 'Customise overview',
  arranged: 'Done',
  arrangeHint:
    'Drag a handle, or press the arrows. By keyboard: Space takes hold, arrow keys move, Space drops, Escape cancels.',
  arrangingStarted: 'You can show, hide and move cards now.',
  arrangingEnded: 'You have finished customising your overview.',
  handle: app => `Move ${app}`,
  moveEarlier: app => `Move ${app} one place earlier`,
  moveLater: app => `Move ${app} one place later`,
  held: (app, place, count) => `${app} is ready to be moved. Place ${place} of ${count}.`,
  atPlace: (app, place, count) => `${app}: place ${place} of ${count}.`,
  notMoved: app => `${app} was not moved.`,
  moved: (app, place, count) => `${app} was moved to place ${place} of ${count}.`,
  moveFailed: app => `${app} was not moved.`,
  appFailed: app => `${app} could not be shown.`,
};
