import {html} from 'lit';

import type {View} from '../model/calendar-model.ts';
import {firstDate, lastDate} from '../model/dates.ts';
import {chevronEnd, chevronStart} from './chevrons.ts';
import type {ViewContext} from './view-context.ts';

/** Renders the name of the month, the navigation to other months, and the choice of view. */
export function renderToolbar({model, level, strings, formats}: ViewContext) {
  const iconButton = (label: string, icon: unknown, months: number) => html`
    <button class="icon-button" type="button" aria-label=${label} @click=${() => model.move(months)}>
      ${icon}
    </button>
  `;
  const choice = (view: View, text: string) => html`
    <button
      type="button"
      aria-pressed=${model.shownView === view ? 'true' : 'false'}
      @click=${() => model.setView(view)}
    >
      ${text}
    </button>
  `;
  return html`
    <div class="toolbar" part="toolbar">
      <div class="months">
        ${iconButton(strings.previousMonth, chevronStart, -1)} ${iconButton(strings.nextMonth, chevronEnd, 1)}
        <div id="title" class="title" part="heading" role="heading" aria-level=${level} tabindex="-1">
          ${formats.month(model.day)}
        </div>
      </div>
      <div class="navigation">
        <button class="button" type="button" @click=${() => model.goTo(model.today)}>${strings.today}</button>
        <input
          type="date"
          class="field"
          aria-label=${strings.goToDate}
          min=${firstDate}
          max=${lastDate}
          .value=${model.day}
          @change=${(event: Event) => model.goTo((event.target as HTMLInputElement).value)}
        />
        <div class="choice" role="group" aria-label=${strings.view}>
          ${choice('month', strings.monthView)} ${choice('list', strings.listView)}
        </div>
        <button class="button" type="button" @click=${() => model.dialog.openSubscription()}>
          ${strings.subscribeShort}
        </button>
      </div>
    </div>
  `;
}
