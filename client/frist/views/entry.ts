// Rows and tags of deadlines, for the views of the calendar and `tavle-deadlines.ts`. Here you can change what a row
// shows, in both elements. Keep `data-id` and `data-cvr`, which the calendar reads. Names of parts are public.

import {html, nothing} from 'lit';

import {checkMark} from '../../shared/templates.ts';
import {companyName, companyNameAndCvr, type CompanyNames} from '../model/cvrs.ts';
import {dueIn, type IsoDate} from '../model/dates.ts';
import type {Deadline} from '../model/frist.ts';
import type {DeadlinesStrings} from '../../texts/da.ts';
import {capitalise, type Formats} from '../../texts/formats.ts';

/** Renders the time until a date, in words, as a tag. It has a warning colour for the next seven days. The `part` names are public. */
export function renderDue(date: IsoDate, today: IsoDate, {due}: DeadlinesStrings) {
  const {unit, count, isSoon} = dueIn(date, today);
  return html`<span class="tag due ${isSoon ? 'soon' : ''}" part="tag"
    >${capitalise(due(unit, count))}</span
  >`;
}

function classesOf({fristDato, isLaest, isSlettet, isKlaret}: Deadline, today: IsoDate): string {
  const isPast = fristDato < today && !isKlaret;
  return `${isLaest ? '' : 'unread'} ${isSlettet ? 'is-hidden' : ''} ${isKlaret ? 'done' : ''} ${isPast ? 'past' : ''}`;
}

/** Renders for screen readers that a deadline is unread. Others see a dot and a bold title. */
export function renderUnread(isRead: boolean, {isUnread}: DeadlinesStrings) {
  return isRead ? nothing : html` <span class="spoken">${isUnread}</span>`;
}

/** Renders that a deadline is done, in place of the time until it. */
export function renderDone({isDone}: DeadlinesStrings) {
  return html`<span class="tag is-done" part="tag">${checkMark} ${isDone}</span>`;
}

/** A deadline's company, or its number of companies. */
export interface Recipients {
  readonly text: string;
  /** Whether the text is a name, which is Danish. */
  readonly isName: boolean;
  /** The end of the text that says how many companies have not done a deadline that others have done. */
  readonly missing?: string;
}

export function describeRecipients(
  {cvr, frister}: Deadline,
  names: CompanyNames | null,
  strings: DeadlinesStrings,
): Recipients {
  if (frister.length === 1) return {text: companyName(cvr, names), isName: true};
  const left = frister.filter(({isKlaret}) => !isKlaret).length;
  const count = strings.companies(frister.length);
  if (!left || left === frister.length) return {text: count, isName: false};
  const missing = strings.missing(left);
  return {text: `${count}, ${missing}`, isName: false, missing};
}

/** The maximum number of left-out companies that are named. */
const maxNamed = 3;

/** Renders which companies of the page are left out; nothing if there are none. */
export function renderLeftOut(
  leftOut: readonly string[] | undefined,
  names: CompanyNames | null,
  strings: DeadlinesStrings,
) {
  if (!leftOut?.length) return nothing;
  const named = leftOut.slice(0, maxNamed);
  const text = named.map(cvr => companyNameAndCvr(cvr, names)).join(', ');
  return html`<p class="left-out">${strings.companiesLeftOut(text, leftOut.length - named.length)}</p>`;
}

/** Renders the companies of a deadline; nothing in an element of one company. */
export function renderRecipients(recipients: Recipients | undefined) {
  if (!recipients) return nothing;
  const {text, isName, missing = ''} = recipients;
  const content = missing
    ? html`<span class="count">${text.slice(0, -missing.length)}</span><span>${missing}</span>`
    : text;
  return html`<span class="company" part="company" lang=${isName ? 'da' : nothing}>${content}</span>`;
}

/** The parameters of rows of deadlines. */
export interface EntryContext {
  readonly today: IsoDate;
  /** `isHidden` is missing in an element without hidden deadlines. */
  readonly strings: DeadlinesStrings & {readonly isHidden?: string};
  readonly formats: Formats;
  /** Returns the companies of a deadline; `undefined` in an element of one company. */
  readonly recipientsOf: (deadline: Deadline) => Recipients | undefined;
  /** Whether all rows are of one day, which is named above them. */
  readonly isDay?: boolean;
  /** Returns the URL of a deadline. Without it, rows are buttons. */
  readonly hrefOf?: (frist: Deadline) => string;
  /** Opens a deadline. Without it, the element around the rows opens deadlines. */
  readonly open?: (frist: Deadline, event: MouseEvent) => void;
}

export interface NextContext extends EntryContext {
  /** The number of requested deadlines, and of rows while they are loading. */
  readonly max: number;
  /** Whether there may be deadlines that were not found. */
  readonly isPartial: boolean;
}

/** Renders the next deadlines for the calendar and `<tavle-deadlines>`. `undefined`: loading. */
export function renderNextEntries(frister: readonly Deadline[] | undefined, context: NextContext) {
  const {max, isPartial, strings} = context;
  if (!frister) return renderWaiting(max, 'next-entries');
  const {length} = frister;
  const none = isPartial ? strings.perhapsMore : length ? strings.noneLater : strings.noneNext;
  return html`
    ${length ? renderEntries(frister, context, 'next-entries') : nothing}
    ${length < max ? html`<p class="next-none">${none}</p>` : nothing}
  `;
}

/** Renders rows in place of deadlines that are loading. */
export function renderWaiting(count: number, kind = '') {
  return html`
    <div class="entries ${kind} waiting" aria-hidden="true">
      ${Array.from({length: count}, () => html`<div><div class="entry skeleton"></div></div>`)}
    </div>
  `;
}

/** Renders a row for each deadline: the time until it or its state, its date, title and sender. */
export function renderEntries(frister: readonly Deadline[], context: EntryContext, kind = '') {
  return html`
    <ul class="entries ${kind}">
      ${frister.map(frist => html`<li>${renderEntry(frist, context)}</li>`)}
    </ul>
  `;
}

function renderEntry(frist: Deadline, context: EntryContext) {
  const {today, formats, strings, isDay, recipientsOf, hrefOf, open} = context;
  const {cvr, fristId, fristDato, overskrift, afsenderNavn, isLaest, isSlettet, isKlaret} = frist;
  const recipients = recipientsOf(frist);
  const href = hrefOf?.(frist);
  const classes = `entry ${isDay ? '' : 'dated'} ${classesOf(frist, today)}`;
  const onClick = (event: MouseEvent) => open?.(frist, event);
  const when = html`
    <span class="entry-when">
      ${isKlaret ? renderDone(strings) : isSlettet ? nothing : renderDue(fristDato, today, strings)}
      ${isSlettet ? html`<span class="tag" part="tag">${strings.isHidden}</span>` : nothing}
      ${isDay ? nothing : html`<time datetime=${fristDato}>${formats.shortDay(fristDato, today)}</time>`}
    </span>
  `;
  const content = html`
    ${isDay && !isKlaret && !isSlettet ? nothing : when}
    <span class="entry-title" lang="da">${overskrift}</span>
    <span class="entry-sender ${recipients ? 'with-company' : ''}">
      <span class="sender">${renderRecipients(recipients)} <span lang="da">${afsenderNavn}</span></span>
      ${renderUnread(isLaest, strings)}
    </span>
  `;
  return href
    ? html`<a class=${classes} part="entry" href=${href} @click=${onClick}>${content}</a>`
    : html`<button
        type="button"
        class=${classes}
        part="entry"
        data-id=${fristId}
        data-cvr=${cvr}
        @click=${onClick}
      >
        ${content}
      </button>`;
}
