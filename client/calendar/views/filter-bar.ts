import {html, nothing} from 'lit';

import type {Filter} from '../model/selection.ts';
import {renderNone} from './empty.ts';
import type {ViewContext} from './view-context.ts';

/** Renders the filter and the numbers of deadlines, and announces them. */
export function renderFilterBar(context: ViewContext, senders: ReadonlyMap<string, string> | undefined) {
  const {model, strings} = context;
  const {afsenderCvr, unreadOnly, includeHidden} = model.filter;
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
  return html`
    <div class="filter" part="filter">
      <select
        class="field"
        aria-label=${strings.authority}
        @change=${(event: Event) => set({afsenderCvr: (event.target as HTMLSelectElement).value})}
      >
        <option value="" .selected=${!afsenderCvr}>${strings.allAuthorities}</option>
        ${[...(senders ?? [])].map(
          ([cvr, name]) => html`<option value=${cvr} .selected=${cvr === afsenderCvr}>${name}</option>`,
        )}
      </select>
      ${check(strings.unreadOnly, unreadOnly, checked => ({unreadOnly: checked}))}
      ${check(strings.withHidden, includeHidden, checked => ({includeHidden: checked}))}
      <p class="summary" part="summary">${summarise(context)}</p>
    </div>
    <p class="spoken" role="status">${model.failure ? nothing : announce(context)}</p>
  `;
}

/** Where the deadlines would be, a list says that there are none, and so does a month if the filter leaves out all. */
function summarise(context: ViewContext) {
  const {
    model: {selection, shownView},
    strings,
  } = context;
  if (!selection) return nothing;
  if (!selection.count) return shownView === 'month' && !selection.isFiltered ? renderNone(context) : nothing;
  return `${strings.deadlines(selection.count)}, ${strings.unread(selection.unread)}`;
}

function announce({model: {announcement, day}, strings, formats}: ViewContext): string {
  switch (announcement.kind) {
    case 'loading':
      return strings.loading;
    case 'month':
      return strings.shows(
        formats.month(day),
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
