import type {Portal} from '../portal/portal.ts';
import {addDays, today} from '../time/dates.ts';
import type {CompanyCalendar, CompanyFrist} from './company.ts';
import {type CalendarEvent, writeCalendar} from './icalendar.ts';
import {toPlainText} from './plain-text.ts';
import {toItem} from './representations.ts';

/** How long, in days, a deadline that has passed stays in the feed. */
const pastDays = 90;

interface Feed {
  /** The feed's own address; its host is in the events' ids. */
  readonly source: string;
  /** A reminder so many days before each deadline; `undefined`: none. */
  readonly reminderDays: number | undefined;
}

/** A company's deadlines for calendar programs, without those that it hid. */
export async function writeFeed(
  cvr: string,
  calendar: CompanyCalendar,
  portal: Portal,
  {source, reminderDays}: Feed,
): Promise<string> {
  const {hostname} = new URL(source);
  const events: CalendarEvent[] = [];
  for await (const page of calendar.list(cvr, {fra: addDays(today(), -pastDays)})) {
    for (const frist of page) if (!frist.isSlettet) events.push(toEvent(frist, portal, hostname));
  }
  return writeCalendar({name: 'Frister', source, reminderDays, events});
}

function toEvent({frist}: CompanyFrist, portal: Portal, hostname: string): CalendarEvent {
  const {fristId, fristDato, revision, aendret, slettet, overskrift, beskrivelse} = frist;
  const {afsenderNavn} = toItem(frist, portal);
  return {
    uid: `frist-${fristId}@${hostname}`,
    date: fristDato,
    sequence: revision,
    changed: aendret,
    summary: `${overskrift} (${afsenderNavn})`,
    description: toPlainText(beskrivelse),
    category: afsenderNavn,
    cancelled: slettet !== undefined,
  };
}
