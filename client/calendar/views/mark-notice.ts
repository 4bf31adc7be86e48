import {mergeTexts} from '../../localize/merge-texts.ts';
import {describeFailure} from '../../shared/failure.ts';
import type {Notice} from '../../shared/notice.ts';
import type {Mark} from '../model/frist.ts';
import {da} from '../strings/da-dialogs.ts';
import {companyOf} from './company.ts';
import type {DialogStrings, ViewContext} from './view-context.ts';

/** Returns the notice of the last mark. */
export function markNotice(context: ViewContext): Notice | undefined {
  const {model} = context;
  const strings = mergeTexts(da, context.strings);
  const marks = model.companies?.marks;
  const last = marks?.last;
  if (!last) return undefined;
  const close = () => model.closeNotice();
  const company = companyOf(last, context);
  const title = company ? `${last.title} (${company})` : last.title;
  const [done, failed] = textsOf(last.mark, strings);
  if (last.failure === undefined) return {text: done(title), failed: false, act: () => marks.undo(), close};
  const text = describeFailure(failed(title), last.failure, strings);
  return {text, failed: true, act: () => marks.retry(), close};
}

/** Returns the texts after a mark was set, and after it was not saved. */
function textsOf({isLaest, isSlettet}: Mark, strings: DialogStrings) {
  if (isSlettet === true) return [strings.hidden, strings.hideFailed] as const;
  if (isSlettet === false) return [strings.restored, strings.restoreFailed] as const;
  return isLaest
    ? ([strings.markedRead, strings.markReadFailed] as const)
    : ([strings.markedUnread, strings.markUnreadFailed] as const);
}
