import {sharedDa} from '../../localize/shared-strings.ts';

/** The texts of the element in Danish. */
export const da = {
  ...sharedDa,
  /** Heading of the apps that are on. */
  activeApps: 'Aktive apps',
  /** Heading of the apps that are off. */
  disabledApps: 'Deaktiverede apps',
  /** The state of a switch that is on. */
  on: 'Til',
  /** The state of a switch that is off. */
  off: 'Fra',
  /** Heading when no app is on. */
  noneActive: 'Du har ingen aktive apps',
  /** Below `noneActive`, when there are apps to turn on. */
  noneActiveHint: 'Slå en app til herunder, så vises den her på dit overblik.',
  /** Below `noneActive`, when there is none. */
  noApps: 'Der er ingen apps til dit overblik endnu.',
  loading: 'Henter dit overblik …',
  loadFailed: 'Dit overblik kunne ikke hentes',
  turnedOn: (app: string) => `${app} er slået til.`,
  turnedOff: (app: string) => `${app} er slået fra.`,
  turnOnFailed: (app: string) => `${app} blev ikke slået til.`,
  turnOffFailed: (app: string) => `${app} blev ikke slået fra.`,
  /** In place of the content of an app that broke. */
  appFailed: (app: string) => `${app} kunne ikke vises.`,
};

/** Every text of the dashboard; a host may replace any of them. */
export type DashboardStrings = typeof da;
