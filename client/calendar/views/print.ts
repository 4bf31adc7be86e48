import {html, nothing} from 'lit';

import {companyName} from '../model/company-names.ts';
import type {Frist} from '../model/frist.ts';
import {printedOf} from '../model/printed.ts';
import {capitalise} from '../strings/formats.ts';
import {renderPrintedCompanies} from './companies.ts';
import {companyOf} from './company.ts';
import type {ViewContext} from './view-context.ts';

/** Renders, while the page is printed, a table with the company, the date and the filter. */
export function renderPrint(context: ViewContext) {
  const {model, level, strings, formats} = context;
  const printed = model.isPrinting && printedOf(model);
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
          : html`<p>${strings.printedOn(model.companies?.cvrs[0] ?? '', formats.date(model.today))}</p>`
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
