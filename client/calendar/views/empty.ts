import {html, nothing} from 'lit';

import {noFilter} from '../model/selection.ts';
import {renderButton} from './button.ts';
import type {ViewContext} from './view-context.ts';

/** Renders that there are no deadlines, or none that match the filter. */
export function renderEmpty(context: ViewContext) {
  const {model, strings} = context;
  const isFiltered = model.selection?.isFiltered;
  return html`
    <div class="empty" part="empty">
      <p>${isFiltered ? strings.noneMatch : renderNone(context)}</p>
      ${isFiltered ? renderButton(strings.clearFilter, () => model.setFilter(noFilter)) : nothing}
    </div>
  `;
}

/**
 * Renders that there are no deadlines, and the closest one. In a month or a year, a button navigates to it: both fit in a line of 320
 * pixels, so that nothing moves when it is found. A list has its own buttons.
 */
export function renderNone({model, strings, formats}: ViewContext) {
  const {agenda, nearest} = model;
  const from = agenda?.period?.from;
  const {direction, date} = nearest ?? {direction: 'later', date: ''};
  const goTo = () =>
    html`<button class="link" type="button" @click=${() => model.goTo(date)}>
      ${strings.goToMonth(formats.month(date))}
    </button>`;
  return html`<span class="none"
    >${from ? strings.noneFrom(formats.date(from)) : strings.none}${date && html` ${from ? strings.nearest(direction, formats.date(date)) : goTo()}`}</span
  >`;
}
