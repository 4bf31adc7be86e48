import type {Language} from '../../localize/localize.ts';
import {addDays, type IsoDate, toUtc} from '../model/dates.ts';

/** Dates in words. All formats reckon in UTC, so that no visitor's zone moves a day. */
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
const made = new Map<Language, Formats>();

/** The formats of a language, made once, since `Intl` takes its time. */
export function formatsOf(language: Language): Formats {
  const existing = made.get(language);
  if (existing) return existing;
  const formats = makeFormats(locales[language]);
  made.set(language, formats);
  return formats;
}

function makeFormats(locale: string): Formats {
  const make = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, {...options, timeZone: 'UTC'});
  const dayAndMonth = {day: 'numeric', month: 'long'} as const;
  const month = make({month: 'long', year: 'numeric'});
  const day = make({...dayAndMonth, weekday: 'long', year: 'numeric'});
  const range = make(dayAndMonth);
  const long = make({weekday: 'long'});
  const short = make({weekday: 'short'});
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
