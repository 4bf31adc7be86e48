import type {Language} from '../../localize/localize.ts';
import {addDays, type IsoDate, toUtc} from '../model/dates.ts';

/** Dates in words. All formats use UTC, so that no visitor's time zone shifts a day. */
export interface Formats {
  /** "december 2026" */
  month(date: IsoDate): string;
  /** "december" */
  monthOfYear(date: IsoDate): string;
  /** "onsdag den 16. december 2026" */
  day(date: IsoDate): string;
  /** "onsdag den 16. december" */
  dayOfYear(date: IsoDate): string;
  /** "30. november – 6. december" */
  range(first: IsoDate, last: IsoDate): string;
  /** Monday first. */
  readonly weekdays: readonly {readonly long: string; readonly short: string}[];
}

const locales: Record<Language, string> = {da: 'da-DK', en: 'en-GB'};
const cache = new Map<Language, Formats>();

/** Returns the formats of a language, created on first use: `Intl` is slow to create them. */
export function formatsOf(language: Language): Formats {
  const existing = cache.get(language);
  if (existing) return existing;
  const formats = createFormats(locales[language]);
  cache.set(language, formats);
  return formats;
}

function createFormats(locale: string): Formats {
  const create = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, {...options, timeZone: 'UTC'});
  // Most formats are parts of this one: to create a formatter takes some milliseconds, in which a month is waited for.
  const format = create({weekday: 'long', day: 'numeric', month: 'long', year: 'numeric'});
  const short = create({weekday: 'short'});
  let range: Intl.DateTimeFormat | undefined;
  const partsOf = (date: IsoDate) => {
    const parts = format.formatToParts(toUtc(date));
    return {parts, month: parts.findIndex(({type}) => type === 'month')};
  };
  const monday = '2026-11-16';
  return {
    day: date => format.format(toUtc(date)),
    month(date) {
      const {parts, month} = partsOf(date);
      return join(parts.slice(month));
    },
    monthOfYear(date) {
      const {parts, month} = partsOf(date);
      return parts[month]?.value ?? '';
    },
    dayOfYear(date) {
      const {parts, month} = partsOf(date);
      return join(parts.slice(0, month + 1));
    },
    range(first, last) {
      range ??= create({day: 'numeric', month: 'long'});
      return range.formatRange(toUtc(first), toUtc(last));
    },
    weekdays: Array.from({length: 7}, (_, index) => {
      const date = addDays(monday, index);
      const long = partsOf(date).parts.find(({type}) => type === 'weekday')?.value ?? '';
      return {long, short: short.format(toUtc(date)).replace('.', '')};
    }),
  };
}

function join(parts: readonly Intl.DateTimeFormatPart[]): string {
  return parts.map(({value}) => value).join('');
}
