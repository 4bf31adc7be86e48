/* Writes the feed of a calendar link and the file of one deadline, for the operations that return them. Change what an
 * event says in `toEvent` and `toGroupEvent`. An event must keep its UID: calendar apps show an event with a new UID as
 * another one. Hidden deadlines must stay left out. */

import {hash} from 'node:crypto';

import {wholeNumber} from '../../operations/parameters.ts';
import type {Portal} from '../../portal/portal.ts';
import {addDays, today} from '../../time/dates.ts';
import type {Reading} from '../company-calendar.ts';
import type {Recipient, SharedFrist} from '../mark-reader.ts';
import type {Link} from '../personal/links.ts';
import type {Frist} from '../records.ts';
import {calendarEnd, type CalendarEvent, withText, writeCalendarStart, writeEvent} from './icalendar.ts';

/** The maximum reminder, in days. */
const maxReminderDays = 60;

/** The parameter `paamindelse`. @param what The events that the reminders are for. */
export const reminder = (what: string) =>
  wholeNumber(1, maxReminderDays, ' of days')
    .optional()
    .meta({
      description: `Adds a reminder this number of days before ${what}, at 9:00 Danish time. Default: no reminder.`,
      example: 7,
    });

/** The number of days that a past deadline stays in the feed. */
const pastDays = 90;

export interface Feed {
  /** The feed's URL. */
  readonly source: string;
  /** The number of days from the reminder of a deadline to its date; `undefined`: no reminder. */
  readonly reminderDays: number | undefined;
}

/** Returns the period of the deadlines in a feed. */
export const feedDays = () => ({fra: addDays(today(), -pastDays)});

/** The maximum number of companies that an event lists by name. */
const maxNames = 20;

/** The maximum number of groups of one date in memory. */
const maxOpenGroups = 100;

/** Yields the text of a feed: the deadlines of a link's companies, without hidden ones. Equal deadlines of several companies are one event. */
export async function* writeFeed(
  {id, virksomheder}: Pick<Link, 'id' | 'virksomheder'>,
  reading: Reading,
  portal: Portal,
  {source, reminderDays}: Feed,
): AsyncGenerator<string, undefined> {
  const names = new Map(virksomheder.map(({cvr, navn}) => [cvr, toOneLine(navn ?? `CVR ${cvr}`)]));
  const [only] = names.values();
  yield writeCalendarStart({
    name: calendarName(names.size === 1 ? only : `${names.size} virksomheder`),
    source,
  });
  if (names.size === 1) {
    for await (const page of reading.listAll())
      yield page
        .flatMap(withoutHidden)
        .map(frist => writeDeadlineEvent(frist, portal, reminderDays))
        .join('');
  } else {
    for await (const groups of groupEqual(reading))
      yield groups
        .map(group => {
          const isDone = group.companies.every(({klaret}) => klaret);
          return writeEvent(toGroupEvent(id, group, names, portal), isDone ? undefined : reminderDays);
        })
        .join('');
  }
  yield calendarEnd;
}

function withoutHidden(shared: SharedFrist): SharedFrist[] {
  if (!shared.companies.some(({isSlettet}) => isSlettet)) return [shared];
  const companies = shared.companies.filter(({isSlettet}) => !isSlettet);
  return companies.length ? [{...shared, companies}] : [];
}

/** Returns a single deadline as a calendar file, with the UID of the feed of its company. */
export function writeDeadline(frist: SharedFrist, portal: Portal, reminderDays: number | undefined): string {
  return (
    writeCalendarStart({name: calendarName(`CVR ${frist.companies[0]?.cvr}`)}) +
    writeDeadlineEvent(frist, portal, reminderDays) +
    calendarEnd
  );
}

/** Returns the event of a deadline of one company. A deadline that is done has no reminder. */
function writeDeadlineEvent(
  {frist, companies: [company]}: SharedFrist,
  portal: Portal,
  reminderDays: number | undefined,
): string {
  const event = toEvent(company?.cvr ?? '', frist, portal);
  return writeEvent(event, company?.klaret ? undefined : reminderDays);
}

/** Returns the name of a calendar. An accountant has calendars of several companies, so the name says whose it is. */
const calendarName = (whose: string | undefined) => `Frister for ${whose}`;

/** Deadlines with the same date, sender, title, text and link, all withdrawn or none. */
interface Group {
  /** The first visible deadline, which gives the event its UID and SEQUENCE. */
  frist: Frist;
  /** The companies that have received any of these deadlines and do not hide it. */
  readonly companies: Recipient[];
  /** The last change of any of these deadlines or of its recipients. Includes hidden deadlines: the time must not go back when one is hidden. */
  aendret: string;
}

/**
 * Yields the visible deadlines in groups of equal ones, in pages. A group may span pages of `reading`. On a date with very many
 * groups, equal deadlines may be in two groups.
 */
async function* groupEqual(reading: Reading): AsyncGenerator<readonly Group[]> {
  const groups = new Map<string, Group>();
  let date: string | undefined;
  const visibleGroups = () => [...groups.values()].filter(({companies}) => companies.length);
  for await (const page of reading.listAll()) {
    const complete: Group[] = [];
    for (const {frist, companies} of page) {
      const visible = companies.filter(({isSlettet}) => !isSlettet);
      const {fristDato, afsenderCvr, overskrift, feedDescription, slettet, recipientsChangedAt = ''} = frist;
      // The event names the companies, so a change of recipients changes it.
      const aendret = frist.aendret > recipientsChangedAt ? frist.aendret : recipientsChangedAt;
      const text = hash('sha1', feedDescription);
      const key = JSON.stringify([fristDato, afsenderCvr, overskrift, text, slettet !== undefined]);
      const group = groups.get(key);
      if (group) {
        if (!group.companies.length) group.frist = frist;
        group.companies.push(...visible);
        if (aendret > group.aendret) group.aendret = aendret;
        continue;
      }
      if (fristDato !== date || groups.size === maxOpenGroups) {
        complete.push(...visibleGroups());
        groups.clear();
      }
      date = fristDato;
      groups.set(key, {frist, companies: visible, aendret});
    }
    yield complete;
  }
  yield visibleGroups();
}

/** Returns the event of equal deadlines: its title and its categories name the companies, and its description lists them, those that are done last. */
function toGroupEvent(
  linkId: string,
  {frist, aendret, ...group}: Group,
  names: ReadonlyMap<string, string>,
  portal: Portal,
): CalendarEvent {
  // A company with several of the deadlines is done when all of them are.
  const open = new Set(group.companies.filter(({klaret}) => !klaret).map(({cvr}) => cvr));
  const cvrs = new Set([...open, ...group.companies.map(({cvr}) => cvr)]);
  const listed = [...cvrs].slice(0, maxNames);
  const companyName = (cvr: string) => names.get(cvr) ?? cvr;
  const more = cvrs.size - listed.length;
  const lines = listed.map(cvr => (open.has(cvr) ? companyName(cvr) : `${companyName(cvr)} (klaret)`));
  const first = group.companies[0]?.cvr ?? '';
  const event = toEvent(first, frist, portal);
  const who = cvrs.size === 1 ? companyName(first) : `${cvrs.size} virksomheder`;
  return {
    ...event,
    uid: `frist-${frist.fristId}-${frist.afsenderCvr}-${linkId}@tavle`,
    changed: aendret,
    summary: `${who}: ${event.summary}`,
    lines: withText(
      event.lines,
      [...lines, ...(more > 0 ? [`og ${more} ${more === 1 ? 'anden' : 'andre'}`] : [])].join('\n'),
    ),
    categories: [...event.categories, ...listed.map(companyName)],
  };
}

function toEvent(cvr: string, frist: Frist, portal: Portal): CalendarEvent {
  const {fristId, afsenderCvr, afsenderNavn, fristDato, overskrift, feedDescription} = frist;
  const {revision, aendret, slettet} = frist;
  return {
    // Does not contain the service's URL, and survives a restore. Apps show only one of several events with the same UID, even in two calendars.
    uid: `frist-${fristId}-${afsenderCvr}-${cvr}@tavle`,
    date: fristDato,
    sequence: revision,
    changed: aendret,
    summary: toOneLine(`${overskrift} (${afsenderNavn})`),
    lines: feedDescription,
    page: portal.calendarPage(fristId, cvr),
    categories: [afsenderNavn],
    cancelled: slettet !== undefined,
  };
}

/** Some calendar apps drop an event whose summary has more than one line. A list of companies has one line for each company. */
const toOneLine = (text: string): string => text.replace(/[\r\n\v\f\x85\u2028\u2029]+/g, ' ');
