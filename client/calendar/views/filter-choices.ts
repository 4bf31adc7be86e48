import {html} from 'lit';

import {mergeTexts} from '../../localize/merge-texts.ts';
import type {Filter} from '../model/selection.ts';
import {da} from '../strings/da-tools.ts';
import type {ViewContext} from './view-context.ts';

/** Renders a choice of companies or authorities: options are CVR numbers with names. */
export type RenderChoice = (
  label: string,
  all: string,
  options: Iterable<readonly [string, string]>,
  name: 'cvr' | 'afsenderCvr',
) => unknown;

/** Renders the choices of the filter. */
export function renderFilterChoices(context: ViewContext, senders: ReadonlyMap<string, string> | undefined) {
  const {model, several} = context;
  const strings = mergeTexts(da, context.strings);
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
    ${several?.renderCompanyFilter(context, renderChoice)}
    ${renderChoice(strings.authority, strings.allAuthorities, senders ?? [], 'afsenderCvr')}
    ${renderCheck(strings.unreadOnly, 'unreadOnly')} ${renderCheck(strings.withHidden, 'includeHidden')}
  `;
}
