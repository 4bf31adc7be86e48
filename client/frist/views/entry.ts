import {html, nothing} from 'lit';

import {absoluteUrl} from '../../shared/templates.ts';
import {dueIn, type IsoDate} from '../model/dates.ts';
import type {Frist} from '../model/frist.ts';
import type {DeadlinesStrings} from '../strings/da.ts';
import {capitalise, type Formats} from '../strings/formats.ts';

/** Renders the time until a date, in words, as a tag. It has a warning colour for the next seven days. The `part` names are public. */
export function renderDue(date: IsoDate, today: IsoDate, strings: Pick<DeadlinesStrings, 'due'>) {
  const {unit, count, isSoon} = dueIn(date, today);
  return html`<span class="tag due ${isSoon ? 'soon' : ''}" part="tag"
    >${capitalise(strings.due(unit, count))}</span
  >`;
}

/** Returns the classes for a deadline's state. */
export function classesOf({fristDato, isLaest, isSlettet}: Frist, today: IsoDate): string {
  return `${isLaest ? '' : 'unread'} ${isSlettet ? 'is-hidden' : ''} ${fristDato < today ? 'past' : ''}`;
}

/** Renders for screen readers what the bold title after a dot shows: that a deadline is unread. */
export function renderUnread(isRead: boolean, {isUnread}: Pick<DeadlinesStrings, 'isUnread'>) {
  return isRead ? nothing : html` <span class="spoken">${isUnread}</span>`;
}

/** Renders the name of a company; nothing for ''. */
export function renderCompany(name: string) {
  return name ? html`<span class="company" part="company">${name}</span>` : nothing;
}

export interface NextContext {
  readonly today: IsoDate;
  readonly strings: Pick<DeadlinesStrings, 'due' | 'isUnread' | 'noneLater' | 'noneNext'>;
  readonly formats: Formats;
  /** The number of requested deadlines, and of rows while they are loading. */
  readonly max: number;
  /** Returns the name of a deadline's company; '' if there is only one. */
  readonly companyOf: (frist: Frist) => string;
  /** Returns the URL of a deadline. Default: none, a row is a button. */
  readonly hrefOf?: (frist: Frist) => string;
  /** Opens a deadline. Default: the element around the rows does. */
  readonly open?: (frist: Frist, event: MouseEvent) => void;
}

/** Renders the next deadlines for the calendar and `<tavle-deadlines>`: the time until each, its date, title and sender. `undefined`: loading. */
export function renderNextEntries(frister: readonly Frist[] | undefined, context: NextContext) {
  const {max, strings} = context;
  if (!frister) {
    return html`
      <div class="next-entries waiting" aria-hidden="true">
        ${Array.from({length: max}, () => html`<div><div class="next-entry skeleton"></div></div>`)}
      </div>
    `;
  }
  if (!frister.length) return html`<p class="next-none">${strings.noneNext}</p>`;
  return html`
    <ul class="next-entries">
      ${frister.map(frist => html`<li>${renderEntry(frist, context)}</li>`)}
    </ul>
    ${frister.length < max ? html`<p class="next-none">${strings.noneLater}</p>` : nothing}
  `;
}

function renderEntry(frist: Frist, {today, strings, formats, companyOf, hrefOf, open}: NextContext) {
  const {cvr, fristId, fristDato, overskrift, afsenderNavn, isLaest} = frist;
  const company = companyOf(frist);
  const href = hrefOf?.(frist);
  const classes = `next-entry ${classesOf(frist, today)}`;
  const onClick = (event: MouseEvent) => open?.(frist, event);
  const content = html`
    <span class="next-when">
      ${renderDue(fristDato, today, strings)}
      <time datetime=${fristDato}>${formats.shortDay(fristDato, today)}</time>
    </span>
    <span class="entry-title" lang="da">${overskrift}</span>
    <span class="next-sender ${company && 'with-company'}">
      <span class="sender" lang="da"> ${renderCompany(company)} ${afsenderNavn} </span>
      ${renderUnread(isLaest, strings)}
    </span>
  `;
  return href
    ? html`<a class=${classes} part="entry" href=${href} data-url=${absoluteUrl(href)} @click=${onClick}
        >${content}</a
      >`
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
