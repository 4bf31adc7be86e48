import {nothing} from 'lit';

import type {Opened} from '../model/dialog.ts';
import {da} from '../strings/da-dialogs.ts';
import {renderDeadline, renderDeadlineFailure} from './dialog-deadline.ts';
import {Markup} from './markup.ts';
import {renderSubscription} from './subscription.ts';
import type {DialogViewContext, ViewContext} from './view-context.ts';

/** What the dialog of one calendar shows of deadlines, and of the link for calendar apps. */
export class DialogContent {
  readonly #markup: Markup;

  /** @param changed Called when a deadline's text is shown. */
  constructor(changed: () => void) {
    this.#markup = new Markup(changed);
  }

  render(opened: Opened, viewContext: ViewContext) {
    const context: DialogViewContext = {...viewContext, strings: {...da, ...viewContext.strings}};
    const {company} = context.model;
    if (opened.kind !== 'frist')
      return company?.subscription ? renderSubscription(company.subscription, context) : nothing;
    if (opened.failure) return renderDeadlineFailure(opened.failure, context);
    const frist = company?.deadlines.get(opened.fristId);
    return frist ? renderDeadline(frist, context, this.#markup) : nothing;
  }
}
