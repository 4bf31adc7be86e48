import {html, nothing} from 'lit';

import type {IsoDate} from '../model/dates.ts';
import {dueIn} from '../model/due.ts';
import type {Frist} from '../model/frist.ts';
import type {DeadlinesStrings} from '../strings/da.ts';
import {capitalise} from '../strings/formats.ts';

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
