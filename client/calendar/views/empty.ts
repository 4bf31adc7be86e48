import {html, nothing} from 'lit';

import {noFilter} from '../model/selection.ts';
import {periodName} from './period-name.ts';
import type {ViewContext} from './view-context.ts';

/** Renders that a month has no deadlines, or none that match the filter. */
export function renderEmpty(context: ViewContext) {
  const {model, strings} = context;
  const isFiltered = model.selection?.isFiltered;
  return html`
    <div class="empty" part="empty">
      <p>${isFiltered ? strings.noneMatch(periodName(context)) : strings.none}</p>
      ${
        isFiltered
          ? html`
              <button class="button" part="button" type="button" @click=${() => model.setFilter(noFilter)}>
                ${strings.clearFilter}
              </button>
            `
          : nothing
      }
    </div>
  `;
}
