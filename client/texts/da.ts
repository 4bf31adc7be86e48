/*
 * The Danish texts of all elements, by element, and their types. The keys are public: pages replace texts by key. `en.ts` has the same texts in
 * English. CONTRIBUTING.md says what to do after a change of a text.
 */
import type {Direction} from '../calendar/model/agenda.ts';
import type {DueUnit} from '../frist/model/dates.ts';
import {groupThousands} from './formats.ts';
import type {Reason} from './keys.ts';

/** The Danish texts that are the same for every element. */
export const sharedDa = {
  /** Why an action failed, and what to do. */
  reasons: {
    signedOut: 'Du er blevet logget af.',
    forbidden: 'Du har ikke de nødvendige rettigheder.',
    offline: 'Du har ikke forbindelse til internettet. Prøv igen, når du er online.',
    away: 'Vi har problemer lige nu. Prøv igen om lidt.',
    outdated: 'Din browser er for gammel. Opdatér den, eller brug en anden browser.',
    noCompany: 'Der er ikke valgt en virksomhed.',
    other: 'Der opstod en fejl. Prøv igen om lidt.',
  } as Record<Reason, string>,
  undo: 'Fortryd',
  retry: 'Prøv igen',
  /** The link to the page's login. */
  logIn: 'Log på',
  close: 'Luk',
  /** Closes the notice, also in a dialog with a button `close`. */
  closeNotice: 'Luk besked',
};

export type CommonStrings = typeof sharedDa;

/** The texts of every element. A page may replace any of them. */
export interface SharedStrings extends CommonStrings {
  loading: string;
  /** Heading when the content can't be loaded. */
  loadFailed: string;
  /** The text when a reload has failed and older content is shown. */
  refreshFailed: string;
}

/** The Danish texts of every list of forms that a person searches. */
export const searchDa = {
  ...sharedDa,
  loading: 'Henter …',
  /** The button that searches. */
  submit: 'Søg',
  noneFound: 'Vi fandt ingen formularer',
  /** The button that clears a search without results. */
  showAll: 'Vis alle formularer',
  showMore: 'Vis flere',
  /** On paper, in place of "show more". */
  printedPart: 'Der er flere end de udskrevne.',
};

const andre = (count: number) => (count === 1 ? '1 anden' : `${count} andre`);

/** The Danish texts of the next deadlines, shared by the calendar and `<tavle-deadlines>`. */
export const frist = {
  ...sharedDa,
  reasons: {...sharedDa.reasons, forbidden: 'Du har ikke adgang til denne virksomheds frister.'},
  loading: 'Henter frister …',
  /** Heading when nobody is signed in. */
  signedOut: 'Log på for at se dine frister',
  loadFailed: 'Vi kunne ikke hente fristerne',
  /** The time until a deadline. The count is 2 or more; 0 for `past`, `today` and `tomorrow`. */
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
  /** Heading of the next deadlines. */
  next: 'Næste frister',
  /** After the next deadlines, if there are no others. */
  noneLater: 'Der er ingen senere frister.',
  /** In place of the next deadlines. */
  noneNext: 'Der er ingen kommende frister.',
  /** After the next deadlines, or in place of them, if the others of many companies were not found in a few pages. */
  perhapsMore: 'Der kan være flere frister, som ikke vises her.',
  /** Above the deadlines. `companies`: the first ones that the person has no access to, or that are beyond the maximum; `others`: the number of further ones. */
  companiesLeftOut: (companies: string, others: number) =>
    `Du kan ikke se frister for ${companies}${others ? ` og ${andre(others)}` : ''}.`,
  companies: (count: number) => `${groupThousands(count, '.')} virksomheder`,
  /** After `companies`: how many of them have not done a deadline that others have done. */
  missing: (count: number) => `${groupThousands(count, '.')} mangler`,
  /** The tag of a deadline that is done. */
  isDone: 'Klaret',
  /** An unread deadline: spoken, and in the legend of the year. */
  isUnread: 'Ulæst',
  /** When a reload has failed and older content is shown. */
  refreshFailed: 'Vi kunne ikke opdatere fristerne.',
};

/** Every text of `<tavle-deadlines>`; a page may replace any of them, so the keys are public. */
export type DeadlinesStrings = typeof frist;

/** Companies of a deadline: the only one, all of several, or a number of chosen ones. */
export type Which = 'one' | 'all' | number;

const chosenText = (which: Which) =>
  which === 'one' ? '' : which === 'all' ? 'alle ' : `${which} ${which === 1 ? 'valgt' : 'valgte'} `;

/** The Danish texts of the calendar. Parameters such as `day` and `month` are in words. */
export const calendar = {
  ...frist,
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
    count === 1 ? '1 frist' : `${count ? groupThousands(count, '.') : 'ingen'} frister`,
  unread: (count: number) =>
    count === 1 ? '1 ulæst' : `${count ? groupThousands(count, '.') : 'ingen'} ulæste`,
  /** The numbers of a month. */
  inMonth: (month: string, numbers: string) => `I ${month}: ${numbers}`,
  /** Announced when another month, year or week is shown. */
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
  /** In a month or a year without deadlines. */
  none: 'Ingen frister.',
  /** In place of a list without deadlines. */
  noneFrom: (date: string) => `Ingen frister fra og med ${date}.`,
  /** After `noneFrom`. */
  nearest: (direction: Direction, date: string) =>
    `${direction === 'later' ? 'Næste' : 'Forrige'} frist er ${date}.`,
  goToMonth: (month: string) => `Gå til ${month}`,
  /** When the filter excludes all deadlines. */
  noneMatch: 'Ingen frister passer til dine valg.',
  /** In a list that has later deadlines. */
  noneMatchTo: (date: string) => `Ingen frister til og med ${date} passer til dine valg.`,
  clearFilter: 'Ryd valg',
  /** The number of deadlines of a day that the month does not show. */
  more: (count: number) => `+ ${groupThousands(count, '.')} ${count === 1 ? 'mere' : 'flere'}`,
  /** The tag of a hidden deadline. */
  isHidden: 'Skjult',

  /** Heading of a day's deadlines. */
  deadlinesOn: (day: string) => `Frister ${day}`,
  back: 'Tilbage',
  /** Heading when a deadline can't be shown. */
  deadlineFailed: 'Fristen kan ikke vises',

  /** The button that opens mails and calendar links, and their heading. */
  subscribe: 'Få besked om frister',
  /** The button in a narrow calendar: the start of `subscribe`. */
  subscribeShort: 'Få besked',

  /** The last day on which something can be done; `day` is in words. */
  by: (day: string) => `Senest ${day}`,
  sender: (name: string) => `Fra ${name}`,
  /** The company of a deadline, in a calendar of several. */
  recipient: (company: string) => `Til ${company}`,
  /** The first link in a deadline's text; the link's own text may follow. */
  goToSender: (name: string) => `Gå til ${name}`,
  /** The button that downloads one deadline for a calendar app. */
  addToCalendar: 'Føj til kalender',
  /** The browser does not report whether it has downloaded the file. */
  calendarFileReady: 'Filen er klar. Åbn den for at føje fristen til din kalender.',
  /** Before the link to the file. */
  calendarFileHint: 'Kom der ingen fil? Gem den fra linket, eller åbn siden i en anden browser.',
  calendarFile: 'Kalenderfil med fristen',
  calendarFileFailed: 'Vi kunne ikke hente fristen til din kalender.',
  /** In place of a deadline whose link another person has sent. */
  noAccess: 'Fristen gælder en virksomhed, som du ikke har adgang til her.',
  unknownDeadline: 'Virksomheden har ikke denne frist. Myndigheden kan have trukket den tilbage.',
  /** The buttons that mark a deadline: for one company, all of several, or a number of chosen ones. */
  markDone: (which: Which) => `Markér ${chosenText(which)}som klaret`,
  markUndone: (which: Which) => `Markér ${chosenText(which)}som ikke klaret`,
  markRead: (which: Which) => `Markér ${chosenText(which)}som læst`,
  markUnread: (which: Which) => `Markér ${chosenText(which)}som ulæst`,
  hide: (which: Which) => (which === 'one' ? 'Skjul for alle' : `Skjul ${chosenText(which)}`.trim()),
  restore: (which: Which) => (which === 'one' ? 'Vis igen for alle' : `Vis ${chosenText(which)}igen`),
  /** `name` is null if it is unknown. */
  doneBy: (day: string, name: string | null) => `Klaret ${day}${name ? ` af ${name}` : ''}`,
  /** Name of the list of companies in a dialog, whose checkboxes choose them. */
  chooseCompanies: 'Virksomheder med fristen',
  /** In place of the text of a deadline, if it is not the same for all its companies. */
  textsDiffer: 'Teksten er ikke ens for alle. Åbn en virksomhed for at læse dens tekst.',
  copyLink: 'Kopiér link',
  linkNotCopied: 'Linket blev ikke kopieret.',
  /** Below the buttons that mark and hide. */
  marksHint:
    'Klaret og skjult gælder for alle i virksomheden. Læst gælder kun for dig. Kalenderlinks viser ikke skjulte frister.',
  markedDone: (title: string) => `Markeret som klaret: ${title}`,
  markedUndone: (title: string) => `Markeret som ikke klaret: ${title}`,
  markedRead: (title: string) => `Markeret som læst: ${title}`,
  markedUnread: (title: string) => `Markeret som ulæst: ${title}`,
  hidden: (title: string) => `${title} er skjult for alle i virksomheden. Fristen gælder stadig.`,
  restored: (title: string) => `${title} vises igen for alle i virksomheden.`,
  markDoneFailed: (title: string) => `${title} blev ikke markeret som klaret.`,
  markUndoneFailed: (title: string) => `${title} blev ikke markeret som ikke klaret.`,
  markReadFailed: (title: string) => `${title} blev ikke markeret som læst.`,
  markUnreadFailed: (title: string) => `${title} blev ikke markeret som ulæst.`,
  hideFailed: (title: string) => `${title} blev ikke skjult.`,
  restoreFailed: (title: string) => `${title} blev ikke vist igen.`,

  loadingNotifications: 'Henter dine mails og kalenderlinks …',
  notificationsFailed: 'Vi kunne ikke hente dine mails og kalenderlinks.',
  /** Heading. */
  mails: 'Mail før en frist',
  mailIntro: 'Få en mail om morgenen, før en frist udløber.',
  mailsTo: (email: string) => `Du får mails på ${email}.`,
  noMails: 'Du får ingen mails, for du mistede adgangen til virksomhederne. Gem for at få mails igen.',
  mailAddress: 'Din mailadresse',
  mailDays: 'Dage før fristen',
  mailDay: (days: number) => (days ? `${days} ${days === 1 ? 'dag' : 'dage'}` : 'Samme dag'),
  languageOfMails: 'Sprog i mails',
  /** The language of mails that a person has not chosen yet. */
  mailLanguage: 'da' as 'da' | 'en',
  getMails: 'Få mails',
  saveMails: 'Gem',
  stopMails: 'Stop mails',
  codeSent: 'Koden er sendt.',
  mailWaiting: (email: string) =>
    `Vi har sendt en mail med en kode til ${email}. Skriv koden her inden 10 minutter.`,
  mailCode: 'Koden fra mailen',
  confirmAddress: 'Bekræft',
  anotherAddress: 'Anden adresse eller ny kode',
  mailRefused: (email: string) =>
    `Mailserveren afviste en mail til ${email}. Gem adressen igen, eller brug en anden.`,
  mailPrivacy: 'Vi gemmer din mailadresse, til du stopper mails, eller ikke har åbnet dine frister i to år.',
  mailsChosen: 'Dit valg er gemt. Du får mails før dine frister.',
  mailsFailed: 'Dit valg blev ikke gemt.',
  mailsStopped: 'Du får ikke flere mails, og vi har slettet din mailadresse.',
  addressConfirmed: 'Adressen er bekræftet.',
  wrongCode: 'Koden er forkert eller for gammel.',
  wrongAddress: 'Mailadressen kan ikke bruges. Ret den.',
  /** The person has the maximum of calendar links. */
  tooManyLinks: 'Du har 20 links. Stop et af dem først.',
  /** The person has chosen no day of mails. */
  chooseDay: 'Vælg mindst én dag.',
  tooOften: 'Du har prøvet for mange gange. Prøv igen om en time.',
  /** Heading, and the name of a list. */
  calendarLinks: 'Dine kalenderlinks',
  nameOfLink: 'Navn på et nyt link',
  /** In place of an empty name. */
  linkName: 'Min kalender',
  /** `count`: the number of companies in a link. */
  linkedCompanies: (count: number) => (count === 1 ? '1 virksomhed' : `${count} virksomheder`),
  createdOn: (day: string) => `oprettet ${day}`,
  /** Text of a button, whose name also contains the name of the link. */
  endLink: 'Stop linket',
  endLinkHint: 'Kalendere, der bruger linket, får ikke længere frister.',
  confirmEnd: 'Ja, stop linket',
  linkEnded: 'Linket er stoppet.',
  endLinkFailed: 'Linket blev ikke stoppet.',
  linksOfOthers: 'Links, som andre har lavet',
  noLinksOfOthers: 'Ingen andre har lavet links til virksomheden.',
  /** Text of a button, whose name also contains the name of the link. */
  removeCompany: 'Fjern virksomheden',
  companyRemoved: 'Linket viser ikke længere virksomhedens frister.',
  removeCompanyFailed: 'Virksomheden blev ikke fjernet.',

  subscribeIntro:
    'Nye og ændrede frister kommer automatisk ind i Outlook, Google Kalender eller Apple Kalender.',
  createLink: 'Opret link',
  createLinkFailed: 'Linket blev ikke oprettet.',
  createLinkUnknown: 'Linket blev måske ikke oprettet. Stop det, hvis det er på listen.',
  linkReady: 'Linket er klar.',
  reminder: 'Påmindelse',
  reminderDays: (days: number) => (days ? `${days} ${days === 1 ? 'dag' : 'dage'} før` : 'Ingen'),
  /** Which calendar apps use the reminder. */
  reminderHint: 'Virker i Apple Kalender. Google Kalender og Outlook bruger dine indstillinger dér.',
  appleCalendar: 'Apple Kalender (iPhone, Mac)',
  appleSubscribe:
    'iPhone: Vælg Kalendere, Tilføj kalender og Tilføj kalenderabonnement. Mac: Vælg Arkiv og Nyt kalenderabonnement.',
  appleReminders: 'Slå »Fjern påmindelser« fra, hvis du vil have påmindelser.',
  /** After the steps: another way, without copying. */
  openOnDevice: 'Eller åbn linket i kalenderen på denne enhed',
  googleCalendar: 'Google Kalender',
  /** Must announce the new window. */
  openInGoogle: 'Åbn Google Kalender på en computer (nyt vindue)',
  googleAdd: 'Indsæt linket, og vælg Tilføj kalender.',
  shownOnPhone: 'Fristerne vises også i appen på din telefon.',
  outlookWork: 'Outlook (arbejde)',
  outlookPrivate: 'Outlook.com (privat)',
  /** Must announce the new window. */
  openInOutlook: 'Åbn Outlook på nettet (nyt vindue)',
  outlookImport: 'Vælg Importér.',
  otherCalendar: 'Anden kalender',
  /** Label of the link's URL. */
  address: 'Kalenderlink',
  copy: 'Kopiér',
  copied: 'Linket er kopieret.',
  /** When the browser refuses to copy. */
  copyFailed: 'Linket blev ikke kopieret. Kopiér det fra feltet.',
  /** Below the link, before the calendar apps. */
  copyHint: 'Kopiér linket, og følg trinene for din kalender.',
  otherFind: 'Find »Abonner på kalender« eller »Tilføj kalender fra internettet« i din kalender.',
  pasteLink: 'Indsæt linket.',
  secretHint: 'Alle med linket kan se virksomhedens frister. Del det kun med folk, der må se dem.',
  refreshHint: 'Der kan gå op til et døgn, før en ny frist vises i din kalender.',
  cancel: 'Annullér',
  /** Name of the calendar in calendar apps, before the company. */
  calendarName: 'Frister',

  authority: 'Myndighed',
  allAuthorities: 'Alle myndigheder',
  unreadOnly: 'Kun ulæste',
  undoneOnly: 'Kun ikke klaret',
  /** Name of the choice between `thisWeek` and `nextWeek`. */
  period: 'Periode',
  thisWeek: 'Denne uge',
  nextWeek: 'Næste uge',
  withHidden: 'Vis også skjulte',

  /** Heading on paper. */
  printedPeriod: (from: string, to: string) => `Frister ${from} – ${to}`,
  printedOn: (company: string, date: string) => `${company}. Udskrevet ${date}.`,
  /** `choices`: the filter in words. */
  printedFilter: (choices: string) => `Filter: ${choices}.`,
  printedDate: 'Senest',
  printedDeadline: 'Frist',
  nonePrinted: 'Ingen frister.',
  printedWithoutTexts: 'Fristernes tekster er ikke med. Åbn en frist for at udskrive dens tekst.',
  /** What the paper does not have: hidden deadlines, and those after the end of a list. */
  printedWithoutHidden: 'Skjulte frister er ikke med.',
  printedTo: (date: string) => `Frister efter ${date} er ikke med.`,
  /** Below a deadline that was open. */
  printedOpen: 'Kun den åbne frist er udskrevet.',
  /** Below the deadlines of many companies. */
  printedCompanies: (companies: string) => `Virksomhederne: ${companies}.`,

  company: 'Virksomhed',
  /** Label of the choice between `allCompanies` and `someCompanies`. */
  companyChoice: 'Virksomheder',
  allCompanies: 'Alle virksomheder',
  someCompanies: 'Vælg virksomheder',
  companiesChosen: (count: number, all: number) =>
    `${groupThousands(count, '.')} af ${groupThousands(all, '.')} valgt`,
  /** After `companiesChosen`, while the person searches. */
  companiesFound: (count: number) => `${count ? groupThousands(count, '.') : 'ingen'} fundet`,
  /** The person has chosen no company. */
  chooseCompany: 'Vælg mindst én virksomhed.',
  /** In the empty field that finds a company. */
  findCompany: 'Find virksomhed',
  unknownCompany: 'Vælg én virksomhed på listen.',

  /** In the legend of the year, after `isUnread`. */
  isRead: 'Læst',
  /** How the keys work in the year. */
  yearKeyboardHelp:
    'Piletaster: skift måned. Page Up/Down: skift år. Home/End: første og sidste måned. Enter: åbn måneden.',
};

/** Every text of the calendar; a page may replace any of them, so the keys are public. */
export type CalendarStrings = typeof calendar;

/** The Danish texts of the dashboard and its apps. */
export const dashboard = {
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
  /** Below `noneActive`, when there are no apps to turn on. */
  noApps: 'Der er ingen felter at vælge.',
  loading: 'Henter dit overblik …',
  /** Heading when nobody is signed in. */
  signedOut: 'Log på for at se dit overblik',
  loadFailed: 'Vi kunne ikke hente dit overblik',
  /** When a reload has failed and older content is shown. */
  refreshFailed: 'Vi kunne ikke opdatere dit overblik.',
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
  appFailed: (app: string) => `Vi kunne ikke vise ${app}.`,
};

/** Every text of the dashboard; a page may replace any of them, so the keys are public. */
export type DashboardStrings = typeof dashboard;

/** The Danish texts of the form elements. */
export const forms = {
  ...searchDa,
  loadFailed: 'Vi kunne ikke hente formularen',
  refreshFailed: 'Vi kunne ikke opdatere formularen.',
  /** Heading if there is no published form. */
  notFound: 'Formularen findes ikke',
  notFoundHint: 'Den er ikke publiceret, eller adressen er forkert.',
  /** The link to the search. */
  backToSearch: 'Tilbage til søgningen',
  prerequisites: 'Hav følgende klar',
  steps: 'Sådan gør du',
  help: 'Hjælp',
  contact: 'Kontakt',
  guidance: 'Vejledning',
  legislation: 'Lovgivning',
  readGuidance: 'Læs vejledningen',
  /** The start button of a form without a text for it. */
  start: 'Start',
  requiresLogin: 'Du skal logge på.',
  /** In place of the start button if the form has no URL. */
  cannotStart: 'Du kan ikke starte formularen her.',
  exhibitedBy: (authority: string) => `Fra ${authority}`,
  otherLogins: 'Andre måder at logge på',
  eidasPerson: 'Log på med eIDAS som privatperson',
  eidasCompany: 'Log på med eIDAS som medarbejder',
  ssi: 'Log på med SSI',
  /** The link below a frame. */
  openInWindow: 'Åbn i et nyt vindue',
  /** On paper, in place of a frame and above its link. */
  frameNotPrinted: 'Det, du har udfyldt, er ikke med på udskriften.',

  search: 'Søg efter formularer',
  searchFailed: 'Vi kunne ikke hente formularerne',
  authority: 'Myndighed eller kommune',
  allAuthorities: 'Alle',
  /** The groups of authorities. */
  authorityGroups: {stat: 'Statslige myndigheder', region: 'Regioner', kommune: 'Kommuner'},
  noneFoundHint: 'Prøv med færre eller andre ord.',
  /** The button that repeats a search without the authority. */
  searchAllAuthorities: 'Søg hos alle myndigheder',
  /** On paper, below the first forms of a search. */
  printedFirst: (shown: number, count: number) =>
    `Udskriften har de første ${shown.toLocaleString('da')} af ${count.toLocaleString('da')} formularer.`,
  found: (count: number) => (count === 1 ? '1 formular' : `${count.toLocaleString('da')} formularer`),
  andOthers: (authority: string, others: number) => `${authority} og ${andre(others)}`,
};

/** Every text of `<tavle-form>`; a page may replace any of them, so the keys are public. */
export type FormStrings = typeof forms;

/** Every text of `<tavle-form-search>`; a page may replace any of them. */
export type FormSearchStrings = FormStrings;

/** The Danish texts of `<tavle-editorial>`. */
export const editorial = {
  ...searchDa,
  reasons: {
    ...searchDa.reasons,
    forbidden: 'Kun portalens redaktører kan redigere formularer. Din bruger har ikke den rolle.',
    /* Why a change was not saved. */
    conflict:
      'Formularen er ændret, siden du hentede den. Du ser den nyeste version i rækken ovenfor og dine egne rettelser i felterne herunder. Gem igen, eller annullér.',
    deleted: 'Formularen er slettet.',
    invalid: 'Formularen skal publiceres, før den afpubliceres.',
  },
  signedOut: 'Log på for at redigere formularer',
  loadFailed: 'Vi kunne ikke hente formularerne',
  refreshFailed: 'Vi kunne ikke opdatere formularerne.',
  search: 'Søg i titler, søgeord og forslag',
  state: 'Tilstand',
  allStates: 'Alle',
  states: {publiceret: 'Publiceret', planlagt: 'Planlagt', afpubliceret: 'Ikke publiceret'},
  /** A choice of `state`. */
  newSuggestions: 'Nye forslag',
  /** Name of the table. */
  forms: 'Formularer',
  /** Names of the table's columns, in addition to `state`, `suggestion` and `keywords`. */
  form: 'Formular',
  dates: 'Datoer',
  actions: 'Handlinger',
  noneFoundHint: 'Prøv med færre eller andre ord, eller en anden tilstand.',
  /** In place of `noneFoundHint` if only a part of the forms was searched. */
  noneFoundYet: 'Vi har kun søgt i en del af formularerne.',
  shown: (count: number, areMore: boolean) =>
    `Viser ${count === 1 ? '1 formular' : `${count} formularer`}${areMore ? ', der er flere' : ''}`,
  supplier: 'Leverandør',
  suggestion: 'Forslag',
  keywords: 'Søgeord',
  from: 'Publiceres',
  until: 'Afpubliceres',
  fromDate: (date: string) => `Fra ${date}`,
  untilDate: (date: string) => `Til ${date}`,
  /** In place of a missing value. */
  none: 'Ingen',
  /** Below the beginning of a long suggestion. */
  cut: 'Du ser kun begyndelsen: Søgeord må højst fylde 1.000 tegn.',
  useSuggestion: 'Brug forslaget',
  /** The buttons next to a new suggestion. */
  use: 'Brug',
  reject: 'Afvis',
  edit: 'Redigér',
  keywordsHint: 'Adskil søgeord med komma.',
  datesHint: 'Skriv dansk tid. Uden en dato i Publiceres vises formularen ikke.',
  save: 'Gem',
  cancel: 'Annullér',
  saved: (title: string) => `Gemt: ${title}`,
  undone: (title: string) => `Fortrudt: ${title}`,
  /** Heading of the numbers above the list. */
  figures: 'Nøgletal',
  download: 'Hent nøgletal (CSV)',
  downloadFailed: 'Vi kunne ikke hente nøgletallene.',
  digitalForms: (digital: number, all: number) =>
    `${digital} af ${all} statslige formularer er eller bliver ${digital === 1 ? 'digital' : 'digitale'}`,
  /** Texts by the values of `forventetDigital`. A value without a text is shown as it is. */
  expectations: {} as Readonly<Record<string, string>>,
  digitalReports: (percent: string) => `${percent} af de årlige indberetninger er digitale`,
  /** Before the reason why a change was not saved. */
  notSaved: 'Ikke gemt.',
};

/** Every text of `<tavle-editorial>`; a page may replace any of them, so the keys are public. */
export type EditorialStrings = typeof editorial;
