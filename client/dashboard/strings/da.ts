import {sharedDa} from '../../localize/shared-strings.ts';

/** The Danish texts of the elements. */
export const da = {
  ...sharedDa,
  /** Heading of the apps that are on. */
  activeApps: 'På dit overblik',
  /** Heading of the apps that are off. */
  disabledApps: 'Skjult fra overblikket',
  /** Below `disabledApps`, while the apps are not being arranged. */
  disabledHint: 'Vælg Tilpas overblik for at vise dem igen.',
  /** In place of the switch of a locked app that is on. */
  lockedOn: 'Vises altid',
  /** In place of the switch of a locked app that is off. */
  lockedOff: 'Ikke tilgængelig',
  /** Heading when no app is on. */
  noneActive: 'Dit overblik er tomt',
  /** Below `noneActive`, when there are apps to turn on. */
  noneActiveHint: 'Vælg herunder, hvad du vil se på dit overblik.',
  /** Below `noneActive`, when there is none. */
  noApps: 'Der er ingen felter at vælge.',
  loading: 'Henter dit overblik …',
  /** Heading when nobody is signed in. */
  signedOut: 'Log på for at se dit overblik',
  loadFailed: 'Dit overblik kunne ikke hentes',
  /** When a reload has failed and older content is shown. */
  refreshFailed: 'Dit overblik kunne ikke opdateres.',
  turnedOn: (app: string) => `${app} vises nu på dit overblik.`,
  turnedOff: (app: string) => `${app} vises ikke længere på dit overblik.`,
  turnOnFailed: (app: string) => `${app} blev ikke føjet til dit overblik.`,
  turnOffFailed: (app: string) => `${app} blev ikke fjernet fra dit overblik.`,
  /** The button that starts arranging: turning apps on and off, and changing their order. */
  arrange: 'Tilpas overblik',
  /** The same button while the apps are being arranged. */
  arranged: 'Færdig',
  /** How to change the order. */
  arrangeHint:
    'Træk i et håndtag, eller tryk på pilene. Med tastatur: Mellemrum tager fat, piletaster flytter, Mellemrum slipper, Escape fortryder.',
  /** Announced when arranging starts and ends. */
  arrangingStarted: 'Du kan nu vise, skjule og flytte felter.',
  arrangingEnded: 'Du er færdig med at tilpasse dit overblik.',
  /** Name of the handle of an app. */
  handle: (app: string) => `Flyt ${app}`,
  /** Names of the buttons that move an app by one place. */
  moveEarlier: (app: string) => `Flyt ${app} én plads tidligere`,
  moveLater: (app: string) => `Flyt ${app} én plads senere`,
  /** Announced when an app is picked up. */
  held: (app: string, place: number, count: number) =>
    `${app} er klar til at blive flyttet. Plads ${place} af ${count}.`,
  /** Announced while an app is being moved. */
  atPlace: (app: string, place: number, count: number) => `${app}: plads ${place} af ${count}.`,
  notMoved: (app: string) => `${app} er ikke flyttet.`,
  moved: (app: string, place: number, count: number) => `${app} er flyttet til plads ${place} af ${count}.`,
  moveFailed: (app: string) => `${app} blev ikke flyttet.`,
  /** In place of the content of an app that failed. */
  appFailed: (app: string) => `${app} kunne ikke vises.`,
};

/** Every text of the dashboard; a host may replace any of them, so the keys are public. */
export type DashboardStrings = typeof da;
