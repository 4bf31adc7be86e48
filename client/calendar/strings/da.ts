import {sharedDa} from '../../localize/shared-strings.ts';
import type {Direction} from '../model/calendar-model.ts';
import type {DueUnit} from '../model/due.ts';

/** The texts of the element in Danish. Days and months come in words. */
export const da = {
  ...sharedDa,
  reasons: {...sharedDa.reasons, forbidden: 'Du har ikke adgang til denne virksomheds frister.'},
  loading: 'Henter frister …',
  loadFailed: 'Fristerne kunne ikke hentes',
  previousMonth: 'Forrige måned',
  nextMonth: 'Næste måned',
  earlierMonth: 'Hop til forrige frist',
  laterMonth: 'Hop til næste frist',
  previousYear: 'Forrige år',
  nextYear: 'Næste år',
  today: 'I dag',
  goToDate: 'Gå til dato',
  /** What the choice between `listView`, `monthView` and `yearView` is about. */
  view: 'Visning',
  monthView: 'Måned',
  listView: 'Liste',
  yearView: 'År',
  /** The button that shows and hides the choices of the filter; `count` of them are made. */
  filter: (count: number) => (count ? `Filter (${count})` : 'Filter'),
  /** Heading of the column of week numbers. */
  week: 'Uge',
  weekNumber: (week: number) => `Uge ${week}`,
  /** How the keys work in the month. */
  keyboardHelp:
    'Piletaster: skift dag. Page Up/Down: skift måned, med Shift år. Home/End: ugens første og sidste dag. ' +
    'Enter: åbn dagen.',
  /** How the keys work in the year. */
  yearKeyboardHelp:
    'Piletaster: skift måned. Page Up/Down: skift år. Home/End: årets første og sidste måned. Enter: åbn måneden.',

  /** How long it is until a deadline. The count is 2 or more; 0 for `past`, `today` and `tomorrow`. */
  due: (unit: DueUnit, count: number) =>
    ({
      past: 'Udløbet',
      today: 'I dag',
      tomorrow: 'I morgen',
      days: `om ${count} dage`,
      weeks: `om ${count} uger`,
      months: `om ${count} måneder`,
      years: `om ${count} år`,
    })[unit],
  deadlines: (count: number) =>
    count === 1 ? '1 frist' : `${count ? count.toLocaleString('da') : 'ingen'} frister`,
  unread: (count: number) =>
    count === 1 ? '1 ulæst' : `${count ? count.toLocaleString('da') : 'ingen'} ulæste`,
  /** Spoken when another month is shown. */
  shows: (month: string, deadlines: string, unread: string) => `Viser ${month}, ${deadlines}, ${unread}`,
  /** The name of a day that has deadlines, in the month. */
  dayWith: (day: string, deadlines: string, unread: string) => `${day}, ${deadlines}, ${unread}`,
  /** Spoken when a day without a deadline is opened. */
  noneOnDay: (day: string) => `Der er ingen frister ${day}.`,
  /** Heading of the next deadlines. */
  next: 'Næste frister',
  /** After the next deadlines, if they are all that there are. */
  noneLater: 'Der er ingen senere frister.',
  /** In place of the next deadlines. */
  noneNext: 'Der er ingen kommende frister.',
  earlier: 'Vis tidligere frister',
  later: 'Vis flere',
  /** The first day of a list that begins earlier than today. */
  since: (date: string) => `Fra og med ${date}`,
  /** Spoken when a list is shown or extended. */
  lists: (date: string, deadlines: string, unread: string) =>
    `Viser frister fra og med ${date}, ${deadlines}, ${unread}`,
  none: (month: string) => `Ingen frister i ${month}.`,
  /** In place of a list that begins on a day. */
  noneFrom: (date: string) => `Ingen frister fra og med ${date}.`,
  /** After `none` and `noneFrom`. */
  nearest: (direction: Direction, date: string) =>
    `${direction === 'later' ? 'Næste' : 'Forrige'} frist er ${date}.`,
  goToMonth: (month: string) => `Gå til ${month}`,
  /** Spoken when there is no month to jump to. */
  noneFound: (direction: Direction): string =>
    direction === 'later'
      ? 'Der blev ikke fundet senere frister.'
      : 'Der blev ikke fundet tidligere frister.',
  /** When there are some, but the filter leaves them out. */
  noneMatch: 'Ingen frister passer til dine valg.',
  clearFilter: 'Ryd valg',
  /** How many more deadlines a day has than the month shows. */
  more: (count: number) => `+ ${count.toLocaleString('da')} flere`,
  /** Beside a deadline that is. */
  isUnread: 'Ulæst',
  /** Beside a deadline that is. */
  isHidden: 'Skjult',

  authority: 'Myndighed',
  allAuthorities: 'Alle myndigheder',
  unreadOnly: 'Kun ulæste',
  withHidden: 'Vis også skjulte',

  /** Heading of a day's deadlines. */
  deadlinesOn: (day: string) => `Frister ${day}`,
  back: 'Tilbage',
  /** Before the name of the authority. */
  sender: 'Afsender',
  markRead: 'Markér som læst',
  markUnread: 'Markér som ulæst',
  hide: 'Skjul',
  restore: 'Vis igen',
  markedRead: (title: string) => `${title} er markeret som læst.`,
  markedUnread: (title: string) => `${title} er markeret som ulæst.`,
  hidden: (title: string) => `${title} er skjult.`,
  restored: (title: string) => `${title} vises igen.`,
  markReadFailed: (title: string) => `${title} blev ikke markeret som læst.`,
  markUnreadFailed: (title: string) => `${title} blev ikke markeret som ulæst.`,
  hideFailed: (title: string) => `${title} blev ikke skjult.`,
  restoreFailed: (title: string) => `${title} kunne ikke vises igen.`,
  /** When a reload has failed and older content is shown. */
  refreshFailed: 'Fristerne kunne ikke opdateres.',

  /** The button that opens it all. */
  subscribeShort: 'Få i din kalender',
  /** The heading. */
  subscribe: 'Abonnér på kalender',
  subscribeIntro:
    'Få virksomhedens frister i Outlook, Google Kalender, Apple Kalender eller et andet kalenderprogram.',
  makeAddress: 'Lav en adresse',
  /** Beside `makeAddress`, when there may be an address already. */
  makeAddressHint: 'Har virksomheden allerede en adresse, holder den op med at virke, når der laves en ny.',
  /** Label of the address. */
  address: 'Adresse til kalenderprogrammer',
  copy: 'Kopiér',
  copied: 'Adressen er kopieret.',
  /** When the browser does not let the page copy. */
  copyFailed: 'Adressen er markeret. Kopiér den med Ctrl+C.',
  openInProgram: 'Åbn i kalenderprogram',
  /** It says that another window opens. */
  openInGoogle: 'Åbn i Google Kalender (nyt vindue)',
  /** It says that another window opens. */
  openInOutlook: 'Åbn i Outlook på nettet (nyt vindue)',
  /** How often calendar apps fetch the feed. */
  refreshHint:
    'Programmet henter selv nye frister: Outlook efter 3 til 24 timer, Google efter op til et døgn, Apple så ofte, du vælger.',
  secretHint: 'Alle, der har adressen, kan se fristerne. Del den kun med dem, der skal.',
  replaceAddress: 'Lav en ny adresse',
  withdrawAddress: 'Luk adressen',
  addressMade: 'Adressen er klar. En tidligere adresse virker ikke længere.',
  withdrawn: 'Adressen er lukket og virker ikke længere.',
  makeAddressFailed: 'Adressen kunne ikke laves.',
  withdrawFailed: 'Adressen blev ikke lukket.',
  /** Name of the calendar in calendar apps. */
  calendarName: 'Frister',
};

/** Every text of the calendar; a host may replace any of them. */
export type CalendarStrings = typeof da;
