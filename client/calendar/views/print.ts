import {html, nothing} from 'lit';

import {companyName, companyNameAndCvr} from '../../frist/model/cvrs.ts';
import {addMonths} from '../../frist/model/dates.ts';
import type {Frist} from '../../frist/model/frist.ts';
import {describeFailures} from '../../frist/model/load-companies.ts';
import {capitalise} from '../../frist/strings/formats.ts';
import type {CalendarModel} from '../model/calendar-model.ts';
import {matches, printedMonths} from '../model/selection.ts';
import {companyOf} from './templates.ts';
import type {ViewContext} from './view.ts';

/**
 * Returns three months from today on, as far as they are loaded: a browser does not wait for more. If today is not loaded, returns the visible
 * month or year, or three months of a list.
 *
 * @returns The period and its deadlines that match the filter, by date; `undefined` while nothing is loaded.
 */
function printedOf({companies, filter, listedPeriod, navigation}: CalendarModel) {
  const {today, onScreen} = navigation;
  const loaded = companies?.deadlines.loadedAround(today);
  const available = loaded ? {from: today, to: loaded.to} : listedPeriod;
  if (!available) return undefined;
  const {from, to} = available;
  const last = addMonths(from, loaded ? printedMonths : Math.max(printedMonths, onScreen.step));
  const period = {from, to: to < last ? to : last};
  const frister = companies?.deadlines.within(period);
  return frister && {period, frister: frister.filter(frist => matches(frist, filter, new Set()))};
}

/** Renders what is shown on paper: the open deadline, or a table with the company, the date and the filter. */
export function renderPrint(context: ViewContext, markup: Element) {
  const {model, names, level, strings, formats} = context;
  const {opened} = model.dialog;
  const open = opened?.kind === 'frist' ? model.companies?.deadlines.get(opened.frist) : undefined;
  if (open) return renderOpenDeadline(open, context, markup);
  const printed = printedOf(model);
  if (!printed) return nothing;
  const {period, frister} = printed;
  const companies = companiesOf(context);
  const areMany = companies.length > maxNamed;
  const lines = [
    describeCompanies(context, companies),
    ...describeFailures(model.companyFailures, names, strings),
    describeFilter(context),
    frister.length ? strings.printedWithoutTexts : strings.nonePrinted,
  ];
  return html`
    <div class="paper printed">
      <div class="paper-title" role="heading" aria-level=${level}>
        ${strings.printedPeriod(formats.date(period.from), formats.date(period.to))}
      </div>
      ${lines.map(line => line && html`<p>${line}</p>`)}
      ${frister.length ? renderTable(frister, context) : nothing}
      ${areMany ? html`<p>${strings.printedCompanies(companies.join(', '))}</p>` : nothing}
    </div>
  `;
}

function renderTable(frister: readonly Frist[], context: ViewContext) {
  const {model, strings, formats} = context;
  const several = model.companies?.areSeveral;
  return html`
    <table>
      <thead>
        <tr>
          <th scope="col">${strings.printedDate}</th>
          <th scope="col">${strings.printedDeadline}</th>
          ${several ? html`<th scope="col">${strings.company}</th>` : nothing}
          <th scope="col">${strings.authority}</th>
        </tr>
      </thead>
      <tbody>
        ${frister.map(
          frist => html`
            <tr>
              <td>${capitalise(formats.day(frist.fristDato))}</td>
              <td>
                <span lang="da">${frist.overskrift}</span>
                ${frist.isSlettet ? html`(${strings.isHidden})` : nothing}
              </td>
              ${several ? html`<td lang="da">${companyOf(frist, context)}</td>` : nothing}
              <td lang="da">${frist.afsenderNavn}</td>
            </tr>
          `,
        )}
      </tbody>
    </table>
  `;
}

/** Renders a deadline with its text, of which a page can have only one. */
function renderOpenDeadline(frist: Frist, context: ViewContext, markup: Element) {
  const {model, names, level, strings, formats} = context;
  const {cvr, fristDato, overskrift, afsenderNavn} = frist;
  return html`
    <div class="paper printed">
      <div class="paper-title" role="heading" aria-level=${level} lang="da">${overskrift}</div>
      <p>${strings.by(formats.day(fristDato))}</p>
      <p>${strings.sender(afsenderNavn)}</p>
      ${markup.cloneNode(true)}
      <p>
        ${model.companies?.areSeveral ? html`${strings.recipient(companyNameAndCvr(cvr, names))}.` : nothing}
        ${strings.printedOn(cvr, formats.date(model.navigation.today))}
      </p>
      <p>${strings.printedOpen}</p>
    </div>
  `;
}

/** The maximum number of companies that are named above the deadlines; more of them are named below. */
const maxNamed = 3;

/** Returns the names and CVR numbers of the companies; of one company, its number. */
function companiesOf({model: {companies, filter}, names}: ViewContext): string[] {
  const cvrs = companies?.cvrs.filter(cvr => !filter.cvr || cvr === filter.cvr) ?? [];
  return companies?.areSeveral ? cvrs.map(cvr => companyNameAndCvr(cvr, names)) : cvrs;
}

/** Returns the companies, or their number, and the current day in words. */
function describeCompanies({model, strings, formats}: ViewContext, companies: readonly string[]): string {
  const day = formats.date(model.navigation.today);
  if (!model.companies?.areSeveral) return strings.printedOn(companies.join(), day);
  const text = companies.length > maxNamed ? String(companies.length) : companies.join(', ');
  return strings.printedOnCompanies(text, day);
}

/** Returns the filter in words; '' without one. */
function describeFilter({model, names, strings}: ViewContext): string {
  const {companies, filter} = model;
  const {cvr, afsenderCvr, unreadOnly, includeHidden} = filter;
  const parts = [
    cvr && companyName(cvr, names),
    afsenderCvr && companies?.deadlines.senders.get(afsenderCvr),
    unreadOnly && strings.unreadOnly,
    includeHidden && strings.withHidden,
  ].filter(part => typeof part === 'string' && part !== '');
  return parts.length ? strings.printedFilter(parts.join(', ')) : '';
}
