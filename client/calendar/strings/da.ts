import {sharedDa} from '../../localize/shared-strings.ts';
import type {DueUnit} from '../model/due.ts';
import type {Direction} from '../model/search.ts';

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

  company: 'Virksomhed',
  allCompanies: 'Alle virksomheder',
  /** Some of several companies are missing; `others` is the number of those that are not named. A reason follows. */
  companiesFailed: (names: string, others: number) =>
    `Frister for ${others ? `${names} og ${others.toLocaleString('da')} ${others === 1 ? 'anden' : 'andre'}` : names} kunne ikke hentes.`,
  companiesOmitted: (shown: number, omitted: number) =>
    `Kalenderen viser de første ${shown} virksomheder. ${omitted.toLocaleString('da')} er ikke med.`,
  authority: 'Myndighed',
  allAuthorities: 'Alle myndigheder',
  unreadOnly: 'Kun ulæste',
  withHidden: 'Vis også skjulte',

  /** Heading of a day's deadlines. */
  deadlinesOn: (day: string) => `Frister ${day}`,
  back: 'Tilbage',
  /** The last day on which something can be done; `day` is in words. */
  by: (day: string) => `Senest ${day}`,
  sender: (name: string) => `Fra ${name}`,
  /** The company of a deadline, where there are several. */
  recipient: (company: string) => `Til ${company}`,
  /** The link to the site that a deadline's text names. */
  goToSite: (host: string) => `Gå til ${host}`,
  /** The button that downloads one deadline for a calendar app. */
  addToCalendar: 'Føj til min kalender',
  calendarFileReady: 'Filen er hentet. Åbn den for at føje fristen til din kalender.',
  calendarFileFailed: 'Fristen kunne ikke hentes til din kalender.',
  /** Heading when a deadline can't be shown. */
  deadlineFailed: 'Fristen kan ikke vises',
  unknownDeadline: 'Virksomheden har ikke denne frist. Myndigheden kan have trukket den tilbage.',
  markRead: 'Markér som læst',
  markUnread: 'Markér som ulæst',
  hide: 'Skjul for alle',
  restore: 'Vis igen for alle',
  /** Below the buttons that mark and hide. */
  marksHint: 'Det gælder for alle i virksomheden. En skjult frist er heller ikke i kalenderlinket.',
  markedRead: (title: string) => `Markeret som læst: ${title}`,
  markedUnread: (title: string) => `Markeret som ulæst: ${title}`,
  hidden: (title: string) => `${title} er skjult for alle i virksomheden. Fristen gælder stadig.`,
  restored: (title: string) => `${title} vises igen for alle i virksomheden.`,
  markReadFailed: (title: string) => `${title} blev ikke markeret som læst.`,
  markUnreadFailed: (title: string) => `${title} blev ikke markeret som ulæst.`,
  hideFailed: (title: string) => `${title} blev ikke skjult.`,
  restoreFailed: (title: string) => `${title} kunne ikke vises igen.`,
  /** When a reload has failed and older content is shown. */
  refreshFailed: 'Fristerne kunne ikke opdateres.',

  /** Heading on paper. */
  printedPeriod: (from: string, to: string) => `Frister ${from} – ${to}`,
  printedOn: (cvr: string, date: string) => `CVR-nummer ${cvr}. Udskrevet ${date}.`,
  printedOnCompanies: (companies: string, date: string) => `Virksomheder: ${companies}. Udskrevet ${date}.`,
  /** `choices` are those of the filter. */
  printedFilter: (choices: string) => `Filter: ${choices}.`,
  printedDate: 'Senest',
  printedDeadline: 'Frist',
  nonePrinted: 'Ingen frister.',

  /** The button that opens it all. */
  subscribeShort: 'Få i din kalender',
  /** The heading. */
  subscribe: 'Få fristerne i din kalender',
  subscribeIntro:
    'Nye og ændrede frister kommer automatisk ind i Outlook, Google Kalender eller Apple Kalender.',
  /** After `subscribeIntro`, before several companies. */
  chooseCompany: 'Hver virksomhed har sit eget kalenderlink. Vælg en virksomhed.',
  /** After `subscribeIntro`, for one of several companies. */
  linkOfCompany: 'Kalenderlinket har kun denne virksomheds frister.',
  hasLink: 'Har et kalenderlink',
  hasNoLink: 'Har ikke et kalenderlink',
  linkUnknown: 'Kunne ikke undersøges',
  checkingLinks: 'Undersøger …',
  checkingLink: 'Undersøger, om I har et kalenderlink …',
  checkLinkFailed: 'Vi kunne ikke undersøge, om I har et kalenderlink.',
  createLink: 'Opret kalenderlink',
  createLinkFailed: 'Linket blev ikke oprettet.',
  linkReady: 'Linket er klar.',
  /** After `linkReady`. */
  linkReplaced: 'Det tidligere link virker ikke mere.',
  /** `day` is in words; `undefined`: not known. */
  linkExists: (day: string | undefined) =>
    day ? `I har et kalenderlink fra ${day}.` : 'I har et kalenderlink.',
  /** After `linkExists`, when the service does not tell the link. */
  linkIsSecret:
    'Af hensyn til sikkerheden vises det kun, når det bliver oprettet. Få det af en kollega, der bruger det, eller udskift det.',
  reminder: 'Påmindelse',
  reminderDays: (days: number) => (days ? `${days} ${days === 1 ? 'dag' : 'dage'} før` : 'Ingen'),
  /** Which calendar apps use the reminder. */
  reminderHint: 'Virker i Apple Kalender. Google Kalender og Outlook bruger dine indstillinger dér.',
  appleCalendar: 'Apple Kalender (iPhone, Mac)',
  openOnDevice: 'Åbn i kalenderen på denne enhed',
  appleSubscribe: 'Vælg Abonner.',
  appleReminders: 'Slå »Fjern påmindelser« fra, hvis du vil have påmindelser.',
  googleCalendar: 'Google Kalender',
  /** It says that another window opens. */
  openInGoogle: 'Åbn Google Kalender på en computer (nyt vindue)',
  googleAdd: 'Vælg Tilføj.',
  shownOnPhone: 'Fristerne vises også i appen på din telefon.',
  outlookWork: 'Outlook (arbejde)',
  outlookPrivate: 'Outlook.com (privat)',
  /** It says that another window opens. */
  openInOutlook: 'Åbn Outlook på nettet (nyt vindue)',
  outlookImport: 'Vælg Importér.',
  otherCalendar: 'Anden kalender: kopiér linket',
  /** Label of the link's URL. */
  address: 'Kalenderlink',
  copy: 'Kopiér',
  copied: 'Linket er kopieret.',
  /** When the browser does not let the page copy. */
  copyFailed: 'Linket er markeret. Kopiér det herfra.',
  otherFind: 'Find »Abonner på kalender« eller »Tilføj kalender fra internettet« i din kalender.',
  otherPaste: 'Indsæt linket.',
  secretHint: 'Alle med linket kan se virksomhedens frister. Del det kun med folk, der må se dem.',
  refreshHint: 'Der kan gå op til et døgn, før en ny frist vises i din kalender.',
  manageLink: 'Administrér linket',
  replaceLink: 'Udskift linket …',
  replaceLinkHint: 'Det nuværende link holder op med at virke. Kolleger skal så tilføje det nye.',
  confirmReplace: 'Ja, udskift linket',
  revokeLink: 'Stop linket …',
  revokeLinkHint: 'Kalendere, der bruger linket, får ikke længere frister.',
  confirmRevoke: 'Ja, stop linket',
  revokeLinkFailed: 'Linket blev ikke stoppet.',
  linkRevoked: 'Linket er stoppet. Kalendere, der bruger det, får ikke længere frister.',
  cancel: 'Annullér',
  /** Name of the calendar in calendar apps. */
  calendarName: 'Frister',
};

/** Every text of the calendar; a host may replace any of them. */
export type CalendarStrings = typeof da;
