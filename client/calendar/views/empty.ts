import {html} from 'lit';

import type {IsoDate} from '../../frist/model/dates.ts';
import {noFilter} from '../model/selection.ts';
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

/**
 * Renders that there are no deadlines, and the closest one. In a month or a year, a button navigates to it: both fit in a line of 320
 * pixels, so that nothing moves when it is found. A list has its own buttons.
 */
export function renderNone({model, strings, formats}: ViewContext) {
  const {agenda, listedPeriod, nearest} = model;
  const from = agenda && listedPeriod?.from;
  return html`<span class="none"
    >${from ? strings.noneFrom(formats.date(from)) : strings.none}${nearest && html` ${from ? strings.nearest(nearest.direction, formats.date(nearest.date)) : renderGoTo(nearest.date)}`}</span
  >`;

  function renderGoTo(date: IsoDate) {
    return html`<button class="link" type="button" @click=${() => model.goTo(date)}>
      ${strings.goToMonth(formats.month(date))}
    </button>`;
  }
}
