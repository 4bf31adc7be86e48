import type {Language} from '../../localize/localize.ts';
import {addDays, type IsoDate, toUtc} from '../model/dates.ts';

/** Dates in words. All formats use UTC, so that no visitor's time zone shifts a day. */
export interface Formats {
  /** "december 2026" */
  month(date: IsoDate): string;
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
  const dayAndMonth = {day: 'numeric', month: 'long'} as const;
  const month = create({month: 'long', year: 'numeric'});
  const day = create({...dayAndMonth, weekday: 'long', year: 'numeric'});
  const range = create(dayAndMonth);
  const long = create({weekday: 'long'});
  const short = create({weekday: 'short'});
  const monday = '2026-11-16';
  return {
    month: date => month.format(toUtc(date)),
    day: date => day.format(toUtc(date)),
    dayOfYear(date) {
      // `Intl` leaves out the Danish "den" when it is not asked for the year.
      const parts = day.formatToParts(toUtc(date));
      const month = parts.findIndex(({type}) => type === 'month');
      return parts
        .slice(0, month + 1)
        .map(({value}) => value)
        .join('');
    },
    range: (first, last) => range.formatRange(toUtc(first), toUtc(last)),
    weekdays: Array.from({length: 7}, (_, place) => {
      const date = toUtc(addDays(monday, place));
      return {long: long.format(date), short: short.format(date).replace('.', '')};
    }),
  };
}
