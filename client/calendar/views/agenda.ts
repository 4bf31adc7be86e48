import {html, nothing} from 'lit';

import {endOfWeek, type IsoDate, startOfWeek, weekNumber} from '../model/dates.ts';
import type {Frist, FristerByDate} from '../model/frist.ts';
import {groupBy} from '../model/group-by.ts';
import type {Formats} from '../strings/formats.ts';
import type {CalendarStrings} from '../strings/strings.ts';
import {classNames} from './class-names.ts';
import {renderEntries} from './entries.ts';

export interface AgendaModel {
  readonly today: IsoDate;
  /** Those of the month, day by day. */
  readonly frister: FristerByDate;
  /** Level of the headings of weeks; those of days are one below. */
  readonly level: number;
  readonly strings: CalendarStrings;
  readonly formats: Formats;
}

/** So many deadlines fill a screen. Days below it are laid out when they come into sight; one in sight would move then. */
const mostInSight = 24;

/** A month's deadlines as headings and lists, week by week. */
export function renderAgenda(model: AgendaModel) {
  const weeks = groupBy(model.frister, ([day]) => startOfWeek(day));
  const far = daysBelow(mostInSight, model.frister);
  return html`
    <div class="agenda" part="list">
      ${[...weeks].map(([monday, days]) => renderWeek(monday, days, far, model))}
    </div>
  `;
}

function renderWeek(
  monday: IsoDate,
  days: readonly [IsoDate, readonly Frist[]][],
  far: ReadonlySet<IsoDate>,
  {today, level, strings, formats}: AgendaModel,
) {
  return html`
    <section class="agenda-week">
      <div class="week-heading" role="heading" aria-level=${level}>
        ${strings.weekNumber(weekNumber(monday))}
        <span class="week-range">${formats.range(monday, endOfWeek(monday))}</span>
      </div>
      ${days.map(
        ([day, frister]) => html`
          <div class=${classNames('agenda-day', day < today && 'past', far.has(day) && 'far')}>
            <div class="day-heading" role="heading" aria-level=${level + 1}>
              <time datetime=${day} aria-current=${day === today ? 'date' : nothing}
                >${formats.dayOfYear(day)}</time
              >
              ${day === today ? html`<span class="tag">${strings.today}</span>` : nothing}
            </div>
            ${renderEntries(frister, strings)}
          </div>
        `,
      )}
    </section>
  `;
}

/** The days with at least so many deadlines before them. */
function daysBelow(count: number, frister: FristerByDate): ReadonlySet<IsoDate> {
  const below = new Set<IsoDate>();
  let before = 0;
  for (const [day, {length}] of frister) {
    if (before >= count) below.add(day);
    before += length;
  }
  return below;
}
