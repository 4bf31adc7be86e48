import {sharedEn} from '../../localize/shared-strings.ts';
import type {DashboardStrings} from './da.ts';

export const en: DashboardStrings = {
  ...sharedEn,
  activeApps: 'Active apps',
  disabledApps: 'Disabled apps',
  on: 'On',
  off: 'Off',
  noneActive: 'You have no active apps',
  noneActiveHint: 'Turn an app on below to see it here on your overview.',
  noApps: 'There are no apps for your overview yet.',
  loading: 'Loading your overview …',
  loadFailed: 'Your overview could not be loaded',
  turnedOn: app => `${app} is turned on.`,
  turnedOff: app => `${app} is turned off.`,
  turnOnFailed: app => `${app} was not turned on.`,
  turnOffFailed: app => `${app} was not turned off.`,
  appFailed: app => `${app} could not be shown.`,
};
