// The year, a view of `<tavle-calendar>` in the table of `views.ts`. Here you can change what a month or a day shows.
// Keep `data-month` and `data-date`, which `event-delegation.ts` reads. Names of parts are public.

import {html, nothing} from 'lit';

import {
  firstOfMonth,
  type IsoDate,
  type IsoMonth,
  monthOf,
  monthsFrom,
  weekday,
  weeksOf,
  yearPeriod,
  yearStart,
} from '../../frist/model/dates.ts';
import type {Deadline} from '../../frist/model/frist.ts';
import type {CalendarView, ViewContext} from './view.ts';
import {yearStyles} from './year.styles.ts';
import {countUnread} from '../model/selection.ts';

/** The maximum number of dots on a day, one for each deadline. */
const maxDots = 3;

export const yearView: CalendarView = {
  name: 'year',
  step: 12,
  start: yearStart,
  period: start => ({shown: yearPeriod(start), listed: yearPeriod(start)}),
  styles: yearStyles,
  texts: strings => ({label: strings.yearView, back: strings.previousYear, forward: strings.nextYear}),
  title: ({model}) => {
    const {from, to} = yearPeriod(model.navigation.start);
    return [...new Set([from, to].map(date => date.slice(0, 4)))].join(' – ');
  },
  render: renderYear,
};

/**
 * Renders a year as twelve small months with the numbers of their deadlines. The current year begins with the current month. Each month is a button: one is in the Tab order, keys reach the
 * others. A click on a day selects it in the month view.
 */
function renderYear(context: ViewContext) {
  const {model, events, strings} = context;
  return html`
    <p id="keyboard-help" class="spoken">${strings.yearKeyboardHelp}</p>
    <p class="legend" aria-hidden="true">
      <span class="dot unread"></span> ${strings.isUnread} <span class="dot"></span> ${strings.isRead}
    </p>
    <div
      class="year"
      part="year"
      role="group"
      aria-labelledby="title"
      aria-describedby="keyboard-help"
      aria-busy=${model.selection ? 'false' : 'true'}
      @click=${events.onClick}
      @keydown=${events.onKeydown}
    >
      ${monthsFrom(model.navigation.start).map(month => renderMonth(month, context))}
    </div>
  `;
}

function renderMonth(month: IsoMonth, context: ViewContext) {
  const {model, strings, formats} = context;
  const first = firstOfMonth(month);
  const days = weeksOf(month)
    .flat()
    .filter(day => monthOf(day) === month);
  const frister = days.flatMap(day => model.selection?.byDate.get(day) ?? []);
  const deadlines = strings.deadlines(frister.length);
  return html`
    <button
      type="button"
      class="year-month"
      part="year-month"
      data-month=${month}
      tabindex=${month === model.navigation.month ? 0 : -1}
      aria-current=${month === monthOf(model.navigation.today) ? 'date' : nothing}
    >
      <span class="spoken">
        ${strings.dayWith(formats.month(first), deadlines, strings.unread(countUnread(frister)))}
      </span>
      <span class="year-head" aria-hidden="true">
        <span class="year-name"
          >${month.endsWith('-01') || month === model.navigation.start ? formats.month(first) : formats.monthOfYear(first)}</span
        >
        <span class="year-count">${frister.length ? deadlines : nothing}</span>
      </span>
      <span class="year-days" aria-hidden="true"
        >${formats.weekdays.map(({short}) => html`<span class="year-weekday">${short.charAt(0)}</span>`)}${Array.from({length: weekday(first)}, () => html`<span></span>`)}${days.map(day => renderDay(day, context))}</span
      >
    </button>
  `;
}

function renderDay(day: IsoDate, {model, strings}: ViewContext) {
  const frister = model.selection?.byDate.get(day);
  const classes = `${frister ? 'has-deadlines' : ''} ${day < model.navigation.today ? 'past' : ''} ${day === model.navigation.today ? 'is-today' : ''}`;
  return html`
    <span
      class="year-day ${classes}"
      data-date=${day}
      title=${frister ? strings.deadlines(frister.length) : nothing}
      >${Number(day.slice(-2))}
      ${frister && html`<span class="dots">${frister.slice(0, maxDots).map(renderDot)}</span>`}
    </span>
  `;
}

function renderDot({isLaest, isSlettet}: Deadline) {
  return html`<span class="dot ${isLaest ? '' : 'unread'} ${isSlettet ? 'is-hidden' : ''}"></span>`;
}
