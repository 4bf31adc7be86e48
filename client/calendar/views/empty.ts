import {html, nothing} from 'lit';

import {noFilter} from '../model/selection.ts';
import type {ViewContext} from './view-context.ts';

/** Renders that a month has no deadlines, or none that match the filter. */
export function renderEmpty({model, strings}: ViewContext) {
  const isFiltered = model.selection?.isFiltered;
  return html`
    <div class="empty" part="empty">
      <p>${isFiltered ? strings.noneMatch : strings.none}</p>
      ${
        isFiltered
          ? html`
              <button class="button" type="button" @click=${() => model.setFilter(noFilter)}>
                ${strings.clearFilter}
              </button>
            `
          : nothing
      }
    </div>
  `;
}
