import {html, nothing} from 'lit';

import {cross} from '../../shared/icons.ts';
import {type Notice, renderNotice} from '../../shared/notice.ts';
import type {Opened} from '../model/dialog.ts';
import type {Frist} from '../model/frist.ts';
import {chevronStart} from './chevrons.ts';
import {renderEntries} from './entries.ts';
import type {Markup} from './markup.ts';
import {renderSubscription} from './subscription.ts';
import type {ViewContext} from './view-context.ts';

/** Renders the content of the dialog: a day's deadlines, a deadline's details, or the feed for calendar apps. */
export function renderDialog(
  opened: Opened,
  context: ViewContext,
  markup: Markup,
  notice: Notice | undefined,
) {
  const {model, events, level, strings} = context;
  const {title, body} = contentOf(opened, context, markup);
  const from = opened.kind === 'frist' ? opened.from : undefined;
  return html`
    <div class="dialog-head">
      ${
        from === undefined
          ? nothing
          : html`
              <button
                class="icon-button"
                type="button"
                aria-label=${strings.back}
                @click=${() => model.dialog.back(from)}
              >
                ${chevronStart}
              </button>
            `
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
    ${renderNotice(notice, strings)}
  `;
}

function contentOf(opened: Opened, context: ViewContext, markup: Markup) {
  const {model, strings, formats} = context;
  switch (opened.kind) {
    case 'day': {
      const day = formats.day(opened.date);
      const frister = model.selection?.byDate.get(opened.date);
      const body = frister
        ? renderEntries(frister, model.today, strings)
        : html`<p>${strings.noneOnDay(day)}</p>`;
      return {title: strings.deadlinesOn(day), body};
    }
    case 'frist': {
      const frist = model.company?.deadlines.get(opened.fristId);
      return {title: frist?.overskrift, body: frist && renderDetails(frist, context, markup)};
    }
    case 'subscription': {
      const body = model.company && renderSubscription(model.company.subscription, strings);
      return {title: strings.subscribe, body};
    }
  }
}

function renderDetails(frist: Frist, {model, strings, formats}: ViewContext, markup: Markup) {
  const {fristDato, afsenderNavn, beskrivelse, isLaest, isSlettet} = frist;
  return html`
    <p class="when"><time datetime=${fristDato}>${formats.day(fristDato)}</time></p>
    <p class="hint">${strings.sender}: ${afsenderNavn}</p>
    ${markup.of(beskrivelse)}
    <div class="actions">
      <button class="button" type="button" @click=${() => model.mark(frist, {isLaest: !isLaest})}>
        ${isLaest ? strings.markUnread : strings.markRead}
      </button>
      <button class="button" type="button" @click=${() => model.mark(frist, {isSlettet: !isSlettet})}>
        ${isSlettet ? strings.restore : strings.hide}
      </button>
    </div>
  `;
}
