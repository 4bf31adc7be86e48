import {html, nothing} from 'lit';

import type {IsoDate} from '../model/dates.ts';
import {noFilter} from '../model/selection.ts';
import {periodName} from './period-name.ts';
import type {ViewContext} from './view-context.ts';

/** Renders that there are no deadlines, or none that match the filter. */
export function renderEmpty(context: ViewContext) {
  const {model, strings} = context;
  if (!model.selection?.isFiltered) {
    return html`<div class="empty" part="empty"><p>${renderNone(context)}</p></div>`;
  }
  return html`
    <div class="empty" part="empty">
      <p>${strings.noneMatch}</p>
      <button class="button" part="button" type="button" @click=${() => model.setFilter(noFilter)}>
        ${strings.clearFilter}
      </button>
    </div>
  `;
}

/** Renders that there are no deadlines, and the closest one, with a button that navigates to its month. */
export function renderNone(context: ViewContext) {
  const {model, strings, formats} = context;
  const {agenda, listed, nearest} = model;
  const none =
    agenda && listed ? strings.noneFrom(formats.date(listed.from)) : strings.none(periodName(context));
  const text = nearest ? `${none} ${strings.nearest(nearest.direction, formats.date(nearest.date))}` : none;
  return html`<span class="none">${text} ${nearest && !agenda ? renderGoTo(nearest.date) : nothing}</span>`;

  // A list has its own button for earlier deadlines.
  function renderGoTo(date: IsoDate) {
    return html`
      <button class="link" type="button" @click=${() => model.goTo(date)}>
        ${strings.goToMonth(formats.month(date))}
      </button>
    `;
  }
}
