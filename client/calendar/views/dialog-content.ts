import {nothing, type ReactiveControllerHost} from 'lit';

import type {DialogState} from '../model/dialog.ts';
import {Download} from '../model/download.ts';
import {renderDeadline, renderDeadlineFailure} from './dialog-deadline.ts';
import {Markup} from './markup.ts';
import {renderSubscription} from './subscription.ts';
import {renderSubscriptions} from './subscriptions.ts';
import type {ViewContext} from './view-context.ts';

/** The content of a calendar's dialog: a deadline, or the link for calendar apps. */
export class DialogContent {
  readonly #markup: Markup;
  readonly #download: Download;

  /** @param host The calendar. */
  constructor(host: ReactiveControllerHost & EventTarget) {
    this.#markup = new Markup(() => host.requestUpdate());
    this.#download = new Download(host);
  }

  render(opened: DialogState, context: ViewContext) {
    const {companies} = context.model;
    if (opened.kind === 'subscription') return renderLinks(opened.cvr, context);
    if (opened.kind === 'day') return nothing;
    if (opened.failure) return renderDeadlineFailure(opened.failure, context);
    const frist = companies?.deadlines.get(opened.frist);
    return frist ? renderDeadline(frist, context, this.#markup, this.#download) : nothing;
  }
}

function renderLinks(cvr: string | undefined, context: ViewContext) {
  if (cvr === undefined) return renderSubscriptions(context);
  const subscription = context.model.companies?.subscriptions.of(cvr);
  return subscription ? renderSubscription(subscription, context) : nothing;
}
