import {html, nothing} from 'lit';

import {type Filter, noFilter} from '../model/selection.ts';
import {renderNone} from './empty.ts';
import {periodName} from './period-name.ts';
import type {ViewContext} from './view-context.ts';

/** Renders a choice of companies or authorities: options are CVR numbers with names. */
export type RenderChoice = (
  label: string,
  all: string,
  options: Iterable<readonly [string, string]>,
  name: 'cvr' | 'afsenderCvr',
) => unknown;

/** Renders the filter, while it is open. */
export function renderFilterBar(context: ViewContext, senders: ReadonlyMap<string, string> | undefined) {
  const {model, several, strings} = context;
  const {filter} = model;
  const set = (change: Partial<Filter>) => model.setFilter({...model.filter, ...change});
  const renderCheck = (label: string, name: 'unreadOnly' | 'includeHidden') => html`
    <label class="check">
      <input
        type="checkbox"
        .checked=${filter[name]}
        @change=${(event: Event) => set({[name]: (event.target as HTMLInputElement).checked})}
      />
      ${label}
    </label>
  `;
  const renderChoice: RenderChoice = (label, all, options, name) => html`
    <select
      class="field"
      part="field"
      aria-label=${label}
      @change=${(event: Event) => set({[name]: (event.target as HTMLSelectElement).value})}
    >
      <option value="" .selected=${!filter[name]}>${all}</option>
      ${[...options].map(
        ([value, text]) =>
          html`<option lang="da" value=${value} .selected=${value === filter[name]}>${text}</option>`,
      )}
    </select>
  `;
  return html`
    <div id="filter" class="filter" part="filter" ?hidden=${!model.isFilterOpen}>
      ${several?.renderCompanyFilter(context, renderChoice)}
      ${renderChoice(strings.authority, strings.allAuthorities, senders ?? [], 'afsenderCvr')}
      ${renderCheck(strings.unreadOnly, 'unreadOnly')} ${renderCheck(strings.withHidden, 'includeHidden')}
    </div>
  `;
}

/** Returns how many of the filter's choices differ from the default. */
export function countFilters(filter: Filter): number {
  return Object.entries(noFilter).filter(([name, value]) => filter[name as keyof Filter] !== value).length;
}

/** Where the deadlines would be, a list says that there are none, and so does every view if the filter leaves out all. */
export function summarise(context: ViewContext) {
  const {
    model: {selection, shownView, failure},
    strings,
  } = context;
  if (!selection)
    return failure ? nothing : html`<span class="late" aria-hidden="true">${strings.loading}</span>`;
  if (!selection.count) return shownView === 'list' || selection.isFiltered ? nothing : renderNone(context);
  return `${strings.deadlines(selection.count)}, ${strings.unread(selection.unread)}`;
}

/** Returns what a screen reader announces of the deadlines. */
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
    case 'noneFound':
      return strings.noneFound(announcement.direction);
    case 'emptyDay':
      return strings.noneOnDay(formats.day(announcement.date));
  }
}
