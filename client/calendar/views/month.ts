// The month, a view of `<tavle-calendar>` in the table of `views.ts`. Here you can change what a day shows. Keep the
// roles of a grid, and `data-date`, `data-id` and `data-cvr`, which `event-delegation.ts` reads. Names of parts are
// public.

import {html, nothing} from 'lit';

import {type IsoDate, monthOf, periodOf, weekNumber, weeksOf, weeksPeriod} from '../../frist/model/dates.ts';
import type {Deadline} from '../../frist/model/frist.ts';
import {renderRecipients, renderUnread} from '../../frist/views/entry.ts';
import {monthStyles} from './month.styles.ts';
import type {CalendarView, ViewContext} from './view.ts';
import {countUnread} from '../model/selection.ts';
import {recipientsOf, renderRows} from './templates.ts';

/** The maximum number of deadlines that a day shows, before the number of the others. */
const maxChips = 3;

/** The maximum for deadlines with a second line for the company. */
const maxCompanyChips = 2;

export const monthView: CalendarView = {
  name: 'month',
  step: 1,
  start: monthOf,
  period: month => ({shown: weeksPeriod(month), listed: periodOf(month)}),
  hasNeighbours: true,
  hasDayList: true,
  styles: monthStyles,
  texts: strings => ({label: strings.monthView, back: strings.previousMonth, forward: strings.nextMonth}),
  title: ({model, formats}) => formats.month(model.navigation.day),
  summary: (numbers, {model: {navigation}, strings, formats}) =>
    // The filter's week may cross a month.
    navigation.week ? numbers : strings.inMonth(formats.monthOfYear(navigation.day), numbers),
  render: renderMonth,
};

/** Renders a month as a grid (ARIA Authoring Practices): one day is in the Tab order, the others are reached by keys. The `part` names are public. */
function renderMonth(context: ViewContext) {
  const {model, events, strings, formats} = context;
  const isLoading = !model.selection;
  return html`
    <p id="keyboard-help" class="spoken">${strings.keyboardHelp}</p>
    <table
      role="grid"
      part="month"
      class="month ${isLoading ? 'waiting' : ''}"
      aria-labelledby="title"
      aria-describedby="keyboard-help"
      aria-busy=${isLoading ? 'true' : 'false'}
      @click=${events.onClick}
      @keydown=${events.onKeydown}
    >
      <thead>
        <tr>
          <th scope="col" class="week">${strings.week}</th>
          ${formats.weekdays.map(({long, short}) => html`<th scope="col" aria-label=${long}>${short}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${weeksOf(model.navigation.month).map(week => renderWeek(week, context))}
      </tbody>
    </table>
    ${model.navigation.hasDayList && !isLoading ? renderDayList(context) : nothing}
  `;
}

/** Renders the selected day's deadlines below a narrow month. */
function renderDayList(context: ViewContext) {
  const {model, events, level, strings, formats} = context;
  const frister = model.selection?.byDate.get(model.navigation.day);
  const day = formats.dayOfYear(model.navigation.day);
  return html`
    <div class="day-list" part="day-list" @click=${events.onClick} @keydown=${events.onKeydown}>
      <div id="day-title" role="heading" aria-level=${level + 1} tabindex="-1">
        ${frister ? strings.deadlinesOn(day) : strings.noneOnDay(day)}
      </div>
      ${frister && renderRows(frister, context, true)}
    </div>
  `;
}

function renderWeek(week: readonly IsoDate[], context: ViewContext) {
  const number = weekNumber(week[0] ?? '');
  return html`
    <tr>
      <th scope="row" class="week" aria-label=${context.strings.weekNumber(number)}>${number}</th>
      ${week.map(day => renderDay(day, context))}
    </tr>
  `;
}

function renderDay(day: IsoDate, context: ViewContext) {
  const {model, strings} = context;
  const {day: selected, isNarrow, today} = model.navigation;
  const frister = model.selection?.byDate.get(day) ?? [];
  const shown = frister.slice(0, model.companies?.areSeveral && !isNarrow ? maxCompanyChips : maxChips);
  const rest = frister.length - shown.length;
  const isSelected = day === selected;
  const isToday = day === today;
  return html`
    <td
      part="day"
      class="chips-${shown.length} ${monthOf(day) === monthOf(selected) ? '' : 'outside'} ${day < today ? 'past' : ''}"
      data-date=${day}
      tabindex=${isSelected ? 0 : -1}
      aria-selected=${isSelected ? 'true' : 'false'}
      aria-current=${isToday ? 'date' : nothing}
    >
      <span class="spoken">${nameOf(day, frister, context)}.</span>
      <div class="day-head">
        <span class="number" aria-hidden="true">${Number(day.slice(-2))}</span>
        ${isToday ? html`<span class="today-word">${strings.today}</span>` : nothing}
        ${rest ? html`<span class="more">${strings.more(rest)}</span>` : nothing}
      </div>
      ${shown.map(frist => renderChip(frist, context))}
    </td>
  `;
}

function renderChip(frist: Deadline, context: ViewContext) {
  const {cvr, fristId, overskrift, isLaest, isSlettet, isKlaret} = frist;
  const {isDone} = context.strings;
  const recipients = recipientsOf(frist, context);
  const classes = `chip ${recipients ? 'has-company' : ''} ${isLaest ? '' : 'unread'} ${isSlettet ? 'is-hidden' : ''} ${isKlaret ? 'done' : ''}`;
  const title = recipients ? `${overskrift} (${recipients.text})` : overskrift;
  return html`<span class=${classes} part="chip" title=${title} data-id=${fristId} data-cvr=${cvr}
    ><span class="chip-title" lang="da">${overskrift}</span
    >${renderRecipients(recipients)}${renderUnread(isLaest, context.strings)}${isKlaret ? html` <span class="spoken">${isDone}</span>` : nothing}</span
  >`;
}

function nameOf(day: IsoDate, frister: readonly Deadline[], {strings, formats}: ViewContext): string {
  const name = formats.day(day);
  if (!frister.length) return name;
  return strings.dayWith(name, strings.deadlines(frister.length), strings.unread(countUnread(frister)));
}
