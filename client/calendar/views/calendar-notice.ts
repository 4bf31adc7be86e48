import type {Notice} from '../../shared/notice.ts';
import type {CalendarModel} from '../model/calendar-model.ts';
import type {LastMark} from '../model/mark-controller.ts';
import type {CalendarStrings} from '../strings/strings.ts';

/** Returns what there is to say: a failure to save before a failure to reload, and that before a mark that was set. */
export function calendarNotice(model: CalendarModel, strings: CalendarStrings): Notice | undefined {
  const marks = model.company?.marks;
  const last = marks?.last;
  const close = () => model.closeNotice();
  if (last?.failure !== undefined) {
    const text = `${describeFailure(last, strings)} ${strings.reasons[last.failure]}`;
    return {text, failed: true, act: () => marks?.retry(), close};
  }
  if (model.staleReason !== undefined) {
    const text = `${strings.refreshFailed} ${strings.reasons[model.staleReason]}`;
    return {text, failed: true, act: () => void model.refresh(), close};
  }
  return last && {text: describe(last, strings), failed: false, act: () => marks.undo(), close};
}

function describe({title, mark: {isLaest, isSlettet}}: LastMark, strings: CalendarStrings): string {
  if (isSlettet !== undefined) return isSlettet ? strings.hidden(title) : strings.restored(title);
  return isLaest ? strings.markedRead(title) : strings.markedUnread(title);
}

function describeFailure({title, mark: {isLaest, isSlettet}}: LastMark, strings: CalendarStrings): string {
  if (isSlettet !== undefined) return isSlettet ? strings.hideFailed(title) : strings.restoreFailed(title);
  return isLaest ? strings.markReadFailed(title) : strings.markUnreadFailed(title);
}
