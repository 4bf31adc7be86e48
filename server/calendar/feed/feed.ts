import {wholeNumber} from '../../operations/parameters.ts';
import type {Portal} from '../../portal/portal.ts';
import {addDays, today} from '../../time/dates.ts';
import type {Reading, SharedFrist} from '../company-calendar.ts';
import type {Frist} from '../records.ts';
import {toItem} from '../responses.ts';
import {calendarEnd, type CalendarEvent, writeCalendarStart, writeEvent} from './icalendar.ts';

/** The maximum reminder, in days. */
const maxReminderDays = 60;

/** The parameter `paamindelse`. @param what The events that the reminders are for. */
export const reminder = (what: string) =>
  wholeNumber(1, maxReminderDays, ' of days')
    .optional()
    .meta({
      description: `Number of days before ${what} at which to remind, at 9:00 Danish time. Default: no reminder.`,
      example: 7,
    });

/** The number of days that a past deadline stays in the feed. */
const pastDays = 90;

export interface Feed {
  /** The feed's URL. */
  readonly source: string;
  /** The number of days before each deadline of its reminder; `undefined`: none. */
  readonly reminderDays: number | undefined;
}

/** Returns the days of the deadlines in a feed. */
export const feedDays = () => ({fra: addDays(today(), -pastDays)});

/** Yields a company's deadlines for calendar apps, without hidden ones. */
export async function* writeFeed(
  cvr: string,
  reading: Reading,
  portal: Portal,
  {source, reminderDays}: Feed,
): AsyncGenerator<string, undefined> {
  yield writeCalendarStart({name: calendarName(cvr), source});
  for await (const page of reading.listAll()) {
    const visible = page.filter(({companies: [company]}) => !company?.isSlettet);
    yield visible.map(frist => writeDeadlineEvent(frist, portal, reminderDays)).join('');
  }
  yield calendarEnd;
}

/** Returns a single deadline as a calendar file, with the UID of the feed. */
export function writeDeadline(frist: SharedFrist, portal: Portal, reminderDays: number | undefined): string {
  return (
    writeCalendarStart({name: calendarName(frist.companies[0]?.cvr ?? '')}) +
    writeDeadlineEvent(frist, portal, reminderDays) +
    calendarEnd
  );
}

/** A deadline that is done has no reminder. */
function writeDeadlineEvent(
  {frist, companies: [company]}: SharedFrist,
  portal: Portal,
  reminderDays: number | undefined,
): string {
  const event = toEvent(company?.cvr ?? '', frist, portal);
  return writeEvent(event, company?.klaret ? undefined : reminderDays);
}

/** An accountant has the calendars of several companies. */
const calendarName = (cvr: string) => `Frister for CVR ${cvr}`;

function toEvent(cvr: string, frist: Frist, portal: Portal): CalendarEvent {
  const {fristId, afsenderCvr, fristDato, revision, aendret, slettet, overskrift, feedDescription} = frist;
  const {afsenderNavn} = toItem(frist, portal);
  return {
    // Independent of the service's URL, and unchanged by a restore. Apps show one of the events with the same UID, also of two calendars.
    uid: `frist-${fristId}-${afsenderCvr}-${cvr}@tavle`,
    date: fristDato,
    sequence: revision,
    changed: aendret,
    summary: toOneLine(`${overskrift} (${afsenderNavn})`),
    lines: feedDescription,
    page: portal.calendarPage(fristId, cvr),
    category: afsenderNavn,
    cancelled: slettet !== undefined,
  };
}

/** Some calendar apps drop an event whose summary has more than one line. */
function toOneLine(text: string): string {
  return text.replace(/[\r\n\v\f\x85\u2028\u2029]+/g, ' ');
}
