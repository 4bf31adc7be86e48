import {html, nothing} from 'lit';

import {cross} from '../../shared/icons.ts';
import {renderNotice} from '../../shared/notice.ts';
import type {Opened} from '../model/dialog.ts';
import {dialogNotice} from './calendar-notice.ts';
import {chevronStart} from './chevrons.ts';
import {renderDeadline, renderDeadlineFailure} from './dialog-deadline.ts';
import {renderEntries} from './entries.ts';
import type {Markup} from './markup.ts';
import {renderSubscription} from './subscription.ts';
import {renderSubscriptions} from './subscriptions.ts';
import type {ViewContext} from './view-context.ts';

/** Renders the content of the dialog: a day's deadlines, a deadline's details, or the feed for calendar apps. */
export function renderDialog(opened: Opened, context: ViewContext, markup: Markup) {
  const {model, events, level, strings} = context;
  const {title, body} = contentOf(opened, context, markup);
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
      <div id="dialog-title" class="dialog-title" role="heading" aria-level=${level} tabindex="-1">
        ${title}
      </div>
      <button
        class="icon-button"
        type="button"
        aria-label=${strings.close}
        @click=${() => model.dialog.close()}
      >
        ${cross}
      </button>
    </div>
    <div class="dialog-body" @click=${events.onClick} @keydown=${events.onKeydown}>${body}</div>
    ${renderNotice(dialogNotice(context), strings)}
  `;
}

function contentOf(opened: Opened, context: ViewContext, markup: Markup) {
  const {model, strings, formats} = context;
  switch (opened.kind) {
    case 'day': {
      const day = formats.day(opened.date);
      const frister = model.selection?.byDate.get(opened.date);
      const body = frister ? renderEntries(frister, context) : html`<p>${strings.noneOnDay(day)}</p>`;
      return {title: strings.deadlinesOn(day), body};
    }
    case 'frist': {
      const {failure} = opened;
      if (failure) return {title: strings.deadlineFailed, body: renderDeadlineFailure(failure, context)};
      const frist = model.companies?.deadlines.get(opened.frist);
      return {title: frist?.overskrift, body: frist && renderDeadline(frist, context, markup)};
    }
    case 'subscription': {
      const {cvr} = opened;
      const subscription = cvr === undefined ? undefined : model.companies?.subscription(cvr);
      const body = subscription ? renderSubscription(subscription, context) : renderSubscriptions(context);
      return {title: strings.subscribe, body};
    }
  }
}
