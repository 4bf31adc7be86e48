import {describeFailure} from '../../shared/failure.ts';
import type {Notice} from '../../shared/notice.ts';
import {dialogsPart} from '../parts.ts';
import type {ViewContext} from './view-context.ts';

/** Returns the notice with the highest priority: a failed save, a failed reload, a mark. */
export function calendarNotice(context: ViewContext): Notice | undefined {
  const {model, strings} = context;
  if (model.staleReason === undefined || model.companies?.marks?.last?.failure !== undefined) {
    return dialogsPart.exports?.markNotice(context);
  }
  const text = describeFailure(strings.refreshFailed, model.staleReason, strings);
  return {text, failed: true, act: () => void model.refresh(), close: () => model.closeNotice()};
}

/** Returns the notice of the dialog's deadline. Other notices are hidden while the dialog is open. */
export function dialogNotice(context: ViewContext): Notice | undefined {
  const {companies, dialog} = context.model;
  const last = companies?.marks?.last;
  const isShown = last?.fristId === dialog.frist?.fristId && last?.cvr === dialog.frist?.cvr;
  return isShown ? dialogsPart.exports?.markNotice(context) : undefined;
}
