import {html, nothing} from 'lit';

import type {Filter} from '../model/selection.ts';
import {type CompanyNames, companyName} from '../../frist/model/company-names.ts';
import type {ViewContext} from './view-context.ts';

/** Renders the choices of the filter. The `part` names are public. */
export function renderFilterChoices(context: ViewContext, senders: ReadonlyMap<string, string> | undefined) {
  const {model, names, strings} = context;
  const {companies, filter} = model;
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
  const renderChoice = (
    label: string,
    all: string,
    options: Iterable<readonly [cvr: string, name: string]>,
    name: 'cvr' | 'afsenderCvr',
  ) => html`
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
    ${companies?.areSeveral ? renderChoice(strings.company, strings.allCompanies, byName(companies.cvrs, names), 'cvr') : nothing}
    ${renderChoice(strings.authority, strings.allAuthorities, senders ?? [], 'afsenderCvr')}
    ${renderCheck(strings.unreadOnly, 'unreadOnly')} ${renderCheck(strings.withHidden, 'includeHidden')}
  `;
}

/** Returns companies with their names, in alphabetical order. */
function byName(cvrs: readonly string[], names: CompanyNames | null) {
  return cvrs
    .map(cvr => [cvr, companyName(cvr, names)] as const)
    .sort(([, one], [, other]) => one.localeCompare(other, 'da'));
}
