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
  /** "ons. 25. nov.", with the year if it is not the one of `today` */
  shortDay(date: IsoDate, today: IsoDate): string;
  /** "25. november 2026" */
  date(date: IsoDate): string;
  /** "30. november – 6. december" */
  range(first: IsoDate, last: IsoDate): string;
  /** "mandag", "tirsdag" … */
  readonly weekdays: readonly string[];
}

/** Capitalises a text. `::first-letter` would split the word in Firefox's accessibility tree. */
export function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
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
  // Most formats are parts of this one, since creating a formatter takes milliseconds of the first rendering.
  const format = create({weekday: 'long', day: 'numeric', month: 'long', year: 'numeric'});
  let range: Intl.DateTimeFormat | undefined;
  const partsOf = (date: IsoDate) => {
    const parts = format.formatToParts(toUtc(date));
    return {parts, month: parts.findIndex(({type}) => type === 'month')};
  };
  const shortFormats = new Map<boolean, Intl.DateTimeFormat>();
  const shortFormat = (isThisYear: boolean) => {
    const known = shortFormats.get(isThisYear);
    const year = isThisYear ? {} : ({year: 'numeric'} as const);
    const created = known ?? create({weekday: 'short', day: 'numeric', month: 'short', ...year});
    shortFormats.set(isThisYear, created);
    return created;
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
    shortDay(date, today) {
      const isThisYear = date.slice(0, 4) === today.slice(0, 4);
      return shortFormat(isThisYear).format(toUtc(date));
    },
    date(date) {
      const {parts} = partsOf(date);
      return join(parts.slice(parts.findIndex(({type}) => type === 'day')));
    },
    range(first, last) {
      range ??= create({day: 'numeric', month: 'long'});
      return range.formatRange(toUtc(first), toUtc(last));
    },
    weekdays: Array.from({length: 7}, (_, index) => {
      const {parts} = partsOf(addDays(monday, index));
      return parts.find(({type}) => type === 'weekday')?.value ?? '';
    }),
  };
}

function join(parts: readonly Intl.DateTimeFormatPart[]): string {
  return parts.map(({value}) => value).join('');
}
