// Calendar days in Denmark, for models and views of the calendar and `<tavle-deadlines>`, and for `texts/formats.ts`.
// Add functions on days here. Days are texts, `yyyy-mm-dd`: the time zone of the browser must not change a result.

import {now} from '../../api/api.ts';

/** A calendar day as `yyyy-mm-dd`: no time, no zone. Compares as text. */
export type IsoDate = string;

/** A month as `yyyy-mm`. Compares as text. */
export type IsoMonth = string;

/** The first day of the calendar. Results are clamped to it and {@link lastDate}. The service has the same years in `server/time/`. */
export const firstDate: IsoDate = '1900-01-01';
export const lastDate: IsoDate = '2199-12-31';

const dayLength = 86_400_000;

let copenhagen: Intl.DateTimeFormat | undefined;

/** Returns the current day in Denmark. */
export function today(time: Date = now()): IsoDate {
  // Created on first use: a page's first formatter takes 10 ms or more.
  copenhagen ??= new Intl.DateTimeFormat('en', {
    timeZone: 'Europe/Copenhagen',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  const parts = Object.fromEntries(copenhagen.formatToParts(time).map(({type, value}) => [type, value]));
  return `${parts.year ?? ''}-${parts.month ?? ''}-${parts.day ?? ''}`;
}

/** Returns whether a text is an existing day within the calendar. */
export function isDate(text: string): text is IsoDate {
  return /^\d{4}-\d\d-\d\d$/.test(text) && text === fromUtc(toUtc(text)) && text === clamp(text);
}

/** Returns the time of midnight in UTC. Only format it with `timeZone: 'UTC'`. */
export const toUtc = (date: IsoDate): number => Date.parse(`${date}T00:00:00Z`);

export function addDays(date: IsoDate, days: number): IsoDate {
  return clamp(fromUtc(toUtc(date) + days * dayLength));
}

/** Returns the same day of another month, or that month's last day. */
export function addMonths(date: IsoDate, months: number): IsoDate {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const count = year * 12 + month - 1 + months;
  const target = `${Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, '0')}`;
  if (target < monthOf(firstDate)) return firstDate;
  if (target > monthOf(lastDate)) return lastDate;
  const lastDay = Number(lastOfMonth(target).slice(-2));
  return `${target}-${String(Math.min(day, lastDay)).padStart(2, '0')}`;
}

/** Returns 0 for Monday to 6 for Sunday (ISO 8601). */
export const weekday = (date: IsoDate): number => (new Date(toUtc(date)).getUTCDay() + 6) % 7;

export const startOfWeek = (date: IsoDate): IsoDate => addDays(date, -weekday(date));

export const endOfWeek = (date: IsoDate): IsoDate => addDays(date, 6 - weekday(date));

/** Returns the ISO 8601 week number: week 1 has the year's first Thursday. */
export function weekNumber(date: IsoDate): number {
  const thursday = fromUtc(toUtc(date) + (3 - weekday(date)) * dayLength);
  const newYear = `${thursday.slice(0, 4)}-01-01`;
  return Math.floor((toUtc(thursday) - toUtc(newYear)) / dayLength / 7) + 1;
}

export const monthOf = (date: IsoDate): IsoMonth => date.slice(0, 7);

export const firstOfMonth = (month: IsoMonth): IsoDate => `${month}-01`;

export function monthAfter(month: IsoMonth, months: number): IsoMonth {
  return monthOf(addMonths(firstOfMonth(month), months));
}

export function lastOfMonth(month: IsoMonth): IsoDate {
  const [year = 0, monthNumber = 0] = month.split('-').map(Number);
  return fromUtc(Date.UTC(year, monthNumber, 0));
}

/** Returns the weeks that a month touches, each with its seven days from Monday on. */
export function weeksOf(month: IsoMonth): IsoDate[][] {
  const first = firstOfMonth(month);
  const monday = toUtc(first) - weekday(first) * dayLength;
  const count = Math.ceil((toUtc(lastOfMonth(month)) + dayLength - monday) / (7 * dayLength));
  return Array.from({length: count}, (_, week) =>
    Array.from({length: 7}, (_, day) => fromUtc(monday + (week * 7 + day) * dayLength)),
  );
}

/** Returns a date in the format of the service, `dd-MM-yyyy`. */
export const toApiDate = (date: IsoDate): string => date.split('-').reverse().join('-');

/** Parses a date in the format of the service, by reversing its parts. */
export const fromApiDate: (date: string) => IsoDate = toApiDate;

function fromUtc(time: number): IsoDate {
  return Number.isNaN(time) ? '' : new Date(time).toISOString().slice(0, 10);
}

function clamp(date: IsoDate): IsoDate {
  if (date < firstDate) return firstDate;
  return date > lastDate ? lastDate : date;
}

/**
 * Returns the day that a page has set: `yyyy-mm-dd`, with or without a time, or a `Date`, whose day in Denmark counts. `undefined` for an
 * invalid value.
 */
export function dayOf(value: unknown): IsoDate | undefined {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : dayOf(today(value));
  const [day = ''] = typeof value === 'string' ? value.trim().split('T') : [];
  return isDate(day) ? day : undefined;
}

/** A period of days; both ends are included. */
export interface Period {
  readonly from: IsoDate;
  readonly to: IsoDate;
}

export const includes = ({from, to}: Period, date: IsoDate): boolean => from <= date && date <= to;

export const periodOf = (month: IsoMonth): Period => ({from: firstOfMonth(month), to: lastOfMonth(month)});

/** Returns the weeks that a month touches, within the calendar. */
export function weeksPeriod(month: IsoMonth): Period {
  return {from: startOfWeek(firstOfMonth(month)), to: endOfWeek(lastOfMonth(month))};
}

/** Returns the days before a day: those of its month, and those of `months` earlier months. */
export function monthsBefore(day: IsoDate, months: number): Period {
  return {from: `${addMonths(day, -months).slice(0, 7)}-01`, to: addDays(day, -1)};
}

/** Returns disjoint periods, in order, that cover the same days. Merges adjacent ones. */
export function mergePeriods(periods: readonly Period[]): Period[] {
  const united: Period[] = [];
  for (const {from, to} of [...periods].sort((one, other) => (one.from < other.from ? -1 : 1))) {
    const last = united.at(-1);
    if (!last || addDays(last.to, 1) < from) united.push({from, to});
    else if (last.to < to) united.splice(-1, 1, {from: last.from, to});
  }
  return united;
}

/** Returns the first of the twelve months that the year view shows for a day. The months of today's year begin with the current one. */
export function yearStart(day: IsoDate, today: IsoDate): IsoMonth {
  const years = Math.floor((countMonths(day) - countMonths(today)) / 12);
  return monthAfter(monthOf(today), years * 12);
}

/** Returns twelve months; fewer at the end of the calendar. */
export function monthsFrom(start: IsoMonth): IsoMonth[] {
  return [...new Set(Array.from({length: 12}, (_, index) => monthAfter(start, index)))];
}

export function yearPeriod(start: IsoMonth): Period {
  return {from: firstOfMonth(start), to: lastOfMonth(monthsFrom(start).at(-1) ?? start)};
}

const countMonths = (date: IsoDate): number => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7));

/** A unit of the time until a deadline. The words for `past`, `today` and `tomorrow` need no count. */
export type DueUnit = 'past' | 'today' | 'tomorrow' | 'days' | 'weeks' | 'months' | 'years';

/** Until this number of days, a deadline is soon. */
const maxSoonDays = 7;

/** Returns the number of days from one date to another; negative if `to` is earlier. */
export const daysBetween = (from: IsoDate, to: IsoDate): number => (toUtc(to) - toUtc(from)) / dayLength;

/** Returns the time until a date: a unit, and how many of it, rounded down. Months and years end on the same day of the month. */
export function dueIn(date: IsoDate, today: IsoDate) {
  const days = daysBetween(today, date);
  const months = countMonths(date) - countMonths(today) - Number(date.slice(8) < today.slice(8));
  const due = (unit: DueUnit, count = 0) => {
    return {unit, count: Math.floor(count), isSoon: days >= 0 && days <= maxSoonDays};
  };
  if (months >= 24) return due('years', months / 12);
  if (days >= 9 * 7) return due('months', months);
  if (days >= 2 * 7) return due('weeks', days / 7);
  if (days >= 2) return due('days', days);
  return due(days < 0 ? 'past' : days ? 'tomorrow' : 'today');
}
