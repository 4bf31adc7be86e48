import {html, nothing} from 'lit';

import {renderNotice} from '../../shared/notice.ts';
import type {DialogState} from '../model/dialog.ts';
import {dialogNotice} from './calendar-notice.ts';
import {chevronStart} from './chevrons.ts';
import type {DialogContent} from './dialog-content.ts';
import {renderEntries} from './entries.ts';
import type {ViewContext} from './view-context.ts';

/** Renders the content of the dialog: a day's deadlines, a deadline's details, or the feed for calendar apps. */
export function renderDialog(opened: DialogState, context: ViewContext, content: DialogContent) {
  const {model, events, level, strings} = context;
  const {title, body} = contentOf(opened, context, content);
  return html`
    <div class="dialog-head">
      ${
        model.dialog.previous
          ? html`
              <button
                class="icon-button"
                type="button"
                aria-label=${strings.back}
                @click=${() => model.dialog.back()}
              >
                ${chevronStart}
              </button>
            `
          : nothing
      }
      <div
        id="dialog-title"
        class="dialog-title"
        role="heading"
        aria-level=${level}
        tabindex="-1"
        lang=${opened.kind === 'frist' && !opened.failure ? 'da' : nothing}
      >
        ${title}
      </div>
      <button class="button quiet" part="button" type="button" @click=${() => model.dialog.close()}>
        ${strings.close}
      </button>
    </div>
    <div class="dialog-body" @click=${events.onClick} @keydown=${events.onKeydown}>${body}</div>
    ${renderNotice(dialogNotice(context), strings)}
  `;
}

function contentOf(opened: DialogState, context: ViewContext, content: DialogContent) {
  const {model, strings, formats} = context;
  if (opened.kind === 'day') {
    const day = formats.day(opened.date);
    const frister = model.selection?.byDate.get(opened.date);
    const body = frister ? renderEntries(frister, context) : html`<p>${strings.noneOnDay(day)}</p>`;
    return {title: strings.deadlinesOn(day), body};
  }
  return {title: titleOf(opened, context), body: content.render(opened, context)};
}

function titleOf(opened: Exclude<DialogState, {kind: 'day'}>, {model, strings}: ViewContext) {
  if (opened.kind === 'subscription') return strings.subscribe;
  return opened.failure ? strings.deadlineFailed : model.companies?.deadlines.get(opened.frist)?.overskrift;
}
