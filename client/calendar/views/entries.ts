import {html, nothing} from 'lit';

import {classesOf, renderUnread, renderCompany} from '../../frist/views/entry.ts';
import type {Frist} from '../../frist/model/frist.ts';
import {companyOf, type ViewContext} from './view-context.ts';

/** Renders deadlines as a list of buttons that open them; `event-delegation.ts` reads their `data-` attributes. The `part` names are public. */
export function renderEntries(frister: readonly Frist[], context: ViewContext) {
  return html`
    <ul class="entries">
      ${frister.map(frist => renderEntry(frist, context))}
    </ul>
  `;
}

function renderEntry(frist: Frist, context: ViewContext) {
  const {strings} = context;
  const {today} = context.model.navigation;
  const {cvr, fristId, overskrift, afsenderNavn, isLaest, isSlettet} = frist;
  return html`
    <li>
      <button
        type="button"
        class="entry ${classesOf(frist, today)}"
        part="entry"
        data-id=${fristId}
        data-cvr=${cvr}
      >
        <span class="entry-title" lang="da">${overskrift}</span>
        <span class="entry-sender" lang="da">
          ${renderCompany(companyOf(frist, context))} ${afsenderNavn}
        </span>
        ${renderUnread(isLaest, strings)}
        ${isSlettet ? html`<span class="tag" part="tag">${strings.isHidden}</span>` : nothing}
      </button>
    </li>
  `;
}
