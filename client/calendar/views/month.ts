import {html, nothing} from 'lit';

import {type IsoDate, monthOf, weekNumber, weeksOf} from '../model/dates.ts';
import {countUnread, type Frist, type FristerByDate} from '../model/frist.ts';
import type {Formats} from '../strings/formats.ts';
import type {CalendarStrings} from '../strings/strings.ts';
import {classNames} from './class-names.ts';

/** How many deadlines a day shows; of the rest it tells the number. */
const mostChips = 3;

export interface MonthModel {
  /** The day that the Tab key reaches; its month is shown. */
  readonly date: IsoDate;
  readonly today: IsoDate;
  readonly frister: FristerByDate;
  readonly loading: boolean;
  readonly strings: CalendarStrings;
  readonly formats: Formats;
}

/** A month as a grid (ARIA Authoring Practices): one day of it is in the Tab order, the others are reached by keys. */
export function renderMonth(model: MonthModel) {
  const {strings, formats, loading} = model;
  return html`
    <table
      role="grid"
      part="month"
      class="month ${loading ? 'waiting' : ''}"
      aria-labelledby="title"
      aria-describedby="keyboard-help"
      aria-busy=${loading ? 'true' : 'false'}
    >
      <thead>
        <tr>
          <th scope="col" class="week">${strings.week}</th>
          ${formats.weekdays.map(({long, short}) => html`<th scope="col" aria-label=${long}>${short}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${weeksOf(monthOf(model.date)).map(week => renderWeek(week, model))}
      </tbody>
    </table>
    <p id="keyboard-help" hidden>${strings.keyboardHelp}</p>
  `;
}

function renderWeek(week: readonly IsoDate[], model: MonthModel) {
  const number = weekNumber(week[0] ?? '');
  return html`
    <tr>
      <th scope="row" class="week" aria-label=${model.strings.weekNumber(number)}>${number}</th>
      ${week.map(day => renderDay(day, model))}
    </tr>
  `;
}

function renderDay(day: IsoDate, model: MonthModel) {
  const {date, today, strings} = model;
  const frister = model.frister.get(day) ?? [];
  const shown = frister.slice(0, mostChips);
  const rest = frister.length - shown.length;
  const classes = classNames(monthOf(day) !== monthOf(date) && 'outside', day < today && 'past');
  return html`
    <td
      part="day"
      class=${classes}
      data-date=${day}
      tabindex=${day === date ? 0 : -1}
      aria-selected=${day === date ? 'true' : 'false'}
      aria-current=${day === today ? 'date' : nothing}
    >
      <span class="spoken">${nameOf(day, frister, model)}</span>
      <span class="number" aria-hidden="true">${Number(day.slice(-2))}</span>
      ${frister.length ? html`<span class="total" aria-hidden="true">${frister.length}</span>` : nothing}
      ${shown.map(renderChip)} ${rest ? html`<span class="more">${strings.more(rest)}</span>` : nothing}
    </td>
  `;
}

function renderChip({fristId, overskrift, isLaest, isSlettet}: Frist) {
  const classes = classNames('chip', !isLaest && 'unread', isSlettet && 'is-hidden');
  return html`<span class=${classes} part="chip" data-id=${fristId}>${overskrift}</span>`;
}

function nameOf(day: IsoDate, frister: readonly Frist[], {strings, formats}: MonthModel): string {
  const name = formats.day(day);
  if (!frister.length) return name;
  return strings.dayWith(name, strings.deadlines(frister.length), strings.unread(countUnread(frister)));
}
