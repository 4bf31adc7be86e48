import {describeFailure} from '../../shared/failure.ts';
import type {Notice} from '../../shared/notice.ts';
import type {CalendarModel} from '../model/calendar-model.ts';
import {dialogsPart} from '../parts.ts';
import type {CoreStrings} from '../strings/da.ts';

/** Returns what there is to say: a failure to save before a failure to reload, and that before a mark that was set. */
export function calendarNotice(model: CalendarModel, strings: CoreStrings): Notice | undefined {
  if (model.staleReason === undefined || model.company?.marks.last?.failure !== undefined) {
    return dialogsPart.exports?.markNotice(model, strings);
  }
  const text = describeFailure(strings.refreshFailed, model.staleReason, strings);
  return {text, failed: true, act: () => void model.refresh(), close: () => model.closeNotice()};
}

/** Returns what there is to say of a deadline in its own dialog; other notices wait for the dialog to close. */
export function dialogNotice(model: CalendarModel, strings: CoreStrings): Notice | undefined {
  const fristId = model.company?.marks.last?.fristId;
  return fristId !== undefined && fristId === model.dialog.fristId
    ? dialogsPart.exports?.markNotice(model, strings)
    : undefined;
}
