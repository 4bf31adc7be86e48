import {html, nothing} from 'lit';

import {type Filter, noFilter} from '../model/selection.ts';
import {renderNone} from './empty.ts';
import type {ViewContext} from './view-context.ts';

/** Returns the name of the month, of the year or years, or of the list. */
export function periodName({model, strings, formats}: ViewContext): string {
  const {agenda, listedPeriod} = model;
  const {day, listStart, shownView} = model.navigation;
  if (shownView === 'month') return formats.month(day);
  if (shownView === 'list') return strings.since(formats.date(agenda?.from ?? listStart));
  const years = [listedPeriod?.from, listedPeriod?.to].map(date => date?.slice(0, 4));
  return [...new Set(years)].join(' – ');
}

/** Returns how many of the filter's choices differ from the default. */
export function countFilters(filter: Filter): number {
  return Object.entries(noFilter).filter(([name, value]) => filter[name as keyof Filter] !== value).length;
}

/** Renders the numbers of deadlines. Empty where the view itself shows that there are none. */
export function summarise(context: ViewContext) {
  const {strings, formats} = context;
  const {selection, state, navigation} = context.model;
  if (!selection)
    return state.status === 'failed'
      ? nothing
      : html`<span class="late" aria-hidden="true">${strings.loading}</span>`;
  const {shownView, day} = navigation;
  if (!selection.count) return shownView === 'list' || selection.isFiltered ? nothing : renderNone(context);
  const deadlines = strings.deadlines(selection.count);
  const numbers = selection.unread ? `${deadlines}, ${strings.unread(selection.unread)}` : deadlines;
  return shownView === 'month' ? strings.inMonth(formats.monthOfYear(day), numbers) : numbers;
}

/** Returns the announcement about the deadlines. */
export function describeAnnouncement(context: ViewContext): string {
  const {model, strings, formats} = context;
  const {selection, emptyDay} = model.announcement;
  if (emptyDay) return strings.noneOnDay(formats.day(emptyDay));
  if (!selection) return strings.loading;
  const numbers = [strings.deadlines(selection.count), strings.unread(selection.unread)] as const;
  const from = model.agenda?.period?.from;
  return from
    ? strings.lists(formats.date(from), ...numbers)
    : strings.shows(periodName(context), ...numbers);
}
