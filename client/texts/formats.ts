// Dates and numbers in words, for the calendar, `<tavle-deadlines>` and the texts in `da.ts` and `en.ts`. Add a format
// with an example in its comment. Dates must stay in UTC, so that no time zone shifts a day.
import type {Language} from './keys.ts';
import {addDays, type IsoDate, toUtc} from '../frist/model/dates.ts';

/** Dates in words, for the calendar and `<tavle-deadlines>`, and numbers, for texts. Dates are in UTC. */
export type Formats = ReturnType<typeof createFormats>;

/** Capitalises a text. `::first-letter` would split the word in Firefox's accessibility tree. */
export const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

type Part = Intl.DateTimeFormatPartTypes;

const locales: Record<Language, string> = {da: 'da-DK', en: 'en-GB'};
const cache: Partial<Record<Language, Formats>> = {};

/** Returns the formats of a language, created on first use: `Intl` is slow to create them. */
export const formatsOf = (language: Language): Formats =>
  (cache[language] ??= createFormats(locales[language]));

/** All formats use UTC, so that no visitor's time zone shifts a day. */
function createFormats(locale: string) {
  const create = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, {...options, timeZone: 'UTC'});
  const createOnUse = (options: Intl.DateTimeFormatOptions) => {
    let format: Intl.DateTimeFormat | undefined;
    return () => (format ??= create(options));
  };
  // Most formats are parts of this one, since creating a formatter takes milliseconds of the first rendering.
  const format = create({weekday: 'long', day: 'numeric', month: 'long', year: 'numeric'});
  /** Returns the text of a date from one part to another, by default to the end. */
  const textOf = (date: IsoDate, first: Part, last: Part = 'year') => {
    const parts = format.formatToParts(toUtc(date));
    const indexOf = (part: Part) => parts.findIndex(({type}) => type === part);
    return parts
      .slice(indexOf(first), indexOf(last) + 1)
      .map(({value}) => value)
      .join('');
  };
  const shortWeekday = create({weekday: 'short'});
  const short = {weekday: 'short', day: 'numeric', month: 'short'} as const;
  const shortFormat = createOnUse(short);
  const shortFormatOfYear = createOnUse({...short, year: 'numeric'});
  const rangeFormat = createOnUse({day: 'numeric', month: 'long'});
  const periodFormat = createOnUse({day: 'numeric', month: 'long', year: 'numeric'});
  return {
    /** "onsdag den 16. december 2026" */
    day: (date: IsoDate) => format.format(toUtc(date)),
    /** "december 2026" */
    month: (date: IsoDate) => textOf(date, 'month'),
    /** "december" */
    monthOfYear: (date: IsoDate) => textOf(date, 'month', 'month'),
    /** "onsdag den 16. december" */
    dayOfYear: (date: IsoDate) => textOf(date, 'weekday', 'month'),
    /** "ons. 25. nov.", with the year if it is not the one of `today` */
    shortDay: (date: IsoDate, today: IsoDate) =>
      (date.slice(0, 4) === today.slice(0, 4) ? shortFormat() : shortFormatOfYear()).format(toUtc(date)),
    /** "25. november 2026" */
    date: (date: IsoDate) => textOf(date, 'day'),
    /** "14.–20. december" */
    range: (first: IsoDate, last: IsoDate) => rangeFormat().formatRange(toUtc(first), toUtc(last)),
    /** "14.–20. december 2026" */
    period: (first: IsoDate, last: IsoDate) => periodFormat().formatRange(toUtc(first), toUtc(last)),
    /** "mandag" and "man", "tirsdag" and "tirs" … */
    weekdays: Array.from({length: 7}, (_, index) => {
      const date = addDays('2026-11-16', index);
      const short = shortWeekday.format(toUtc(date)).replace('.', '');
      return {long: textOf(date, 'weekday', 'weekday'), short};
    }),
  };
}

/** Returns a number with a separator between thousands. Does not use `toLocaleString`, whose first call takes milliseconds of the first rendering. */
export function groupThousands(count: number, separator: string): string {
  const thousands = Math.floor(count / 1000);
  if (!thousands) return String(count);
  return groupThousands(thousands, separator) + separator + String(count % 1000).padStart(3, '0');
}
