import {html, nothing} from 'lit';

import type {Filter} from '../model/filter.ts';
import type {Selection} from '../model/selection.ts';
import type {CalendarStrings} from '../strings/strings.ts';
import type {View} from './toolbar.ts';

export interface FilterModel {
  readonly filter: Filter;
  /** Names of authorities by CVR number. */
  readonly senders: ReadonlyMap<string, string> | undefined;
  /** `undefined` while the deadlines are being read. */
  readonly selection: Selection | undefined;
  readonly view: View;
  readonly strings: CalendarStrings;
}

/** Which deadlines are shown, and how many they are. */
export function renderFilter(
  {filter, senders, selection, view, strings}: FilterModel,
  set: (filter: Filter) => void,
) {
  const {afsenderCvr, unreadOnly, withHidden} = filter;
  const check = (label: string, checked: boolean, change: (checked: boolean) => Partial<Filter>) => html`
    <label class="check">
      <input
        type="checkbox"
        .checked=${checked}
        @change=${(event: Event) => set({...filter, ...change((event.target as HTMLInputElement).checked)})}
      />
      ${label}
    </label>
  `;
  return html`
    <div class="filter" part="filter">
      <select
        class="field"
        aria-label=${strings.authority}
        @change=${(event: Event) => set({...filter, afsenderCvr: (event.target as HTMLSelectElement).value})}
      >
        <option value="" .selected=${!afsenderCvr}>${strings.allAuthorities}</option>
        ${[...(senders ?? [])].map(
          ([cvr, name]) => html`<option value=${cvr} .selected=${cvr === afsenderCvr}>${name}</option>`,
        )}
      </select>
      ${check(strings.unreadOnly, unreadOnly, checked => ({unreadOnly: checked}))}
      ${check(strings.withHidden, withHidden, checked => ({withHidden: checked}))}
      <p class="summary" part="summary">${summarise(selection, view, strings)}</p>
    </div>
  `;
}

/** In a list without deadlines, and where the filter lets none through, that is said in their place. */
function summarise(selection: Selection | undefined, view: View, strings: CalendarStrings) {
  if (!selection) return nothing;
  if (!selection.count) return view === 'month' && !selection.isFiltered ? strings.none : nothing;
  return `${strings.deadlines(selection.count)}, ${strings.unread(selection.unread)}`;
}
