import {html, nothing} from 'lit';

import type {Frist} from '../model/frist.ts';
import type {CalendarStrings} from '../strings/da.ts';

/** Renders deadlines as a list of buttons that open them. */
export function renderEntries(frister: readonly Frist[], strings: CalendarStrings) {
  return html`
    <ul class="entries">
      ${frister.map(frist => renderEntry(frist, strings))}
    </ul>
  `;
}

function renderEntry(
  {fristId, overskrift, afsenderNavn, isLaest, isSlettet}: Frist,
  strings: CalendarStrings,
) {
  return html`
    <li>
      <button
        type="button"
        class="entry ${isLaest ? '' : 'unread'} ${isSlettet ? 'is-hidden' : ''}"
        part="entry"
        data-id=${fristId}
      >
        <span class="entry-title">${overskrift}</span>
        <span class="entry-details">
          ${afsenderNavn} ${isLaest ? nothing : html`<span class="tag" part="tag">${strings.isUnread}</span>`}
          ${isSlettet ? html`<span class="tag" part="tag">${strings.isHidden}</span>` : nothing}
        </span>
      </button>
    </li>
  `;
}
