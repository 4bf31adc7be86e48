import {sharedDa} from '../localize/shared-strings.ts';
import type {CalendarStrings} from './strings.ts';

const number = new Intl.NumberFormat('da');

export const da: CalendarStrings = {
  ...sharedDa,
  loading: 'Henter frister …',
  loadFailed: 'Fristerne kunne ikke hentes',
  previousMonth: 'Navigér én måned tilbage',
  nextMonth: 'Navigér én måned frem',
  today: 'I dag',
  goToDate: 'Gå til dato',
  view: 'Visning',
  monthView: 'Måned',
  listView: 'Liste',
  week: 'Uge',
  weekNumber: week => `Uge ${week}`,
  keyboardHelp:
    'Navigerer du med tastatur, kan du skifte dag med piletasterne, uge med pil op og ned, måned med Page Up og ' +
    'Page Down og år, hvis du samtidig holder Shift nede. Home og End går til ugens første og sidste dag. ' +
    'Enter åbner dagens frister.',

  deadlines: count => (count === 1 ? '1 frist' : `${count ? number.format(count) : 'ingen'} frister`),
  unread: count => (count === 1 ? '1 ulæst' : `${count ? number.format(count) : 'ingen'} ulæste`),
  shows: (month, deadlines, unread) => `Viser ${month}, ${deadlines}, ${unread}`,
  dayWith: (day, deadlines, unread) => `${day}, ${deadlines}, ${unread}`,
  noneOnDay: day => `Der er ingen frister ${day}.`,
  none: 'Der er ingen frister i denne måned.',
  noneMatch: 'Ingen frister i denne måned passer til filteret.',
  clearFilter: 'Nulstil filter',
  more: count => `${number.format(count)} mere`,
  isUnread: 'Ulæst',
  isHidden: 'Skjult',

  authority: 'Myndighed',
  allAuthorities: 'Alle myndigheder',
  unreadOnly: 'Kun ulæste',
  withHidden: 'Vis skjulte',

  deadlinesOn: day => `Frister ${day}`,
  back: 'Tilbage',
  sender: 'Afsender',
  markRead: 'Markér som læst',
  markUnread: 'Markér som ulæst',
  hide: 'Skjul',
  restore: 'Vis igen',
  markedRead: title => `${title} er markeret som læst.`,
  markedUnread: title => `${title} er markeret som ulæst.`,
  hidden: title => `${title} er skjult.`,
  restored: title => `${title} vises igen.`,
  markReadFailed: title => `${title} blev ikke markeret som læst.`,
  markUnreadFailed: title => `${title} blev ikke markeret som ulæst.`,
  hideFailed: title => `${title} blev ikke skjult.`,
  restoreFailed: title => `${title} kunne ikke vises igen.`,
  refreshFailed: 'Fristerne kunne ikke opdateres.',

  subscribeShort: 'Abonnér',
  subscribe: 'Abonnér på kalender',
  subscribeIntro:
    'Få virksomhedens frister i Outlook, Google Kalender, Apple Kalender eller et andet kalenderprogram.',
  makeAddress: 'Lav en adresse',
  makeAddressHint: 'Har virksomheden allerede en adresse, holder den op med at virke, når der laves en ny.',
  address: 'Adresse til kalenderprogrammer',
  copy: 'Kopiér',
  copied: 'Adressen er kopieret.',
  copyFailed: 'Adressen er markeret. Kopiér den med Ctrl+C.',
  openInProgram: 'Åbn i kalenderprogram',
  openInGoogle: 'Åbn i Google Kalender (nyt vindue)',
  openInOutlook: 'Åbn i Outlook på nettet (nyt vindue)',
  refreshHint:
    'Programmet henter selv nye frister: Outlook efter 3 til 24 timer, Google efter op til et døgn, Apple så ofte, du vælger.',
  secretHint: 'Alle, der har adressen, kan se fristerne. Del den kun med dem, der skal.',
  replaceAddress: 'Lav en ny adresse',
  withdrawAddress: 'Luk adressen',
  addressMade: 'Adressen er klar. En tidligere adresse virker ikke længere.',
  withdrawn: 'Adressen er lukket og virker ikke længere.',
  makeAddressFailed: 'Adressen kunne ikke laves.',
  withdrawFailed: 'Adressen blev ikke lukket.',
  calendarName: 'Frister',
};
