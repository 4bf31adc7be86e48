import type {SharedStrings} from '../../localize/shared-strings.ts';
import type {SubscriptionStrings} from './subscription-strings.ts';

/** Every text of the calendar; a host may give its own for any of them. Days and months come in words. */
export interface CalendarStrings extends SharedStrings, SubscriptionStrings {
  previousMonth: string;
  nextMonth: string;
  today: string;
  goToDate: string;
  /** What the choice between `monthView` and `listView` is about. */
  view: string;
  monthView: string;
  listView: string;
  /** Heading of the column of week numbers. */
  week: string;
  weekNumber: (week: number) => string;
  /** How the keys work in the month. */
  keyboardHelp: string;

  deadlines: (count: number) => string;
  unread: (count: number) => string;
  /** Spoken when another month is shown. */
  shows: (month: string, deadlines: string, unread: string) => string;
  /** The name of a day that has deadlines, in the month. */
  dayWith: (day: string, deadlines: string, unread: string) => string;
  /** Spoken when a day without a deadline is opened. */
  noneOnDay: (day: string) => string;
  none: string;
  /** When there are some, but the filter leaves them out. */
  noneMatch: string;
  clearFilter: string;
  /** How many more deadlines a day has than the month shows. */
  more: (count: number) => string;
  /** Beside a deadline that is. */
  isUnread: string;
  /** Beside a deadline that is. */
  isHidden: string;

  authority: string;
  allAuthorities: string;
  unreadOnly: string;
  withHidden: string;

  /** Heading of a day's deadlines. */
  deadlinesOn: (day: string) => string;
  back: string;
  /** Before the name of the authority. */
  sender: string;
  markRead: string;
  markUnread: string;
  hide: string;
  restore: string;
  markedRead: (title: string) => string;
  markedUnread: (title: string) => string;
  hidden: (title: string) => string;
  restored: (title: string) => string;
  markReadFailed: (title: string) => string;
  markUnreadFailed: (title: string) => string;
  hideFailed: (title: string) => string;
  restoreFailed: (title: string) => string;
  /** When what is shown could not be read anew. */
  refreshFailed: string;
}
