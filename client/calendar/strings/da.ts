import type {Direction} from '../model/search.ts';
import type {da as companies} from './da-companies.ts';
import type {da as dialogs} from './da-dialogs.ts';
import {da as next} from './da-next.ts';
import type {da as tools} from './da-tools.ts';
import type {da as year} from './da-year.ts';

/** The Danish texts of the element, except those that are loaded later. Days and months are in words. */
export const da = {
  ...next,
  /** In a dialog or a view while its code is loading. */
  loadingPart: 'Henter …',
  previousMonth: 'Forrige måned',
  nextMonth: 'Næste måned',
  previousYear: 'Forrige år',
  nextYear: 'Næste år',
  today: 'I dag',
  goToDate: 'Gå til dato',
  /** Name of the choice between `listView`, `monthView` and `yearView`. */
  view: 'Visning',
  monthView: 'Måned',
  listView: 'Liste',
  yearView: 'År',
  /** The button that shows and hides the filter; `count` choices differ from the default. */
  filter: (count: number) => (count ? `Filter (${count})` : 'Filter'),
  /** Heading of the column of week numbers. */
  week: 'Uge',
  weekNumber: (week: number) => `Uge ${week}`,
  /** How the keys work in the month. */
  keyboardHelp:
    'Piletaster: skift dag. Page Up/Down: skift måned, med Shift år. Home/End: ugens første og sidste dag. ' +
    'Enter: åbn dagen.',

  deadlines: (count: number) =>
    count === 1 ? '1 frist' : `${count ? count.toLocaleString('da') : 'ingen'} frister`,
  unread: (count: number) =>
    count === 1 ? '1 ulæst' : `${count ? count.toLocaleString('da') : 'ingen'} ulæste`,
  /** The numbers of a month. */
  inMonth: (month: string, numbers: string) => `I ${month}: ${numbers}`,
  /** Announced with another month. */
  shows: (month: string, deadlines: string, unread: string) => `Viser ${month}, ${deadlines}, ${unread}`,
  /** The name of a day with deadlines, in the month. */
  dayWith: (day: string, deadlines: string, unread: string) => `${day}, ${deadlines}, ${unread}`,
  /** Announced when a day without deadlines is opened. */
  noneOnDay: (day: string) => `Der er ingen frister ${day}.`,
  earlier: 'Vis tidligere frister',
  later: 'Vis flere',
  /** The name of a list, by its first day. */
  since: (date: string) => `Fra ${date}`,
  /** Announced when a list is shown or extended. */
  lists: (date: string, deadlines: string, unread: string) =>
    `Viser frister fra og med ${date}, ${deadlines}, ${unread}`,
  /** In a month or a year. */
  none: 'Ingen frister.',
  /** In place of a list from a day on. */
  noneFrom: (date: string) => `Ingen frister fra og med ${date}.`,
  /** After `noneFrom`. */
  nearest: (direction: Direction, date: string) =>
    `${direction === 'later' ? 'Næste' : 'Forrige'} frist er ${date}.`,
  goToMonth: (month: string) => `Gå til ${month}`,
  /** When the filter excludes all deadlines. */
  noneMatch: 'Ingen frister passer til dine valg.',
  clearFilter: 'Ryd valg',
  /** The number of deadlines of a day that the month does not show. */
  more: (count: number) => `+ ${count.toLocaleString('da')} flere`,
  /** The tag of a hidden deadline. */
  isHidden: 'Skjult',

  /** Heading of a day's deadlines. */
  deadlinesOn: (day: string) => `Frister ${day}`,
  back: 'Tilbage',
  /** Heading when a deadline can't be shown. */
  deadlineFailed: 'Fristen kan ikke vises',

  /** The button that opens the link for calendar apps, and the heading of the link. */
  subscribe: 'Abonnér på frister',
  /** The button in a narrow calendar: the start of `subscribe`. */
  subscribeShort: 'Abonnér',
};

/** The texts that are loaded from the start. */
export type CoreStrings = typeof da;

/** Every text of the calendar; a host may replace any of them. */
export type CalendarStrings = CoreStrings & typeof companies & typeof dialogs & typeof tools & typeof year;
