import {html, nothing} from 'lit';

import {type Filter, noFilter} from '../model/selection.ts';
import {renderNone} from './empty.ts';
import {periodName} from './period-name.ts';
import type {ViewContext} from './view-context.ts';

/** Returns how many of the filter's choices differ from the default. */
export function countFilters(filter: Filter): number {
  return Object.entries(noFilter).filter(([name, value]) => filter[name as keyof Filter] !== value).length;
}

/** Renders the numbers of deadlines. Empty where the view itself shows that there are none. */
export function summarise(context: ViewContext) {
  const {
    model: {selection, state, navigation},
    strings,
    formats,
  } = context;
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
  const {
    model: {announcement},
    strings,
    formats,
  } = context;
  switch (announcement.kind) {
    case 'loading':
      return strings.loading;
    case 'month':
      return strings.shows(
        periodName(context),
        strings.deadlines(announcement.count),
        strings.unread(announcement.unread),
      );
    case 'list':
      return strings.lists(
        formats.date(announcement.from),
        strings.deadlines(announcement.count),
        strings.unread(announcement.unread),
      );
    case 'emptyDay':
      return strings.noneOnDay(formats.day(announcement.date));
  }
}
