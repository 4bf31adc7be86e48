import type {CalendarModel} from './calendar-model.ts';
import {addMonths} from './dates.ts';
import type {Frist} from './frist.ts';
import {type Period, printedMonths} from './periods.ts';
import {matches} from './selection.ts';

export interface Printed {
  readonly period: Period;
  /** The deadlines of the period that match the filter, by date. */
  readonly frister: readonly Frist[];
}

/**
 * Returns three months from today on, as far as they are loaded: a browser does not wait for more. Default: the visible period.
 *
 * @returns `undefined` while nothing is loaded.
 */
export function printedOf({companies, today, filter, listed}: CalendarModel): Printed | undefined {
  const loaded = companies?.deadlines.loadedAround(today);
  const last = addMonths(today, printedMonths);
  const period = loaded ? {from: today, to: loaded.to < last ? loaded.to : last} : listed;
  const frister = period && companies?.deadlines.within(period);
  return frister && {period, frister: frister.filter(frist => matches(frist, filter, new Set()))};
}
