import {danishOffset} from './datetime.ts';

/* Calendar days in Denmark, for deadlines, marks, calendars and mails. Add another format as a function next to
 * `formatDate`; `lastDate` is the last valid day, also in the elements. The time zone of the process must not
 * matter. */

/** A calendar day as `yyyy-mm-dd`: no time, no zone. Compares as text. */
export type IsoDate = string;

/** The last day that the elements can show: the same as in `client/frist/model/dates.ts`. */
const lastDate: IsoDate = '2199-12-31';

/** What a text must be for {@link parseDate}, in error messages. */
export const dateFormat = 'a date in the format dd-MM-yyyy, not after 31-12-2199, such as 24-12-2030';

/** Returns the current day in Denmark. */
export function today(now: Date = new Date()): IsoDate {
  const time = now.getTime();
  return new Date(time + danishOffset(time)).toISOString().slice(0, 10);
}

export const datePattern = /^(\d{2})-(\d{2})-(\d{4})$/;

/** Parses exactly `dd-MM-yyyy`; `undefined` for any other text, for invalid dates, and for those after 2199. */
export function parseDate(text: string): IsoDate | undefined {
  const [, day, month, year] = datePattern.exec(text) ?? [];
  if (day === undefined || month === undefined || year === undefined) return undefined;
  const date = `${year}-${month}-${day}`;
  const milliseconds = Date.parse(`${date}T00:00:00Z`);
  const exists = !Number.isNaN(milliseconds) && new Date(milliseconds).toISOString().startsWith(date);
  return exists && date <= lastDate ? date : undefined;
}

/** Formats as `dd-MM-yyyy`. */
export function formatDate(date: IsoDate): string {
  const [year = '', month = '', day = ''] = date.split('-');
  return `${day}-${month}-${year}`;
}

/** Formats as `yyyymmdd`, for indexes and calendar apps. */
export const compactDate = (date: IsoDate): string => date.replaceAll('-', '');

export function addDays(date: IsoDate, days: number): IsoDate {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}
