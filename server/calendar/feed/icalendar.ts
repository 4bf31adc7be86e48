import {addDays, compactDate, type IsoDate} from '../../time/dates.ts';
import {fromDanishTime} from '../../time/datetime.ts';

/* Calendars for calendar apps (RFC 5545), for `feed.ts`, and the lines of an event that `revisions.ts` stores. Change
 * the properties of a calendar in `writeCalendarStart`, and of an event in `writeEvent`. Keep the order of stored
 * lines: URL first, DESCRIPTION last. `withPage` and `withText` also add to lines that earlier releases wrote and stored
 * deadlines keep. */

/** An all-day event (RFC 5545, 3.6.1). */
export interface CalendarEvent {
  /** Never changes. */
  readonly uid: string;
  readonly date: IsoDate;
  /** The revision of the deadline; of the first visible one if the event has several deadlines. */
  readonly sequence: number;
  /** The last change, ISO 8601 in UTC. */
  readonly changed: string;
  readonly summary: string;
  /** Content lines, as {@link writeFeedLines} returns them. */
  readonly lines: string;
  /** The URL of the event's page, in ASCII. Its description ends with it. */
  readonly page?: string | undefined;
  /** The sender, and the companies of a link to several companies. */
  readonly categories: readonly string[];
  /** Whether it was cancelled. */
  readonly cancelled: boolean;
}

export interface Calendar {
  readonly name: string;
  /** The URL of a feed. Default: the calendar is a file with one event, which people add to an existing calendar. */
  readonly source?: string;
}

/** The suggested reload interval of calendar apps (RFC 7986, 5.7). */
const refresh = 'PT12H';

const longestLine = 75;

const hour = 3_600_000;

/*
 * Writes calendars (RFC 5545, RFC 7986) in pieces: start, events, end. Lines end with CRLF and have at most 75 octets, folded between
 * characters. The output does not depend on the current time.
 */

export function writeCalendarStart({name, source}: Calendar): string {
  return toText([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Tavle//Frister//DA',
    'CALSCALE:GREGORIAN',
    // Outlook treats a calendar with any other method as an invitation. A feed publishes withdrawn events as well (RFC 5546, 3.2.1).
    'METHOD:PUBLISH',
    `NAME:${escapeText(name)}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    ...(source === undefined
      ? // With this line, Outlook shows the event and does not add a calendar of that name.
        ['X-MS-OLK-FORCEINSPECTOROPEN:TRUE']
      : [
          `SOURCE;VALUE=URI:${source}`,
          `REFRESH-INTERVAL;VALUE=DURATION:${refresh}`,
          `X-PUBLISHED-TTL:${refresh}`,
        ]),
  ]);
}

export const calendarEnd = 'END:VCALENDAR\r\n';

/** Folds and joins lines. @param lines Empty ones are left out. Those that end with CRLF are folded already. */
function toText(lines: readonly string[]): string {
  return lines.map(line => (line === '' || line.endsWith('\r\n') ? line : `${fold(line)}\r\n`)).join('');
}

/**
 * Writes the URL and, as the last line, the description of an event. Stored deadlines contain these lines: escaping and folding them for each
 * feed would double its cost.
 *
 * @param link The URL of the page where the company acts, which the description contains as well.
 */
export function writeFeedLines(text: string, link?: string | null): string {
  const url = link ? new URL(link).href : '';
  const description = [text, url && `Link: ${url}`].filter(Boolean).join('\n\n');
  return toText([url && `URL:${url}`, description && `DESCRIPTION:${escapeText(description)}`]);
}

/** Adds a page to the lines of an event: at the end of its description, and as its URL unless it has one. */
function withPage(lines: string, page: string): string {
  const url = lines.startsWith('URL:') ? '' : `${fold(`URL:${page}`)}\r\n`;
  return url + withText(lines, `Se fristen: ${page}`);
}

/** Adds a text to the end of the description in the lines of an event. */
export function withText(lines: string, text: string): string {
  const escaped = escapeText(text);
  // A line may be folded anywhere (RFC 5545, 3.1), so the stored lines need not be folded again.
  return lines.includes('DESCRIPTION:')
    ? `${lines.slice(0, -2)}\r\n${fold(` \\n\\n${escaped}`)}\r\n`
    : `${lines}${fold(`DESCRIPTION:${escaped}`)}\r\n`;
}

/** Returns the lines of an event. @param reminderDays Adds a reminder this many days before the event. Default: no reminder. */
export function writeEvent(event: CalendarEvent, reminderDays?: number): string {
  const {uid, date, sequence, summary, lines, page, categories, cancelled} = event;
  const changed = writeInstant(event.changed);
  return toText([
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${changed}`,
    `LAST-MODIFIED:${changed}`,
    `SEQUENCE:${sequence}`,
    `DTSTART;VALUE=DATE:${compactDate(date)}`,
    `DTEND;VALUE=DATE:${compactDate(addDays(date, 1))}`,
    // Outlook does not show `STATUS`.
    `SUMMARY:${cancelled ? 'Aflyst: ' : ''}${escapeText(summary)}`,
    page === undefined ? lines : withPage(lines, page),
    `CATEGORIES:${categories.map(escapeText).join(',')}`,
    `STATUS:${cancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    // A deadline does not block time.
    'TRANSP:TRANSPARENT',
    'X-MICROSOFT-CDO-BUSYSTATUS:FREE',
    ...(reminderDays === undefined || cancelled ? [] : writeReminder(summary, date, reminderDays)),
    'END:VEVENT',
  ]);
}

function writeReminder(summary: string, date: IsoDate, days: number): string[] {
  return [
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escapeText(summary)}`,
    writeTrigger(date, days),
    'END:VALARM',
  ];
}

/**
 * Writes the time of a reminder (RFC 5545, 3.8.6.3): 9:00 in Denmark, some days before an all-day event, which starts at midnight. If the clocks
 * change in between, writes a time in UTC, since some apps would count the days of `-P6DT15H` as 24 hours each. Otherwise writes a duration:
 * khal reads only durations, and a time in UTC would stay when a person moves the event.
 */
function writeTrigger(date: IsoDate, days: number): string {
  const midnight = Date.parse(`${date}T00:00:00Z`);
  const day = midnight - days * 24 * hour;
  const time = fromDanishTime(day + 9 * hour);
  const isExact = fromDanishTime(midnight) - time === midnight - day - 9 * hour;
  return isExact
    ? `TRIGGER:-P${days > 1 ? `${days - 1}D` : ''}T15H`
    : `TRIGGER;VALUE=DATE-TIME:${writeInstant(new Date(time).toISOString())}`;
}

/** Returns `20261121T120000Z` for `2026-11-21T12:00:00.000Z`. */
const writeInstant = (instant: string): string => `${instant.slice(0, 19).replace(/[-:]/g, '')}Z`;

/**
 * Escapes a text (RFC 5545, 3.3.11), without control characters other than line ends and tabs. Writes U+0085, U+2028 and U+2029, at which some
 * readers split lines, as line ends.
 */
function escapeText(text: string): string {
  return (
    text
      .toWellFormed()
      .replace(/\r\n?|[\x85\u2028\u2029]/g, '\n')
      // oxlint-disable-next-line no-control-regex -- These are removed.
      .replace(/[\0-\x08\x0b-\x1f\x7f-\x9f]/g, '')
      .replace(/[\\;,]/g, '\\$&')
      .replace(/\n/g, '\\n')
  );
}

/** Folds a line (RFC 5545, 3.1): continuation lines start with a space. */
function fold(line: string): string {
  if (Buffer.byteLength(line) <= longestLine) return line;
  const parts: string[] = [];
  let part = '';
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
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
