import {html, nothing} from 'lit';

import type {Frist} from '../model/frist.ts';
import {printedOf} from '../model/printed.ts';
import type {ViewContext} from './view-context.ts';

/** Renders a calendar on paper, in place of what is on the screen: a table with the company, the date and the filter. */
export function renderPrint(context: ViewContext) {
  const {model, level, strings, formats} = context;
  const printed = model.isPrinting && model.shownView === 'list' ? printedOf(model) : undefined;
  if (!printed) return nothing;
  const {period, frister} = printed;
  const filter = describeFilter(context);
  return html`
    <div class="paper">
      <div class="paper-title" role="heading" aria-level=${level}>
        ${strings.printedPeriod(formats.date(period.from), formats.date(period.to))}
      </div>
      <p>${strings.printedOn(model.company?.cvr ?? '', formats.date(model.today))}</p>
      ${filter ? html`<p>${filter}</p>` : nothing}
      ${frister.length ? renderTable(frister, context) : html`<p>${strings.nonePrinted}</p>`}
    </div>
  `;
}

function renderTable(frister: readonly Frist[], {strings, formats}: ViewContext) {
  return html`
    <table>
      <thead>
        <tr>
          <th scope="col">${strings.printedDate}</th>
          <th scope="col">${strings.printedDeadline}</th>
          <th scope="col">${strings.authority}</th>
        </tr>
      </thead>
      <tbody>
        ${frister.map(
          ({fristDato, overskrift, afsenderNavn, isSlettet}) => html`
            <tr>
              <td>${formats.day(fristDato)}</td>
              <td>${overskrift} ${isSlettet ? html`(${strings.isHidden})` : nothing}</td>
              <td>${afsenderNavn}</td>
            </tr>
          `,
        )}
      </tbody>
    </table>
  `;
}

/** Returns the filter in words; '' without one. */
function describeFilter({model: {company, filter}, strings}: ViewContext): string {
  const {afsenderCvr, unreadOnly, includeHidden} = filter;
  // Only one name is read, so their order does not matter.
  const names = company?.deadlines.senders('da');
  const parts = [
    afsenderCvr && names?.get(afsenderCvr),
    unreadOnly && strings.unreadOnly,
    includeHidden && strings.withHidden,
  ].filter(part => typeof part === 'string' && part !== '');
  return parts.length ? strings.printedFilter(parts.join(', ')) : '';
}
