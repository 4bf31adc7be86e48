import {html} from 'lit';

import {chevronEnd, chevronStart} from '../../shared/icons.ts';
import {firstDate, type IsoDate, isDate, lastDate} from '../model/dates.ts';
import type {Formats} from '../strings/formats.ts';
import type {CalendarStrings} from '../strings/strings.ts';

/** How the deadlines are shown. */
export type View = 'month' | 'list';

export interface ToolbarModel {
  readonly date: IsoDate;
  readonly view: View;
  /** Level of the heading, which names the month. */
  readonly level: number;
  readonly strings: CalendarStrings;
  readonly formats: Formats;
}

export interface ToolbarActions {
  /** Goes this many months forward, or back. */
  move(months: number): void;
  goToToday(): void;
  goTo(date: IsoDate): void;
  show(view: View): void;
  subscribe(): void;
}

/** The name of the month, the ways to other ones, and the choice of view. */
export function renderToolbar({date, view, level, strings, formats}: ToolbarModel, actions: ToolbarActions) {
  const choose = (event: Event) => {
    const {value} = event.target as HTMLInputElement;
    // While a year is being typed, years of long ago come by.
    if (isDate(value)) actions.goTo(value);
  };
  const choice = (name: View, text: string) => html`
    <button type="button" aria-pressed=${view === name ? 'true' : 'false'} @click=${() => actions.show(name)}>
      ${text}
    </button>
  `;
  return html`
    <div class="toolbar" part="toolbar">
      <div class="months">
        <button
          class="icon-button"
          type="button"
          aria-label=${strings.previousMonth}
          @click=${() => actions.move(-1)}
        >
          ${chevronStart}
        </button>
        <button
          class="icon-button"
          type="button"
          aria-label=${strings.nextMonth}
          @click=${() => actions.move(1)}
        >
          ${chevronEnd}
        </button>
        <div id="title" class="title" part="heading" role="heading" aria-level=${level} tabindex="-1">
          ${formats.month(date)}
        </div>
      </div>
      <div class="ways">
        <button class="button" type="button" @click=${() => actions.goToToday()}>${strings.today}</button>
        <input
          type="date"
          class="field"
          aria-label=${strings.goToDate}
          min=${firstDate}
          max=${lastDate}
          .value=${date}
          @change=${choose}
        />
        <div class="choice" role="group" aria-label=${strings.view}>
          ${choice('month', strings.monthView)} ${choice('list', strings.listView)}
        </div>
        <button class="button" type="button" @click=${() => actions.subscribe()}>
          ${strings.subscribeShort}
        </button>
      </div>
    </div>
  `;
}
