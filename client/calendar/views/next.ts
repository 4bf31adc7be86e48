import {html, nothing} from 'lit';

import {maxNext} from '../model/calendar-model.ts';
import {renderNextEntries} from '../../frist/views/next-entries.ts';
import {companyOf, type ViewContext} from './view-context.ts';

/** Renders the next deadlines, unless a list contains them. The `part` names are public. */
export function renderNext(context: ViewContext) {
  const {model, events, level, strings, formats} = context;
  const {next, state} = model;
  const {today, shownView, day} = model.navigation;
  if (!model.navigation.needsNext) return nothing;
  const isList = shownView === 'list';
  // An extended list may contain them all.
  if (isList && (next ? !next.length : day <= today)) return nothing;
  const max = isList && next ? next.length : maxNext;
  return html`
    <div class="next" part="next" @click=${events.onClick} @keydown=${events.onKeydown}>
      <div class="next-heading" role="heading" aria-level=${level}>${strings.next}</div>
      ${
        state.status === 'failed' && !next
          ? html`<p class="next-none">${strings.loadFailed}</p>`
          : renderNextEntries(next, {
              today,
              strings,
              formats,
              max,
              companyOf: frist => companyOf(frist, context),
            })
      }
    </div>
  `;
}
