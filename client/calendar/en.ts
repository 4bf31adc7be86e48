import {sharedEn} from '../localize/shared-strings.ts';
import type {CalendarStrings} from './strings.ts';

const number = new Intl.NumberFormat('en-GB');

export const en: CalendarStrings = {
  ...sharedEn,
  loading: 'Loading deadlines …',
  loadFailed: 'The deadlines could not be loaded',
  previousMonth: 'Go one month back',
  nextMonth: 'Go one month forward',
  today: 'Today',
  goToDate: 'Go to date',
  view: 'View',
  monthView: 'Month',
  listView: 'List',
  week: 'Week',
  weekNumber: week => `Week ${week}`,
  keyboardHelp:
    'With the keyboard, change the day with the arrow keys, the week with arrow up and down, the month with Page Up and ' +
    'Page Down, and the year with Shift as well. Home and End go to the first and last day of the week. ' +
    'Enter opens the deadlines of the day.',

  deadlines: count => (count === 1 ? '1 deadline' : `${count ? number.format(count) : 'no'} deadlines`),
  unread: count => `${count ? number.format(count) : 'none'} unread`,
  shows: (month, deadlines, unread) => `Showing ${month}, ${deadlines}, ${unread}`,
  dayWith: (day, deadlines, unread) => `${day}, ${deadlines}, ${unread}`,
  noneOnDay: day => `There are no deadlines on ${day}.`,
  none: 'There are no deadlines in this month.',
  noneMatch: 'No deadlines in this month match the filter.',
  clearFilter: 'Clear filter',
  more: count => `+${number.format(count)} more`,
  isUnread: 'Unread',
  isHidden: 'Hidden',

  authority: 'Authority',
  allAuthorities: 'All authorities',
  unreadOnly: 'Unread only',
  withHidden: 'Show hidden',

  deadlinesOn: day => `Deadlines on ${day}`,
  back: 'Back',
  sender: 'Sender',
  markRead: 'Mark as read',
  markUnread: 'Mark as unread',
  hide: 'Hide',
  restore: 'Show again',
  markedRead: title => `${title} is marked as read.`,
  markedUnread: title => `${title} is marked as unread.`,
  hidden: title => `${title} is hidden.`,
  restored: title => `${title} is shown again.`,
  markReadFailed: title => `${title} was not marked as read.`,
  markUnreadFailed: title => `${title} was not marked as unread.`,
  hideFailed: title => `${title} was not hidden.`,
  restoreFailed: title => `${title} could not be shown again.`,
  refreshFailed: 'The deadlines could not be updated.',

  subscribeShort: 'Subscribe',
  subscribe: 'Subscribe to calendar',
  subscribeIntro:
    'Get the company’s deadlines in Outlook, Google Calendar, Apple Calendar or another calendar program.',
  makeAddress: 'Make an address',
  makeAddressHint: 'If the company has an address already, that one stops working when a new one is made.',
  address: 'Address for calendar programs',
  copy: 'Copy',
  copied: 'The address is copied.',
  copyFailed: 'The address is selected. Copy it with Ctrl+C.',
  openInProgram: 'Open in calendar program',
  openInGoogle: 'Open in Google Calendar (new window)',
  openInOutlook: 'Open in Outlook on the web (new window)',
  refreshHint:
    'The program fetches new deadlines by itself: Outlook after 3 to 24 hours, Google within a day, Apple as often as you choose.',
  secretHint: 'Everyone who has the address can see the deadlines. Share it only with those who should.',
  replaceAddress: 'Make a new address',
  withdrawAddress: 'Close the address',
  addressMade: 'The address is ready. An earlier one no longer works.',
  withdrawn: 'The address is closed and no longer works.',
  makeAddressFailed: 'The address could not be made.',
  withdrawFailed: 'The address was not closed.',
  calendarName: 'Deadlines',
};
