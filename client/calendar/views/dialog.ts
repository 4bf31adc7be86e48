import {html, nothing} from 'lit';

import {chevronStart} from '../../shared/icons.ts';
import {renderNotice} from '../../shared/notice.ts';
import type {DialogState} from '../model/dialog.ts';
import {dialogNotice} from './calendar-notice.ts';
import {renderDeadline, renderDeadlineFailure} from './dialog-deadline.ts';
import {renderEntries} from './entries.ts';
import {renderSubscription, renderSubscriptions} from './subscription.ts';
import {renderButton} from './button.ts';
import type {ViewContext} from './view-context.ts';

/** Renders the content of the dialog: a day's deadlines, a deadline's details, or the feed for calendar apps. */
export function renderDialog(opened: DialogState, context: ViewContext) {
  const {model, events, level, strings} = context;
  const {title, body} = contentOf(opened, context);
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
      ${renderButton(strings.close, () => model.dialog.close(), {kind: 'quiet'})}
    </div>
    <div class="dialog-body" @click=${events.onClick} @keydown=${events.onKeydown}>${body}</div>
    ${renderNotice(dialogNotice(context), strings)}
  `;
}

function contentOf(opened: DialogState, context: ViewContext) {
  const {model, strings, formats} = context;
  const {companies, selection} = model;
  if (opened.kind === 'day') {
    const day = formats.day(opened.date);
    const frister = selection?.byDate.get(opened.date);
    const body = frister ? renderEntries(frister, context) : html`<p>${strings.noneOnDay(day)}</p>`;
    return {title: strings.deadlinesOn(day), body};
  }
  if (opened.kind === 'subscription') {
    const subscription = companies?.subscriptions.get(opened.cvr ?? '');
    const body = subscription ? renderSubscription(subscription, context) : renderSubscriptions(context);
    return {title: strings.subscribe, body};
  }
  const {failure} = opened;
  if (failure) return {title: strings.deadlineFailed, body: renderDeadlineFailure(failure, context)};
  const frist = companies?.deadlines.get(opened.frist);
  return {title: frist?.overskrift, body: frist && renderDeadline(frist, context)};
}
