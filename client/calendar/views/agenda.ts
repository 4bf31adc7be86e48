import {html, nothing} from 'lit';

import {endOfWeek, type IsoDate, startOfWeek, weekNumber} from '../model/dates.ts';
import type {Frist, FristerByDate} from '../model/frist.ts';
import {groupBy} from '../model/selection.ts';
import {renderEmpty} from './empty.ts';
import {renderEntries} from './entries.ts';
import type {ViewContext} from './view-context.ts';

/** The number of deadlines that fill a screen. Days below them get their layout when they come into sight: it would move days in sight. */
const maxInSight = 24;

/** Renders a month's deadlines as headings and lists, week by week. */
export function renderAgenda(context: ViewContext) {
  const {model, events} = context;
  const {selection} = model;
  if (!selection) return renderSkeletons();
  const weeks = groupBy(selection.ofMonth, ([day]) => startOfWeek(day));
  const farDays = daysBelow(maxInSight, selection.ofMonth);
  return html`
    <div class="agenda" part="list" @click=${events.onClick} @keydown=${events.onKeydown}>
      ${[...weeks].map(([monday, days]) => renderWeek(monday, days, farDays, context))}
    </div>
    ${selection.count ? nothing : renderEmpty(context)}
  `;
}

function renderWeek(
  monday: IsoDate,
  days: readonly [IsoDate, readonly Frist[]][],
  farDays: ReadonlySet<IsoDate>,
  context: ViewContext,
) {
  const {level, strings, formats} = context;
  return html`
    <section class="agenda-week">
      <div class="week-heading" role="heading" aria-level=${level + 1}>
        ${strings.weekNumber(weekNumber(monday))}
        <span class="week-range">${formats.range(monday, endOfWeek(monday))}</span>
      </div>
      ${days.map(([day, frister]) => renderDay(day, frister, farDays.has(day), context))}
    </section>
  `;
}

function renderDay(
  day: IsoDate,
  frister: readonly Frist[],
  isFar: boolean,
  {model: {today}, level, strings, formats}: ViewContext,
) {
  return html`
    <div class="agenda-day ${day < today ? 'past' : ''} ${isFar ? 'far' : ''}">
      <div class="day-heading" role="heading" aria-level=${level + 2}>
        <time datetime=${day} aria-current=${day === today ? 'date' : nothing}
          >${formats.dayOfYear(day)}</time
        >
        ${day === today ? html`<span class="tag" part="tag">${strings.today}</span>` : nothing}
      </div>
      ${renderEntries(frister, strings)}
    </div>
  `;
}

function renderSkeletons() {
  return html`
    <div class="skeletons" aria-hidden="true">
      ${Array.from({length: 4}, () => html`<div class="skeleton"></div>`)}
    </div>
  `;
}

/** Returns the days that have at least `count` deadlines before them. */
function daysBelow(count: number, frister: FristerByDate): ReadonlySet<IsoDate> {
  const below = new Set<IsoDate>();
  let before = 0;
  for (const [day, {length}] of frister) {
    if (before >= count) below.add(day);
    before += length;
  }
  return below;
}
