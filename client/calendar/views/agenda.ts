import {html, nothing} from 'lit';

import {renderButton} from '../../shared/templates.ts';
import {
  endOfWeek,
  firstDate,
  type IsoDate,
  type IsoMonth,
  lastDate,
  monthOf,
  periodOf,
  startOfWeek,
  weekNumber,
} from '../../frist/model/dates.ts';
import {type Deadline, type DeadlinesByDate, groupBy} from '../../frist/model/frist.ts';
import {capitalise} from '../../texts/formats.ts';
import {renderWaiting} from '../../frist/views/entry.ts';
import {agendaStyles} from './agenda.styles.ts';
import type {CalendarView, ViewContext} from './view.ts';
import type {Direction} from '../model/agenda.ts';
import {renderNone, renderRows, weekTitle} from './templates.ts';

// The list of deadlines, a view of `<tavle-calendar>` in the table of `views.ts`. Here you can change what the list
// looks like; `model/agenda.ts` loads it. Keep the `part` names, which portals style, and the headings, which screen
// readers list.

/** The number of deadlines that fill a screen. Only days below these defer their layout, which would move visible days. */
const maxInSight = 24;

export const agendaView: CalendarView = {
  name: 'list',
  step: 1,
  start: monthOf,
  styles: agendaStyles,
  texts: strings => ({label: strings.listView}),
  title: context => {
    const {model, strings, formats} = context;
    return (
      weekTitle(context) ?? strings.since(formats.date(model.agenda?.from ?? model.navigation.listStart))
    );
  },
  render: renderAgenda,
};

/** The number of rows while a list is loading. */
const maxWaiting = 8;

type Day = readonly [IsoDate, readonly Deadline[]];

interface ListContext extends ViewContext {
  /** The days whose layout is deferred. */
  readonly farDays: ReadonlySet<IsoDate>;
}

/**
 * Renders deadlines as headings and lists, by month and week, with buttons that add earlier and later ones. The classes are those of
 * `agenda.styles.ts`: `far` defers the layout. The `part` names are public.
 */
function renderAgenda(context: ViewContext) {
  const {events} = context;
  const {agenda, selection, state} = context.model;
  const isWaiting = agenda?.isLoaded === false && state.status !== 'stale';
  if (!selection || (!selection.count && isWaiting)) return renderWaiting(maxWaiting);
  const period = agenda?.period;
  const months = groupBy(selection.listed, ([day]) => monthOf(day));
  const list = {...context, farDays: daysBelow(maxInSight, selection.listed)};
  const earlier = period && period.from > firstDate ? renderExtend('earlier', context) : nothing;
  return html`
    ${months.size ? nothing : earlier}
    <div class="agenda" part="list" @click=${events.onClick} @keydown=${events.onKeydown}>
      ${[...months].map(([month, days], place) => renderMonth(month, days, place ? nothing : earlier, list))}
    </div>
    ${selection.count || agenda?.isLoaded === false ? nothing : html`<p class="empty" part="empty">${renderNone(context)}</p>`}
    ${period && period.to < lastDate ? renderExtend('later', context) : nothing}
  `;
}

function renderExtend(direction: Direction, {model, events, strings}: ViewContext) {
  const isBusy = model.agenda?.extending === direction;
  const text = isBusy ? strings.loading : strings[direction];
  return html`<p class="extend">
    ${renderButton(text, () => events.extend(direction), {kind: 'quiet', isDisabled: isBusy})}
  </p>`;
}

function renderMonth(month: IsoMonth, days: readonly Day[], earlier: unknown, context: ListContext) {
  const {level, formats} = context;
  const weeks = groupBy(days, ([day]) => startOfWeek(day));
  return html`
    <section>
      <div class="month-row">
        <div class="month-heading" role="heading" aria-level=${level + 1}>
          ${capitalise(formats.month(periodOf(month).from))}
        </div>
        ${earlier}
      </div>
      ${[...weeks].map(([monday, days]) => renderWeek(month, monday, days, context))}
    </section>
  `;
}

/** Renders the deadlines of a week that are in the month; with a heading if there are several. */
function renderWeek(month: IsoMonth, monday: IsoDate, days: readonly Day[], context: ListContext) {
  const {strings, formats, farDays} = context;
  const {from, to} = periodOf(month);
  const sunday = endOfWeek(monday);
  const range = formats.range(monday < from ? from : monday, sunday > to ? to : sunday);
  const frister = days.flatMap(([, each]) => each);
  const isFar = days.every(([day]) => farDays.has(day));
  const heading = html`<p class="week-heading">
    ${strings.weekNumber(weekNumber(monday))} <span class="week-range">${range}</span>
  </p>`;
  return html`
    <div class="agenda-week ${isFar ? 'far' : ''}">
      ${frister.length > 1 ? heading : nothing} ${renderRows(frister, context)}
    </div>
  `;
}

/** Returns the days that have at least `count` deadlines before them. */
function daysBelow(count: number, frister: DeadlinesByDate): ReadonlySet<IsoDate> {
  const below = new Set<IsoDate>();
  let before = 0;
  for (const [day, {length}] of frister) {
    if (before >= count) below.add(day);
    before += length;
  }
  return below;
}
