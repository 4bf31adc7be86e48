import {
  addMonths,
  firstOfMonth,
  type IsoDate,
  type IsoMonth,
  lastOfMonth,
  monthOf,
} from '../../frist/model/dates.ts';
import type {Period} from './periods.ts';

/** Returns the first of the twelve months that the year with a day shows. The months of today's year begin with the current one. */
export function yearStart(day: IsoDate, today: IsoDate): IsoMonth {
  const years = Math.floor((countMonths(day) - countMonths(today)) / 12);
  return monthOf(addMonths(firstOfMonth(monthOf(today)), years * 12));
}

/** Returns twelve months; fewer at the end of the calendar. */
export function monthsFrom(start: IsoMonth): IsoMonth[] {
  const months = Array.from({length: 12}, (_, index) => monthOf(addMonths(firstOfMonth(start), index)));
  return [...new Set(months)];
}

export function yearPeriod(start: IsoMonth): Period {
  return {from: firstOfMonth(start), to: lastOfMonth(monthsFrom(start).at(-1) ?? start)};
}

function countMonths(date: IsoDate): number {
  return Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7));
}
