import {setImmediate} from 'node:timers/promises';

import type {Portal} from '../../portal/portal.ts';
import {toPlainText} from '../../html/plain-text.ts';
import {addDays, today} from '../../time/dates.ts';
import type {CompanyCalendar, CompanyFrist} from '../company/company.ts';
import {type CalendarEvent, calendarEnd, writeCalendarStart, writeEvent} from './icalendar.ts';
import {toItem} from '../representations.ts';

/** How long, in days, a deadline that has passed stays in the feed. */
const pastDays = 90;

export interface Feed {
  /** The feed's own URL. */
  readonly source: string;
  /** A reminder so many days before each deadline; `undefined`: none. */
  readonly reminderDays: number | undefined;
}

/** Writes a company's deadlines for calendar apps, without those that it hid, a piece of text for each deadline. */
export async function* writeFeed(
  cvr: string,
  calendar: CompanyCalendar,
  portal: Portal,
  {source, reminderDays}: Feed,
): AsyncGenerator<string, undefined> {
  yield writeCalendarStart({name: 'Frister', source});
  for await (const page of calendar.list(cvr, {fra: addDays(today(), -pastDays)})) {
    for (const frist of page) {
      if (!frist.isSlettet) yield writeEvent(toEvent(frist, portal), reminderDays);
    }
    // Other requests are served between two pages, also where the store answers at once.
    await setImmediate();
  }
  yield calendarEnd;
}

/** Writes one deadline as a calendar, to be added to one that the person has; its UID is that in the feed. */
export function writeDeadline(frist: CompanyFrist, portal: Portal, reminderDays: number | undefined): string {
  return writeCalendarStart() + writeEvent(toEvent(frist, portal), reminderDays) + calendarEnd;
}

function toEvent({frist}: CompanyFrist, portal: Portal): CalendarEvent {
  const {fristId, afsenderCvr, fristDato, revision, aendret, slettet, overskrift, beskrivelse, plainText} =
    frist;
  const {afsenderNavn} = toItem(frist, portal);
  return {
    // Stays the same when the service gets another URL, or is restored from a backup.
    uid: `frist-${fristId}-${afsenderCvr}@tavle`,
    date: fristDato,
    sequence: revision,
    changed: aendret,
    summary: toOneLine(`${overskrift} (${afsenderNavn})`),
    description: plainText ?? toPlainText(beskrivelse),
    category: afsenderNavn,
    cancelled: slettet !== undefined,
  };
}

/** Some calendar apps drop an event whose summary has more than one line. */
function toOneLine(text: string): string {
  return text.replace(/[\r\n\v\f\x85\u2028\u2029]+/g, ' ');
}
