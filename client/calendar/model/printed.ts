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
 * Returns three months from today on, as far as they are loaded: a browser does not wait for more. Default: the visible month or year, or
 * three months of a list.
 *
 * @returns `undefined` while nothing is loaded.
 */
export function printedOf({
  companies,
  today,
  filter,
  listed,
  screenView,
}: CalendarModel): Printed | undefined {
  const loaded = companies?.deadlines.loadedAround(today);
  const available = loaded ? {from: today, to: loaded.to} : listed;
  if (!available) return undefined;
  const {from, to} = available;
  const last = addMonths(from, !loaded && screenView === 'year' ? 12 : printedMonths);
  const period = {from, to: to < last ? to : last};
  const frister = companies?.deadlines.within(period);
  return frister && {period, frister: frister.filter(frist => matches(frist, filter, new Set()))};
}
