import {html, nothing} from 'lit';

import {maxCompanies} from '../../frist/model/cvrs.ts';
import type {Mark} from '../../frist/model/frist.ts';
import {describeFailures} from '../../frist/model/load-companies.ts';
import {describeFailure, type Notice, staleNotice} from '../../shared/templates.ts';
import type {Companies} from '../model/companies.ts';
import type {CalendarStrings} from '../strings/da.ts';
import {companyOf, renderButton, type ViewContext} from './parts.ts';

/** Returns the notice with the highest priority: a failed save, a failed reload, a mark. */
export function calendarNotice(context: ViewContext): Notice | undefined {
  const {model, strings} = context;
  const mark = markNotice(context);
  const act = () => void model.refresh();
  return mark?.failed ? mark : (staleNotice(model.state, strings, act, () => model.closeNotice()) ?? mark);
}

/** Returns the notice of the dialog's deadline. Other notices are hidden while the dialog is open. */
export function dialogNotice(context: ViewContext): Notice | undefined {
  const {companies, dialog} = context.model;
  const last = companies?.marks.last;
  const isShown = last?.fristId === dialog.frist?.fristId && last?.cvr === dialog.frist?.cvr;
  return isShown ? markNotice(context) : undefined;
}

/** Returns the notice of the last mark. */
function markNotice(context: ViewContext): Notice | undefined {
  const {model, strings} = context;
  const marks = model.companies?.marks;
  if (!marks?.last) return undefined;
  const {last} = marks;
  const close = () => model.closeNotice();
  const company = companyOf(last, context);
  const title = company ? `${last.title} (${company})` : last.title;
  const [done, failed] = textsOf(last.mark, strings);
  if (last.failure === undefined) return {text: done(title), failed: false, act: () => marks.undo(), close};
  const text = describeFailure(failed(title), last.failure, strings);
  return {text, failed: true, act: () => marks.retry(), close};
}

/** Returns the texts after a mark was set, and after it was not saved. */
function textsOf({isLaest, isSlettet}: Mark, strings: CalendarStrings) {
  if (isSlettet === true) return [strings.hidden, strings.hideFailed] as const;
  if (isSlettet === false) return [strings.restored, strings.restoreFailed] as const;
  return isLaest
    ? ([strings.markedRead, strings.markReadFailed] as const)
    : ([strings.markedUnread, strings.markUnreadFailed] as const);
}

/**
 * Renders the companies that could not be loaded, with a retry button, and the number of companies beyond the maximum. It can't be closed,
 * since deadlines are missing. The `part` name is public.
 */
export function renderCompanyFailures({omitted, deadlines}: Companies, {model, names, strings}: ViewContext) {
  const {isRetrying} = deadlines;
  const failures = describeFailures(model.companyFailures, names, strings);
  return html`
    <div
      class=${failures.length ? 'company-failures' : 'spoken'}
      part=${failures.length ? 'company-failures' : nothing}
    >
      <div role="alert">${failures.map(text => html`<p>${text}</p>`)}</div>
      ${failures.length ? renderButton(isRetrying ? strings.loading : strings.retry, () => model.retryCompanies(), {isDisabled: isRetrying}) : nothing}
    </div>
    ${omitted ? html`<p class="hint omitted">${strings.companiesOmitted(maxCompanies, omitted)}</p>` : nothing}
  `;
}
