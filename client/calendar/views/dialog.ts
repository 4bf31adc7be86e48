import {html, nothing} from 'lit';

import {chevronStart} from '../../shared/icons.ts';
import {renderNotice} from '../../shared/notice.ts';
import type {DialogState} from '../model/dialog.ts';
import {dialogNotice} from './calendar-notice.ts';
import {renderDeadline, renderDeadlineFailure} from './dialog-deadline.ts';
import {renderEntries} from './entries.ts';
import {renderSubscription} from './subscription.ts';
import {renderSubscriptions} from './subscriptions.ts';
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
      <button class="button quiet" part="button" type="button" @click=${() => model.dialog.close()}>
        ${strings.close}
      </button>
    </div>
    <div class="dialog-body" @click=${events.onClick} @keydown=${events.onKeydown}>${body}</div>
    ${renderNotice(dialogNotice(context), strings)}
  `;
}

function contentOf(opened: DialogState, context: ViewContext) {
  const {model, strings, formats} = context;
  if (opened.kind === 'day') {
    const day = formats.day(opened.date);
    const frister = model.selection?.byDate.get(opened.date);
    const body = frister ? renderEntries(frister, context) : html`<p>${strings.noneOnDay(day)}</p>`;
    return {title: strings.deadlinesOn(day), body};
  }
  return {title: titleOf(opened, context), body: bodyOf(opened, context)};
}

function bodyOf(opened: Exclude<DialogState, {kind: 'day'}>, context: ViewContext) {
  const {companies} = context.model;
  if (opened.kind === 'subscription') {
    if (opened.cvr === undefined) return renderSubscriptions(context);
    const subscription = companies?.subscriptions.get(opened.cvr);
    return subscription ? renderSubscription(subscription, context) : nothing;
  }
  if (opened.failure) return renderDeadlineFailure(opened.failure, context);
  const frist = companies?.deadlines.get(opened.frist);
  return frist ? renderDeadline(frist, context) : nothing;
}

function titleOf(opened: Exclude<DialogState, {kind: 'day'}>, {model, strings}: ViewContext) {
  if (opened.kind === 'subscription') return strings.subscribe;
  return opened.failure ? strings.deadlineFailed : model.companies?.deadlines.get(opened.frist)?.overskrift;
}
