import type {SharedStrings} from '../../localize/shared-strings.ts';

/** Every text of the dashboard; a host may give its own for any of them. */
export interface DashboardStrings extends SharedStrings {
  /** Heading of the apps that are on. */
  activeApps: string;
  /** Heading of the apps that are off. */
  disabledApps: string;
  /** The state of a switch that is on. */
  on: string;
  /** The state of a switch that is off. */
  off: string;
  /** Heading when no app is on. */
  noneActive: string;
  /** Below `noneActive`, when there are apps to turn on. */
  noneActiveHint: string;
  /** Below `noneActive`, when there is none. */
  noApps: string;
  turnedOn: (app: string) => string;
  turnedOff: (app: string) => string;
  turnOnFailed: (app: string) => string;
  turnOffFailed: (app: string) => string;
  /** In place of the content of an app that broke. */
  appFailed: (app: string) => string;
}
