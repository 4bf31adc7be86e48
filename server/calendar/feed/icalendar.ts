import {addDays, compactDate, type IsoDate} from '../../time/dates.ts';

/** An all-day event (RFC 5545, 3.6.1). */
export interface CalendarEvent {
  /** The same for as long as the event is, whatever changes. */
  readonly uid: string;
  readonly date: IsoDate;
  /** One more whenever the event changes. */
  readonly sequence: number;
  /** ISO 8601 in UTC: when the event changed last. */
  readonly changed: string;
  readonly summary: string;
  readonly description: string;
  /** The sender. */
  readonly category: string;
  /** Whether it was called off. */
  readonly cancelled: boolean;
}

export interface Calendar {
  readonly name: string;
  /** The calendar's own URL. */
  readonly source: string;
}

/** How often calendar apps are asked to reload (RFC 7986, 5.7). */
const refresh = 'PT12H';

const longestLine = 75;

/** The last day that can be written. */
const lastDate: IsoDate = '9999-12-31';

/*
 * A calendar as RFC 5545 and RFC 7986 define it, in pieces: its start, its events, its end. Lines end with CRLF and have 75 octets
 * at most, folded between characters. Nothing depends on the time of writing, so the same events give the same bytes.
 */

/** Writes what precedes the events. @param calendar Default: events to be added to a calendar that the person has. */
export function writeCalendarStart(calendar?: Calendar): string {
  return toText([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Tavle//Frister//DA',
    'CALSCALE:GREGORIAN',
    // Outlook takes a calendar with any other method for an invitation.
    'METHOD:PUBLISH',
    ...(calendar ? writeCalendarProperties(calendar) : []),
  ]);
}

function writeCalendarProperties({name, source}: Calendar): string[] {
  return [
    `NAME:${escapeText(name)}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    `SOURCE;VALUE=URI:${source}`,
    `REFRESH-INTERVAL;VALUE=DURATION:${refresh}`,
    `X-PUBLISHED-TTL:${refresh}`,
  ];
}

/** What follows the events. */
export const calendarEnd = 'END:VCALENDAR\r\n';

function toText(lines: readonly string[]): string {
  return lines.map(line => `${fold(line)}\r\n`).join('');
}

/** The first day that is not part of an event; after the last day there is none, and an event without an end lasts its day. */
function writeEnd(date: IsoDate): string[] {
  return date < lastDate ? [`DTEND;VALUE=DATE:${compactDate(addDays(date, 1))}`] : [];
}

/** @param reminderDays A reminder this many days before the event. Default: none. */
export function writeEvent(event: CalendarEvent, reminderDays?: number): string {
  const {uid, date, sequence, summary, description, category, cancelled} = event;
  const changed = writeInstant(event.changed);
  return toText([
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${changed}`,
    `LAST-MODIFIED:${changed}`,
    `SEQUENCE:${sequence}`,
    `DTSTART;VALUE=DATE:${compactDate(date)}`,
    ...writeEnd(date),
    `SUMMARY:${escapeText(summary)}`,
    ...(description === '' ? [] : [`DESCRIPTION:${escapeText(description)}`]),
    `CATEGORIES:${escapeText(category)}`,
    `STATUS:${cancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    // A deadline does not make anybody busy.
    'TRANSP:TRANSPARENT',
    'X-MICROSOFT-CDO-BUSYSTATUS:FREE',
    ...(reminderDays === undefined || cancelled ? [] : writeReminder(summary, reminderDays)),
    'END:VEVENT',
  ]);
}

function writeReminder(summary: string, days: number): string[] {
  return [
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escapeText(summary)}`,
    `TRIGGER:-P${days}D`,
    'END:VALARM',
  ];
}

/** `2026-11-21T12:00:00.000Z` as `20261121T120000Z`. */
function writeInstant(instant: string): string {
  return `${instant.slice(0, 19).replace(/[-:]/g, '')}Z`;
}

/**
 * RFC 5545, 3.3.11. Control characters other than line ends and tabs are not allowed. Some readers split lines at U+0085, U+2028
 * and U+2029, so these are written as line ends.
 */
function escapeText(text: string): string {
  return (
    text
      .toWellFormed()
      .replace(/\r\n?|[\x85\u2028\u2029]/g, '\n')
      // oxlint-disable-next-line no-control-regex -- These are what has to go.
      .replace(/[\0-\x08\x0b-\x1f\x7f-\x9f]/g, '')
      .replace(/[\\;,]/g, '\\$&')
      .replace(/\n/g, '\\n')
  );
}

/** Returns how many octets a character takes in UTF-8. */
function countOctets(character: string): number {
  const codePoint = character.codePointAt(0) ?? 0;
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  return codePoint < 0x10000 ? 3 : 4;
}

/** RFC 5545, 3.1: what does not fit goes on in the next line, behind a space. */
function fold(line: string): string {
  if (Buffer.byteLength(line) <= longestLine) return line;
  const parts: string[] = [];
  let part = '';
  let octets = 0;
  for (const character of line) {
    const size = countOctets(character);
    if (octets + size > longestLine) {
      parts.push(part);
      part = '';
      octets = 1;
    }
    part += character;
    octets += size;
  }
  return [...parts, part].join('\r\n ');
}
