// Rows, notices and texts that several views of `<tavle-calendar>` share, for the views and `tavle-calendar.ts`. A
// change here affects all of them: code for one view belongs in that view's file. Names of parts are public.

import {html, nothing} from 'lit';

import {companyName} from '../../frist/model/cvrs.ts';
import {lastDate} from '../../frist/model/dates.ts';
import {type Deadline, keyOf, type Mark} from '../../frist/model/frist.ts';
import {describeRecipients, renderEntries, renderNextEntries} from '../../frist/views/entry.ts';
import {describeFailure, type Notice} from '../../shared/templates.ts';
import {maxNext} from '../model/deadlines.ts';
import type {ViewContext} from './view.ts';
import {noFilter} from '../model/selection.ts';
import type {CalendarStrings} from '../../texts/da.ts';

/** Returns the companies of a deadline; `undefined` in a calendar of one company. */
export function recipientsOf(deadline: Deadline, {model, names, strings}: ViewContext) {
  return model.companies?.areSeveral ? describeRecipients(deadline, names, strings) : undefined;
}

/** Returns the names of the authorities to choose from by CVR number. The authority of the filter may have no loaded deadline: then its name is the number. */
export function sendersOf({companies, filter: {afsenderCvr}}: ViewContext['model']) {
  const senders = new Map(companies?.deadlines.senders);
  if (afsenderCvr && !senders.has(afsenderCvr)) senders.set(afsenderCvr, companyName(afsenderCvr, null));
  return senders;
}

/**
 * Renders deadlines as rows that open them; `event-delegation.ts` reads their `data-` attributes.
 *
 * @param isDay Whether all deadlines are of one day, which is named above them.
 */
export function renderRows(frister: readonly Deadline[], context: ViewContext, isDay = false) {
  return renderEntries(context.take(frister), {...entryContext(context), isDay});
}

function entryContext(context: ViewContext) {
  const {model, strings, formats} = context;
  const {today} = model.navigation;
  return {today, strings, formats, recipientsOf: (deadline: Deadline) => recipientsOf(deadline, context)};
}

/** Returns the days of the filter's week; `undefined` without a week. */
export function weekTitle({model, formats}: ViewContext): string | undefined {
  const {weekPeriod} = model.navigation;
  return weekPeriod && formats.period(weekPeriod.from, weekPeriod.to);
}

/**
 * Renders that no deadlines match the filter, for a list until its last loaded day, and a button that clears the filter. Without a filter, renders that there are no deadlines, and the date
 * of the closest one. In a month or a year, this is a button: text and button fit in a line of 320 pixels, so nothing moves when the date is
 * found. A list has its own buttons.
 */
export function renderNone({model, strings, formats}: ViewContext) {
  const {agenda, nearest, selection} = model;
  const {from, to = lastDate} = agenda?.period ?? {};
  const {direction, date} = nearest ?? {direction: 'later', date: ''};
  const link = (text: string, act: () => void) =>
    html`<button class="link" type="button" @click=${act}>${text}</button>`;
  if (selection?.isFiltered) {
    const clear = link(strings.clearFilter, () => model.setFilter(noFilter));
    const none = to === lastDate ? strings.noneMatch : strings.noneMatchTo(formats.date(to));
    return html`<span class="none">${none} ${clear}</span>`;
  }
  const goTo = () => link(strings.goToMonth(formats.month(date)), () => model.goTo(date));
  return html`<span class="none"
    >${from ? strings.noneFrom(formats.date(from)) : strings.none}${date && html` ${from ? strings.nearest(direction, formats.date(date)) : goTo()}`}</span
  >`;
}

/** Renders the next deadlines, unless a list contains them. The `part` names are public. */
export function renderNext(context: ViewContext) {
  const {model, events, level, strings} = context;
  const {next, state} = model;
  const {today, shown, day} = model.navigation;
  if (!model.navigation.needsNext) return nothing;
  const isList = !shown.period;
  // The failure is shown in place of all deadlines.
  if (state.status === 'failed' && !next?.length) return nothing;
  // A list that was extended may contain all next deadlines.
  if (isList && (next ? !next.length : day <= today)) return nothing;
  const max = isList && next ? next.length : maxNext;
  const isPartial = model.companies?.deadlines.isNextPartial(today, model.filter.cvr) ?? false;
  return html`
    <div class="next" part="next" @click=${events.onClick} @keydown=${events.onKeydown}>
      <div class="next-heading" role="heading" aria-level=${level}>${strings.next}</div>
      ${renderNextEntries(next, {...entryContext(context), max, isPartial})}
    </div>
  `;
}

/** Returns the notice of a failure, or of the dialog's deadline. Other notices are hidden while the dialog is open. */
export function dialogNotice(context: ViewContext): Notice | undefined {
  const {companies, dialog} = context.model;
  const keys = new Set(dialog.deadline?.frister.map(keyOf));
  const last = companies?.marks.last;
  const isShown = last?.failure !== undefined || last?.frister.some(frist => keys.has(keyOf(frist)));
  return isShown ? markNotice(context) : undefined;
}

/** Returns the notice of the last mark. */
export function markNotice(context: ViewContext): Notice | undefined {
  const {model, names, strings} = context;
  const {marks, areSeveral} = model.companies ?? {};
  if (!marks?.last) return undefined;
  const {last} = marks;
  const close = () => model.closeNotice();
  const [first, ...others] = last.frister;
  const company = first && areSeveral ? companyName(first.cvr, names) : '';
  const companies = others.length ? strings.companies(last.frister.length) : company;
  const title = companies ? `${last.title} (${companies})` : last.title;
  const [done, failed] = textsOf(last.mark, strings);
  if (last.failure === undefined) return {text: done(title), failed: false, act: () => marks.undo(), close};
  const text = describeFailure(failed(title), last.failure, strings);
  return {text, failed: true, act: () => marks.retry(), close};
}

/** Returns the texts after a mark was set, and after it was not saved. */
function textsOf({isLaest, isSlettet, isKlaret}: Mark, strings: CalendarStrings) {
  if (isKlaret === true) return [strings.markedDone, strings.markDoneFailed] as const;
  if (isKlaret === false) return [strings.markedUndone, strings.markUndoneFailed] as const;
  if (isSlettet === true) return [strings.hidden, strings.hideFailed] as const;
  if (isSlettet === false) return [strings.restored, strings.restoreFailed] as const;
  return isLaest
    ? ([strings.markedRead, strings.markReadFailed] as const)
    : ([strings.markedUnread, strings.markUnreadFailed] as const);
}
