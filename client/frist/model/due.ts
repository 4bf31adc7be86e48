import {type IsoDate, toUtc} from './dates.ts';

/** A unit of the time until a deadline. The words for `past`, `today` and `tomorrow` need no count. */
export type DueUnit = 'past' | 'today' | 'tomorrow' | 'days' | 'weeks' | 'months' | 'years';

/** The time until a deadline. */
export interface Due {
  readonly unit: DueUnit;
  /** The number of units, 2 or more, rounded down; 0 for a unit without a count. */
  readonly count: number;
  /** Whether the deadline is today or in the next seven days. */
  readonly isSoon: boolean;
}

const dayLength = 86_400_000;
const maxSoonDays = 7;

/** The units with a count, longest first: their lengths in days, and the minimum number of days for which they are used. */
const units = [
  ['years', 366, 2 * 366],
  ['months', 31, 9 * 7],
  ['weeks', 7, 2 * 7],
  ['days', 1, 2],
] as const;

/** Returns the number of days from one date to another; negative if that is earlier. */
export function daysBetween(from: IsoDate, to: IsoDate): number {
  return (toUtc(to) - toUtc(from)) / dayLength;
}

/** Returns the time until a date. */
export function dueIn(date: IsoDate, today: IsoDate): Due {
  const days = daysBetween(today, date);
  const isSoon = days >= 0 && days <= maxSoonDays;
  const [unit, length] = units.find(([, , from]) => days >= from) ?? [];
  if (unit) return {unit, count: Math.floor(days / length), isSoon};
  return {unit: days < 0 ? 'past' : days ? 'tomorrow' : 'today', count: 0, isSoon};
}
