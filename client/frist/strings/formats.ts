import type {Language} from '../../localize/shared-strings.ts';
import {addDays, type IsoDate, toUtc} from '../model/dates.ts';

/** Dates in words, for the calendar and `<tavle-deadlines>`. */
export type Formats = ReturnType<typeof createFormats>;

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

/** All formats use UTC, so that no visitor's time zone shifts a day. */
function createFormats(locale: string) {
  const create = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, {...options, timeZone: 'UTC'});
  // Most formats are parts of this one, since creating a formatter takes milliseconds of the first rendering.
  const format = create({weekday: 'long', day: 'numeric', month: 'long', year: 'numeric'});
  const partsOf = (date: IsoDate) => format.formatToParts(toUtc(date));
  const textOf = (date: IsoDate, type: Intl.DateTimeFormatPartTypes) =>
    partsOf(date).find(part => part.type === type)?.value ?? '';
  /** Returns the text from a part on. */
  const textFrom = (date: IsoDate, type: Intl.DateTimeFormatPartTypes) => {
    const parts = partsOf(date);
    return join(parts.slice(parts.findIndex(part => part.type === type)));
  };
  const shortWeekday = create({weekday: 'short'});
  const short = {weekday: 'short', day: 'numeric', month: 'short'} as const;
  let shortFormat: Intl.DateTimeFormat | undefined;
  let shortFormatOfYear: Intl.DateTimeFormat | undefined;
  let range: Intl.DateTimeFormat | undefined;
  return {
    /** "onsdag den 16. december 2026" */
    day: (date: IsoDate) => format.format(toUtc(date)),
    /** "december 2026" */
    month: (date: IsoDate) => textFrom(date, 'month'),
    /** "december" */
    monthOfYear: (date: IsoDate) => textOf(date, 'month'),
    /** "onsdag den 16. december" */
    dayOfYear(date: IsoDate): string {
      const parts = partsOf(date);
      return join(parts.slice(0, parts.findIndex(({type}) => type === 'month') + 1));
    },
    /** "ons. 25. nov.", with the year if it is not the one of `today` */
    shortDay(date: IsoDate, today: IsoDate): string {
      const isThisYear = date.slice(0, 4) === today.slice(0, 4);
      const used = isThisYear
        ? (shortFormat ??= create(short))
        : (shortFormatOfYear ??= create({...short, year: 'numeric'}));
      return used.format(toUtc(date));
    },
    /** "25. november 2026" */
    date: (date: IsoDate) => textFrom(date, 'day'),
    /** "30. november – 6. december" */
    range(first: IsoDate, last: IsoDate): string {
      range ??= create({day: 'numeric', month: 'long'});
      return range.formatRange(toUtc(first), toUtc(last));
    },
    /** "mandag" and "man", "tirsdag" and "tirs" … */
    weekdays: Array.from({length: 7}, (_, index) => {
      const date = addDays('2026-11-16', index);
      return {long: textOf(date, 'weekday'), short: shortWeekday.format(toUtc(date)).replace('.', '')};
    }),
  };
}

function join(parts: readonly Intl.DateTimeFormatPart[]): string {
  return parts.map(({value}) => value).join('');
}

/** Returns a number with a separator between thousands. The first call of `toLocaleString` takes milliseconds of the first rendering. */
export function groupThousands(count: number, separator: string): string {
  const thousands = Math.floor(count / 1000);
  if (!thousands) return String(count);
  return groupThousands(thousands, separator) + separator + String(count % 1000).padStart(3, '0');
}
