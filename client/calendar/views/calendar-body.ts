import {html, nothing} from 'lit';

import type {IsoDate} from '../model/dates.ts';
import type {Selection} from '../model/selection.ts';
import type {Formats} from '../strings/formats.ts';
import type {CalendarStrings} from '../strings/strings.ts';
import {renderAgenda} from './agenda.ts';
import {renderMonth} from './month.ts';
import type {View} from './toolbar.ts';

export interface ShownModel {
  readonly date: IsoDate;
  readonly today: IsoDate;
  readonly view: View;
  /** `undefined` while the deadlines are being read. */
  readonly selection: Selection | undefined;
  /** Level of the heading above. */
  readonly level: number;
  readonly strings: CalendarStrings;
  readonly formats: Formats;
  readonly clearFilter: () => void;
}

/** The deadlines of a month, in either view. */
export function renderShown(model: ShownModel) {
  const {view, selection, level} = model;
  return html`
    ${
      view === 'month'
        ? renderMonth({...model, loading: !selection, frister: selection?.byDate ?? new Map()})
        : selection
          ? renderAgenda({...model, level: level + 1, frister: selection.ofMonth})
          : renderSkeletons()
    }
    ${hasRoomForEmpty(model) ? renderEmpty(model) : nothing}
  `;
}

/** A month stays there without deadlines: that there are none is said above it, where nothing has to move. */
function hasRoomForEmpty({view, selection}: ShownModel): boolean {
  return selection?.count === 0 && (view === 'list' || selection.isFiltered);
}

function renderEmpty({selection, strings, clearFilter}: ShownModel) {
  const isFiltered = selection?.isFiltered;
  return html`
    <div class="empty" part="empty">
      <p>${isFiltered ? strings.noneMatch : strings.none}</p>
      ${
        isFiltered
          ? html`<button class="button" type="button" @click=${clearFilter}>${strings.clearFilter}</button>`
          : nothing
      }
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
