import type {Notice} from '../../shared/notice.ts';
import type {CalendarModel} from '../model/calendar-model.ts';
import type {Mark} from '../model/frist.ts';
import type {CalendarStrings} from '../strings/da.ts';

/** Returns what there is to say: a failure to save before a failure to reload, and that before a mark that was set. */
export function calendarNotice(model: CalendarModel, strings: CalendarStrings): Notice | undefined {
  const marks = model.company?.marks;
  const last = marks?.last;
  const close = () => model.closeNotice();
  const [done, failed] = textsOf(last?.mark ?? {}, strings);
  if (last?.failure !== undefined) {
    const text = `${failed(last.title)} ${strings.reasons[last.failure]}`;
    return {text, failed: true, act: () => marks?.retry(), close};
  }
  if (model.staleReason !== undefined) {
    const text = `${strings.refreshFailed} ${strings.reasons[model.staleReason]}`;
    return {text, failed: true, act: () => void model.refresh(), close};
  }
  return last && {text: done(last.title), failed: false, act: () => marks.undo(), close};
}

/** Returns the texts after a mark was set, and after it was not saved. */
function textsOf({isLaest, isSlettet}: Mark, strings: CalendarStrings) {
  if (isSlettet === true) return [strings.hidden, strings.hideFailed] as const;
  if (isSlettet === false) return [strings.restored, strings.restoreFailed] as const;
  return isLaest
    ? ([strings.markedRead, strings.markReadFailed] as const)
    : ([strings.markedUnread, strings.markUnreadFailed] as const);
}
