import {html, nothing} from 'lit';

import {type CompanyNames, companyName} from '../model/company-names.ts';
import {type Filter, noFilter} from '../model/selection.ts';
import {renderNone} from './empty.ts';
import {periodName} from './period-name.ts';
import type {ViewContext} from './view-context.ts';

/** Renders the filter, while it is open. */
export function renderFilterBar(context: ViewContext, senders: ReadonlyMap<string, string> | undefined) {
  const {model, names, strings} = context;
  const {cvr, afsenderCvr, unreadOnly, includeHidden} = model.filter;
  const {companies} = model;
  const set = (change: Partial<Filter>) => model.setFilter({...model.filter, ...change});
  const check = (label: string, checked: boolean, change: (checked: boolean) => Partial<Filter>) => html`
    <label class="check">
      <input
        type="checkbox"
        .checked=${checked}
        @change=${(event: Event) => set(change((event.target as HTMLInputElement).checked))}
      />
      ${label}
    </label>
  `;
  const choose = (
    label: string,
    all: string,
    options: Iterable<readonly [string, string]>,
    selected: string,
    change: (cvr: string) => Partial<Filter>,
  ) => html`
    <select
      class="field"
      part="field"
      aria-label=${label}
      @change=${(event: Event) => set(change((event.target as HTMLSelectElement).value))}
    >
      <option value="" .selected=${!selected}>${all}</option>
      ${[...options].map(
        ([value, name]) =>
          html`<option lang="da" value=${value} .selected=${value === selected}>${name}</option>`,
      )}
    </select>
  `;
  return html`
    <div id="filter" class="filter" part="filter" ?hidden=${!model.isFilterOpen}>
      ${
        companies?.areSeveral
          ? choose(strings.company, strings.allCompanies, byName(companies.cvrs, names), cvr, chosen => ({
              cvr: chosen,
            }))
          : nothing
      }
      ${choose(strings.authority, strings.allAuthorities, senders ?? [], afsenderCvr, chosen => ({
        afsenderCvr: chosen,
      }))}
      ${check(strings.unreadOnly, unreadOnly, checked => ({unreadOnly: checked}))}
      ${check(strings.withHidden, includeHidden, checked => ({includeHidden: checked}))}
    </div>
  `;
}

/** Returns companies with their names, in alphabetical order. */
function byName(cvrs: readonly string[], names: CompanyNames | null): (readonly [string, string])[] {
  return cvrs
    .map(cvr => [cvr, companyName(cvr, names)] as const)
    .sort(([, one], [, other]) => one.localeCompare(other, 'da'));
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
