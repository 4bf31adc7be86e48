import type {DashboardStrings} from './strings.ts';

export const da: DashboardStrings = {
  activeApps: 'Aktive apps',
  disabledApps: 'Deaktiverede apps',
  on: 'Til',
  off: 'Fra',
  noneActive: 'Du har ingen aktive apps',
  noneActiveHint: 'Slå en app til herunder, så vises den her på dit overblik.',
  noApps: 'Der er ingen apps til dit overblik endnu.',
  loading: 'Henter dit overblik …',
  loadFailed: 'Dit overblik kunne ikke hentes',
  reasons: {
    signedOut: 'Du er ikke længere logget på. Log på igen.',
    offline: 'Der er ingen forbindelse til internettet. Prøv igen, når du er på nettet.',
    away: 'Tjenesten svarer ikke lige nu. Prøv igen om lidt.',
    other: 'Der gik noget galt. Prøv igen om lidt.',
  },
  turnedOn: app => `${app} er slået til.`,
  turnedOff: app => `${app} er slået fra.`,
  turnOnFailed: app => `${app} blev ikke slået til.`,
  turnOffFailed: app => `${app} blev ikke slået fra.`,
  appFailed: app => `${app} kunne ikke vises.`,
  undo: 'Fortryd',
  retry: 'Prøv igen',
  close: 'Luk',
};
