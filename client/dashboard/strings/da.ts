import {sharedDa} from '../../localize/shared-strings.ts';
import type {DashboardStrings} from './strings.ts';

export const da: DashboardStrings = {
  ...sharedDa,
  activeApps: 'Aktive apps',
  disabledApps: 'Deaktiverede apps',
  on: 'Til',
  off: 'Fra',
  noneActive: 'Du har ingen aktive apps',
  noneActiveHint: 'Slå en app til herunder, så vises den her på dit overblik.',
  noApps: 'Der er ingen apps til dit overblik endnu.',
  loading: 'Henter dit overblik …',
  loadFailed: 'Dit overblik kunne ikke hentes',
  turnedOn: app => `${app} er slået til.`,
  turnedOff: app => `${app} er slået fra.`,
  turnOnFailed: app => `${app} blev ikke slået til.`,
  turnOffFailed: app => `${app} blev ikke slået fra.`,
  appFailed: app => `${app} kunne ikke vises.`,
};
