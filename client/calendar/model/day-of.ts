import {isDate, type IsoDate, today} from './dates.ts';

/** Returns the day of what a page has set: `yyyy-mm-dd`, also with a time, or a `Date`, whose day in Denmark it is. `undefined`: it is invalid. */
export function dayOf(value: unknown): IsoDate | undefined {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : dayOf(today(value));
  const [day = ''] = typeof value === 'string' ? value.trim().split('T') : [];
  return isDate(day) ? day : undefined;
}
