import {html, nothing} from 'lit';

import {classesOf, renderUnread, renderDue, renderCompany} from './entry.ts';
import type {IsoDate} from '../model/dates.ts';
import type {Frist} from '../model/frist.ts';
import type {DeadlinesStrings} from '../strings/da.ts';
import type {Formats} from '../strings/formats.ts';

export interface NextContext {
  readonly today: IsoDate;
  readonly strings: Pick<DeadlinesStrings, 'due' | 'isUnread' | 'noneLater' | 'noneNext'>;
  readonly formats: Formats;
  /** The number of requested deadlines, and of rows while they are loading. */
  readonly max: number;
  /** Returns the name of a deadline's company; '' if there is only one. */
  readonly companyOf: (frist: Frist) => string;
  /** Renders a row around its content. Default: a button with the id of the deadline. */
  readonly renderRow?: (frist: Frist, classes: string, content: unknown) => unknown;
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

function renderEntry(
  frist: Frist,
  {today, strings, formats, companyOf, renderRow = renderButton}: NextContext,
) {
  const {fristDato, overskrift, afsenderNavn, isLaest} = frist;
  const company = companyOf(frist);
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
  return renderRow(frist, `next-entry ${classesOf(frist, today)}`, content);
}

function renderButton({cvr, fristId}: Frist, classes: string, content: unknown) {
  return html`
    <button type="button" class=${classes} part="entry" data-id=${fristId} data-cvr=${cvr}>${content}</button>
  `;
}
