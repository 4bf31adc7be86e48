import {html} from 'lit';

import type {IsoDate} from '../model/dates.ts';
import {dueIn} from '../model/due.ts';
import type {CalendarStrings} from '../strings/da.ts';
import {capitalise} from '../strings/formats.ts';

/** Renders the time until a date, in words, as a tag. It has a warning colour for the next seven days. */
export function renderDue(date: IsoDate, today: IsoDate, strings: Pick<CalendarStrings, 'due'>) {
  const {unit, count, isSoon} = dueIn(date, today);
  return html`<span class="tag due ${isSoon ? 'soon' : ''}" part="tag"
    >${capitalise(strings.due(unit, count))}</span
  >`;
}
