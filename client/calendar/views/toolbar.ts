import {html, nothing} from 'lit';

import {chevronDown, chevronEnd, chevronStart, icon} from '../../shared/icons.ts';
import {firstDate, lastDate} from '../../frist/model/dates.ts';
import type {View} from '../model/navigation.ts';
import {countFilters, periodName, summarise} from './summary.ts';
import type {ViewContext} from './view-context.ts';

const calendarIcon = icon('M2 4h12v10H2zM2 7h12M5 2v3m6-3v3M8 8.5v4M6 10.5h4');

/**
 * Renders the name of the period, the navigation of a month or year, the numbers of deadlines, the choice of view, and the button of the filter.
 * The `part` names are public.
 */
export function renderToolbar(context: ViewContext) {
  const {model, strings} = context;
  const {isTodayShown, shownView, today} = model.navigation;
  const isYear = shownView === 'year';
  // A list continues at both ends.
  const iconButton = (label: string, shape: unknown, periods: number) =>
    shownView === 'list'
      ? nothing
      : html`<button
          class="icon-button"
          type="button"
          aria-label=${label}
          @click=${() => model.move(periods)}
        >
          ${shape}
        </button>`;
  const choice = (view: View, text: string) => html`
    <button
      type="button"
      aria-pressed=${shownView === view ? 'true' : 'false'}
      @click=${() => model.chooseView(view)}
    >
      ${text}
    </button>
  `;
  return html`
    <div class="toolbar" part="toolbar">
      <div class="months">
        ${iconButton(isYear ? strings.previousYear : strings.previousMonth, chevronStart, -1)}
        ${renderTitle(context)} ${iconButton(isYear ? strings.nextYear : strings.nextMonth, chevronEnd, 1)}
        <button
          class="button quiet today"
          part="button"
          type="button"
          aria-disabled=${isTodayShown ? 'true' : 'false'}
          @click=${() => isTodayShown || model.goTo(today)}
        >
          ${strings.today}
        </button>
      </div>
      <p class="summary" part="summary">${summarise(context)}</p>
      <div class="navigation">
        <div class="choice" part="choice" role="group" aria-label=${strings.view}>
          ${choice('list', strings.listView)} ${choice('month', strings.monthView)}
          ${choice('year', strings.yearView)}
        </div>
        <button
          class="button quiet"
          part="button"
          type="button"
          aria-expanded=${model.isFilterOpen ? 'true' : 'false'}
          aria-controls="filter"
          @click=${() => model.toggleFilter()}
        >
          ${strings.filter(countFilters(model.filter))} ${chevronDown}
        </button>
        <button
          class="button subscribe"
          part="button"
          type="button"
          aria-label=${strings.subscribe}
          @click=${() => model.dialog.openSubscription()}
        >
          ${calendarIcon} <span>${strings.subscribe}</span><span>${strings.subscribeShort}</span>
        </button>
      </div>
    </div>
  `;
}

/** Renders the name of the visible period: a button that opens the browser's date picker. */
function renderTitle(context: ViewContext) {
  const {model, level, strings} = context;
  const name = periodName(context);
  return html`
    <div class="title-box">
      <div
        id="title"
        class="title ${model.navigation.shownView === 'month' ? 'capital' : ''}"
        part="heading month-title"
        role="heading"
        aria-level=${level}
        tabindex="-1"
      >
        <button class="title-button" type="button" title=${strings.goToDate} @click=${openPicker}>
          <span>${name}</span> ${chevronDown}
        </button>
      </div>
      <input
        type="date"
        class="field picker"
        part="field"
        tabindex="-1"
        aria-label=${strings.goToDate}
        min=${firstDate}
        max=${lastDate}
        .value=${model.navigation.day}
        @change=${(event: Event) => model.goTo((event.target as HTMLInputElement).value)}
      />
    </div>
  `;
}

/** Opens the date picker. Focuses the field instead, which makes it visible, if the browser has no picker or refuses it in a frame. */
function openPicker({currentTarget}: Event): void {
  const field = (currentTarget as Element).closest('.title-box')?.querySelector('input');
  try {
    field?.showPicker();
  } catch {
    field?.focus();
  }
}
