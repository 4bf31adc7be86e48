import {describeFailure} from '../../shared/failure.ts';
import type {Notice} from '../../shared/notice.ts';
import type {CalendarModel} from '../model/calendar-model.ts';
import type {Mark} from '../model/frist.ts';
import type {CoreStrings} from '../strings/da.ts';

/** Returns what there is to say: a failure to save before a failure to reload, and that before a mark that was set. */
export function calendarNotice(model: CalendarModel, strings: CoreStrings): Notice | undefined {
  if (model.staleReason === undefined || model.company?.marks.last?.failure !== undefined) {
    return markNotice(model, strings);
  }
  const text = describeFailure(strings.refreshFailed, model.staleReason, strings);
  return {text, failed: true, act: () => void model.refresh(), close: () => model.closeNotice()};
}

/** Returns what there is to say of a deadline in its own dialog; other notices wait for the dialog to close. */
export function dialogNotice(model: CalendarModel, strings: CoreStrings): Notice | undefined {
  const fristId = model.company?.marks.last?.fristId;
  return fristId !== undefined && fristId === model.dialog.fristId ? markNotice(model, strings) : undefined;
}

function markNotice(model: CalendarModel, strings: CoreStrings): Notice | undefined {
  const marks = model.company?.marks;
  const last = marks?.last;
  if (!last) return undefined;
  const close = () => model.closeNotice();
  const [done, failed] = textsOf(last.mark, strings);
  if (last.failure === undefined)
    return {text: done(last.title), failed: false, act: () => marks.undo(), close};
  const text = describeFailure(failed(last.title), last.failure, strings);
  return {text, failed: true, act: () => marks.retry(), close};
}

/** Returns the texts after a mark was set, and after it was not saved. */
function textsOf({isLaest, isSlettet}: Mark, strings: CoreStrings) {
  if (isSlettet === true) return [strings.hidden, strings.hideFailed] as const;
  if (isSlettet === false) return [strings.restored, strings.restoreFailed] as const;
  return isLaest
    ? ([strings.markedRead, strings.markReadFailed] as const)
    : ([strings.markedUnread, strings.markUnreadFailed] as const);
}
