import {html, nothing} from 'lit';

import {maxNext} from '../model/calendar-model.ts';
import {renderNextEntries} from './next-entries.ts';
import type {ViewContext} from './view-context.ts';

/** Renders the next deadlines, unless a list has them. */
export function renderNext({model, events, level, strings, formats}: ViewContext) {
  const {next, today, failure} = model;
  if (!model.needsNext || model.isPrinting || failure) return nothing;
  // A list of earlier months may have them.
  if (model.shownView === 'list' && !next?.length) return nothing;
  return html`
    <div class="next" part="next" @click=${events.onClick} @keydown=${events.onKeydown}>
      <div class="next-heading" role="heading" aria-level=${level}>${strings.next}</div>
      ${renderNextEntries(next, {today, strings, formats, max: maxNext})}
    </div>
  `;
}
