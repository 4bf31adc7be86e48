import {html, nothing} from 'lit';

import {companyName, companyNameAndCvr} from '../../frist/model/cvrs.ts';
import {addMonths} from '../../frist/model/dates.ts';
import type {Frist} from '../../frist/model/frist.ts';
import {describeFailures} from '../../frist/model/load-companies.ts';
import {capitalise} from '../../frist/strings/formats.ts';
import type {CalendarModel} from '../model/calendar-model.ts';
import {matches, printedMonths} from '../model/selection.ts';
import {companyOf, type ViewContext} from './templates.ts';

/**
 * Returns three months from today on, as far as they are loaded: a browser does not wait for more. If today is not loaded, returns the visible
 * month or year, or three months of a list.
 *
 * @returns The period and its deadlines that match the filter, by date; `undefined` while nothing is loaded.
 */
function printedOf({companies, filter, listedPeriod, navigation}: CalendarModel) {
  const {today, screenView} = navigation;
  const loaded = companies?.deadlines.loadedAround(today);
  const available = loaded ? {from: today, to: loaded.to} : listedPeriod;
  if (!available) return undefined;
  const {from, to} = available;
  const last = addMonths(from, !loaded && screenView === 'year' ? 12 : printedMonths);
  const period = {from, to: to < last ? to : last};
  const frister = companies?.deadlines.within(period);
  return frister && {period, frister: frister.filter(frist => matches(frist, filter, new Set()))};
}

/** Renders a table with the company, the date and the filter, to be shown on paper. */
export function renderPrint(context: ViewContext) {
  const {model, names, level, strings, formats} = context;
  const printed = printedOf(model);
  if (!printed) return nothing;
  const {period, frister} = printed;
  const lines = [
    describeCompanies(context),
    ...describeFailures(model.companyFailures, names, strings),
    describeFilter(context),
    frister.length ? '' : strings.nonePrinted,
  ];
  return html`
    <div class="paper">
      <div class="paper-title" role="heading" aria-level=${level}>
        ${strings.printedPeriod(formats.date(period.from), formats.date(period.to))}
      </div>
      ${lines.map(line => line && html`<p>${line}</p>`)}
      ${frister.length ? renderTable(frister, context) : nothing}
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

/** Returns the companies and the current day in words. */
function describeCompanies({model, names, strings, formats}: ViewContext): string {
  const {companies, filter, navigation} = model;
  const cvrs = companies?.cvrs.filter(cvr => !filter.cvr || cvr === filter.cvr) ?? [];
  const day = formats.date(navigation.today);
  if (!companies?.areSeveral) return strings.printedOn(cvrs.join(), day);
  return strings.printedOnCompanies(cvrs.map(cvr => companyNameAndCvr(cvr, names)).join(', '), day);
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
