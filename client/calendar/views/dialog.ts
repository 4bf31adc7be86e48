import {html, nothing} from 'lit';

import {chevronStart, cross} from '../../shared/icons.ts';
import {type Notice, renderNotice} from '../../shared/notice.ts';
import type {Company} from '../model/calendar-model.ts';
import type {IsoDate} from '../model/dates.ts';
import type {Frist, Mark} from '../model/frist.ts';
import type {Selection} from '../model/selection.ts';
import type {Formats} from '../strings/formats.ts';
import type {CalendarStrings} from '../strings/strings.ts';
import {renderEntries} from './entries.ts';
import type {Markup} from './markup.ts';
import {renderSubscription} from './subscription.ts';

/** What the dialog shows. */
export type Opened =
  | {readonly kind: 'day'; readonly date: IsoDate}
  | {readonly kind: 'frist'; readonly fristId: number; readonly from: IsoDate | undefined}
  | {readonly kind: 'subscription'};

export interface DialogModel {
  readonly opened: Opened | undefined;
  /** Those that the filter lets through. */
  readonly selection: Selection | undefined;
  readonly company: Company | undefined;
  readonly markup: Markup;
  readonly notice: Notice | undefined;
  /** Level of the heading. */
  readonly level: number;
  readonly strings: CalendarStrings;
  readonly formats: Formats;
}

export interface DialogActions {
  mark(frist: Frist, mark: Mark): void;
  back(day: IsoDate): void;
  /** To be called when the dialog is to close. */
  close(): void;
  /** To be called when it has closed. */
  closed(): void;
}

/** The one dialog: a day's deadlines, a deadline's details, or the address for calendar programs. */
export function renderDialog(model: DialogModel, actions: DialogActions) {
  const {opened, strings} = model;
  const from = opened?.kind === 'frist' ? opened.from : undefined;
  return html`
    <dialog part="dialog" .closedBy=${'any'} aria-labelledby="dialog-title" @close=${() => actions.closed()}>
      <div class="dialog-head">
        ${
          from === undefined
            ? nothing
            : html`
                <button
                  class="icon-button"
                  type="button"
                  aria-label=${strings.back}
                  @click=${() => actions.back(from)}
                >
                  ${chevronStart}
                </button>
              `
        }
        <div id="dialog-title" class="dialog-title" role="heading" aria-level=${model.level} tabindex="-1">
          ${titleOf(model)}
        </div>
        <button class="icon-button" type="button" aria-label=${strings.close} @click=${() => actions.close()}>
          ${cross}
        </button>
      </div>
      <div class="dialog-body">${renderBody(model, actions)}</div>
      ${renderNotice(opened && model.notice, strings)}
    </dialog>
  `;
}

function titleOf({opened, company, strings, formats}: DialogModel) {
  switch (opened?.kind) {
    case 'day':
      return strings.deadlinesOn(formats.day(opened.date));
    case 'frist':
      return company?.frister.get(opened.fristId)?.overskrift;
    case 'subscription':
      return strings.subscribe;
    case undefined:
      return nothing;
  }
}

function renderBody(model: DialogModel, actions: DialogActions) {
  const {opened, selection, company, strings, formats} = model;
  switch (opened?.kind) {
    case 'day': {
      const frister = selection?.byDate.get(opened.date);
      if (frister) return renderEntries(frister, strings);
      return html`<p>${strings.noneOnDay(formats.day(opened.date))}</p>`;
    }
    case 'frist': {
      const frist = company?.frister.get(opened.fristId);
      return frist && renderDetails(frist, model, actions);
    }
    case 'subscription':
      return company && renderSubscription(company.subscription, strings);
    case undefined:
      return nothing;
  }
}

function renderDetails(frist: Frist, {markup, strings, formats}: DialogModel, actions: DialogActions) {
  const {fristDato, afsenderNavn, beskrivelse, isLaest, isSlettet} = frist;
  return html`
    <p class="when"><time datetime=${fristDato}>${formats.day(fristDato)}</time></p>
    <p class="hint">${strings.sender}: ${afsenderNavn}</p>
    ${markup.of(beskrivelse)}
    <div class="actions">
      <button class="button" type="button" @click=${() => actions.mark(frist, {isLaest: !isLaest})}>
        ${isLaest ? strings.markUnread : strings.markRead}
      </button>
      <button class="button" type="button" @click=${() => actions.mark(frist, {isSlettet: !isSlettet})}>
        ${isSlettet ? strings.restore : strings.hide}
      </button>
    </div>
  `;
}
