/* Points in time and Danish time, for fields, tokens, certificates, calendars and mails. Add another format as a function next
 * to `formatDatetime`; `pattern` has what interfaces accept. The time zone of the process must not matter. Clients send
 * the present formats: keep them. */

/** A point in time, as milliseconds since 1970. */
export type Instant = number;

const pattern =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?<offset>Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;

/** What a text must be for {@link parseDatetime}, in error messages. */
export const datetimeFormat =
  'an ISO 8601 date, or date and time, of the years 1900 to 2199, such as 2030-12-24 or 2030-12-24T12:00:00+0100';

const minute = 60_000;

/** The first valid instant, and the first one that is too late. From `earliest` on, Danish offsets are whole minutes. Elements show no day after `latest`. */
const earliest = Date.UTC(1899, 11, 31, 23);
const latest = Date.UTC(2199, 11, 31, 23);

/** Only the numbers of its parts are used: formats and languages depend on the ICU data of Node.js. */
const copenhagen = new Intl.DateTimeFormat('en', {
  timeZone: 'Europe/Copenhagen',
  calendar: 'gregory',
  numberingSystem: 'latn',
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
});

/**
 * Parses a date and time in ISO 8601 with an offset (`+01:00`, `+0100`, `+01`, `Z`), or without one as Danish time. Parses a date as its Danish midnight.
 * A time that the start of summer time skips counts as one hour later. A time that its end repeats counts as the first of the two. Returns `undefined`
 * for any other text, and for years in Denmark other than 1900 to 2199.
 */
export function parseDatetime(text: string): Instant | undefined {
  const match = pattern.exec(text);
  if (!match) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minutes = 0, seconds = 0] = match
    .slice(1, 7)
    .map(part => Number(part || 0));
  const fraction = Math.floor(Number(`0.${match[7] ?? 0}`) * 1000);
  const wall = Date.UTC(year, month - 1, day, hour, minutes, seconds, fraction);
  const exists = new Date(wall).toISOString().slice(0, 10) === text.slice(0, 10);
  if (!exists || hour > 23 || minutes > 59 || seconds > 59) return undefined;
  const offset = match.groups?.offset;
  const instant = offset === undefined ? fromDanishTime(wall) : withOffset(wall, offset);
  return instant !== undefined && instant >= earliest && instant < latest ? instant : undefined;
}

/** Returns whether a duration has elapsed; also true if the clock was set back. */
export function hasElapsed(since: Instant, milliseconds: number): boolean {
  const age = Date.now() - since;
  return age < 0 || age >= milliseconds;
}

/** Formats as `2015-12-14T12:59:00+0100`, in Danish time. */
export function formatDatetime(instant: Instant): string {
  const offset = danishOffset(instant);
  const wall = new Date(instant + offset).toISOString().slice(0, 19);
  const hours = String(Math.floor(offset / minute / 60)).padStart(2, '0');
  const minutes = String((offset / minute) % 60).padStart(2, '0');
  return `${wall}+${hours}${minutes}`;
}

/** Formats as `2015-12-14T12:59:00+01:00` (RFC 3339), in Danish time. For fields that the interfaces do not define. */
export const formatRfc3339 = (instant: Instant): string => formatDatetime(instant).replace(/(?=\d\d$)/, ':');

function withOffset(wall: number, offset: string): Instant | undefined {
  if (/^z$/i.test(offset)) return wall;
  const hours = Number(offset.slice(1, 3));
  const minutes = Number(offset.slice(3).replace(':', ''));
  if (hours > 23 || minutes > 59) return undefined;
  const distance = (hours * 60 + minutes) * minute;
  return offset.startsWith('-') ? wall + distance : wall - distance;
}

/** Returns the instant of a Danish wall clock time, which `wall` has as if it were UTC. Returns the first instant of a time that clocks show twice. */
export function fromDanishTime(wall: number): Instant {
  const summer = wall - 120 * minute;
  if (summer + danishOffset(summer) === wall) return summer;
  return wall - 60 * minute;
}

/** Returns the offset of Danish time from UTC in milliseconds. */
export function danishOffset(instant: Instant): number {
  const parts = new Map(copenhagen.formatToParts(instant).map(({type, value}) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? NaN;
  const minutes = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'));
  return minutes - Math.floor(instant / minute) * minute;
}
