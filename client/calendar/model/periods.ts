import {
  addDays,
  addMonths,
  endOfWeek,
  firstOfMonth,
  type IsoDate,
  type IsoMonth,
  lastOfMonth,
  monthOf,
  startOfWeek,
} from '../../frist/model/dates.ts';

/** The number of months from today on that are printed. */
export const printedMonths = 3;

/** A period of days; both ends are included. */
export interface Period {
  readonly from: IsoDate;
  readonly to: IsoDate;
}

export function includes({from, to}: Period, date: IsoDate): boolean {
  return from <= date && date <= to;
}

export function periodOf(month: IsoMonth): Period {
  return {from: firstOfMonth(month), to: lastOfMonth(month)};
}

/** Returns the weeks that a month touches, within the calendar. */
export function weeksPeriod(month: IsoMonth): Period {
  return {from: startOfWeek(firstOfMonth(month)), to: endOfWeek(lastOfMonth(month))};
}

/** Returns the whole months before a day, and the days of its month before it. */
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
