import {html, nothing} from 'lit';

import type {Filter} from '../model/selection.ts';
import {type RenderChoice, renderCompanyFilter} from './companies.ts';
import type {ViewContext} from './view-context.ts';

/** Renders the choices of the filter. */
export function renderFilterChoices(context: ViewContext, senders: ReadonlyMap<string, string> | undefined) {
  const {model, strings} = context;
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
    ${model.companies?.areSeveral ? renderCompanyFilter(context, renderChoice) : nothing}
    ${renderChoice(strings.authority, strings.allAuthorities, senders ?? [], 'afsenderCvr')}
    ${renderCheck(strings.unreadOnly, 'unreadOnly')} ${renderCheck(strings.withHidden, 'includeHidden')}
  `;
}
