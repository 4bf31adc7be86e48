import {html, nothing} from 'lit';

import type {CalendarModel} from '../model/calendar-model.ts';
import {companyName} from '../../frist/model/company-names.ts';
import {addMonths} from '../../frist/model/dates.ts';
import type {Frist} from '../../frist/model/frist.ts';
import {type Period, printedMonths} from '../model/periods.ts';
import {matches} from '../model/selection.ts';
import {capitalise} from '../../frist/strings/formats.ts';
import {renderPrintedCompanies} from './companies.ts';
import {companyOf, type ViewContext} from './view-context.ts';

interface Printed {
  readonly period: Period;
  /** The deadlines of the period that match the filter, by date. */
  readonly frister: readonly Frist[];
}

/**
 * Returns three months from today on, as far as they are loaded: a browser does not wait for more. Default: the visible month or year, or
 * three months of a list.
 *
 * @returns `undefined` while nothing is loaded.
 */
function printedOf({
  companies,
  filter,
  listedPeriod,
  navigation: {today, screenView},
}: CalendarModel): Printed | undefined {
  const loaded = companies?.deadlines.loadedAround(today);
  const available = loaded ? {from: today, to: loaded.to} : listedPeriod;
  if (!available) return undefined;
  const {from, to} = available;
  const last = addMonths(from, !loaded && screenView === 'year' ? 12 : printedMonths);
  const period = {from, to: to < last ? to : last};
  const frister = companies?.deadlines.within(period);
  return frister && {period, frister: frister.filter(frist => matches(frist, filter, new Set()))};
}

/** Renders, while the page is printed, a table with the company, the date and the filter. */
export function renderPrint(context: ViewContext) {
  const {model, level, strings, formats} = context;
  const printed = model.navigation.isPrinting && printedOf(model);
  if (!printed) return nothing;
  const {period, frister} = printed;
  const filter = describeFilter(context);
  return html`
    <div class="paper">
      <div class="paper-title" role="heading" aria-level=${level}>
        ${strings.printedPeriod(formats.date(period.from), formats.date(period.to))}
      </div>
      ${
        model.companies?.areSeveral
          ? renderPrintedCompanies(context)
          : html`<p>
              ${strings.printedOn(model.companies?.cvrs[0] ?? '', formats.date(model.navigation.today))}
            </p>`
      }
      ${filter ? html`<p>${filter}</p>` : nothing}
      ${frister.length ? renderTable(frister, context) : html`<p>${strings.nonePrinted}</p>`}
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

/** Returns the filter in words; '' without one. */
function describeFilter(context: ViewContext): string {
  const {
    model: {companies, filter},
    names,
    strings,
  } = context;
  const {cvr, afsenderCvr, unreadOnly, includeHidden} = filter;
  // Only one name is used, so the order does not matter.
  const senders = companies?.deadlines.senders('da');
  const parts = [
    cvr && companyName(cvr, names),
    afsenderCvr && senders?.get(afsenderCvr),
    unreadOnly && strings.unreadOnly,
    includeHidden && strings.withHidden,
  ].filter(part => typeof part === 'string' && part !== '');
  return parts.length ? strings.printedFilter(parts.join(', ')) : '';
}
