import {sharedDa} from '../../localize/shared-strings.ts';
import type {da as arranging} from './da-arranging.ts';

/** The Danish texts of the element, except those for changing the order of the apps. */
export const da = {
  ...sharedDa,
  /** Heading of the apps that are on. */
  activeApps: 'På dit overblik',
  /** Heading of the apps that are off. */
  disabledApps: 'Skjulte felter',
  /** Below `disabledApps`. */
  disabledHint: 'Du kan vise dem igen når som helst.',
  /** The state of a switch that is on. */
  on: 'Vises',
  /** The state of a switch that is off. */
  off: 'Skjult',
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
  /** On a button while its code is loading. */
  loadingPart: 'Henter …',
  loadFailed: 'Dit overblik kunne ikke hentes',
  turnedOn: (app: string) => `${app} vises nu på dit overblik.`,
  turnedOff: (app: string) => `${app} vises ikke længere på dit overblik.`,
  turnOnFailed: (app: string) => `${app} blev ikke føjet til dit overblik.`,
  turnOffFailed: (app: string) => `${app} blev ikke fjernet fra dit overblik.`,
  /** The button that starts changing the order of the apps. */
  arrange: 'Skift rækkefølge',
  /** The same button while the order is being changed. */
  arranged: 'Færdig',
  /** When the code for changing the order could not be loaded. */
  arrangeFailed: 'Rækkefølgen kan ikke skiftes lige nu.',
  moved: (app: string, place: number, count: number) => `${app} er flyttet til plads ${place} af ${count}.`,
  moveFailed: (app: string) => `${app} blev ikke flyttet.`,
  /** In place of the content of an app that failed. */
  appFailed: (app: string) => `${app} kunne ikke vises.`,
};

/** The texts that are loaded from the start. */
export type CoreStrings = typeof da;

/** Every text of the dashboard; a host may replace any of them. */
export type DashboardStrings = CoreStrings & typeof arranging;
