// The content of `<tavle-calendar>` on paper, for `tavle-calendar.ts`. Here you can change what people print; the
// styles are in `print.styles.ts`. The paper must say what it leaves out, such as hidden deadlines.
import {html, nothing} from 'lit';

import {companyNameAndCvr} from '../../frist/model/cvrs.ts';
import {lastDate} from '../../frist/model/dates.ts';
import {type Deadline, type Frist, textOf} from '../../frist/model/frist.ts';
import {capitalise} from '../../texts/formats.ts';
import {renderRecipients} from '../../frist/views/entry.ts';
import {recipientsOf, sendersOf} from './templates.ts';
import type {ViewContext} from './view.ts';

/** The maximum number of companies that are named above the deadlines. If there are more, all are named below. */
const maxNamed = 3;

/**
 * Renders what is shown on paper, for `tavle-calendar.ts`: the open deadline, or a table of the visible period with the companies, the date and the
 * filter.
 *
 * @param markup The text of the open deadline in the dialog.
 */
export function renderPrint(context: ViewContext, markup: Element | null) {
  const {model, names, level, strings, formats} = context;
  const {selection, filter} = model;
  const listedPeriod = model.period?.listed;
  const {deadline} = model.dialog;
  if (deadline) return renderOpenDeadline(deadline, context, markup);
  if (!selection || !listedPeriod) return nothing;
  const deadlines = [...selection.listed.values()].flat();
  const last = deadlines.at(-1)?.fristDato ?? listedPeriod.from;
  // A list that is loaded to its end has no meaningful last day: prints that of its last deadline.
  const to = model.agenda && listedPeriod.to === lastDate ? last : listedPeriod.to;
  const cvrs = model.companies?.cvrs.filter(cvr => !filter.cvr || cvr === filter.cvr) ?? [];
  const companies = cvrs.map(cvr => companyNameAndCvr(cvr, names)).join(', ');
  const areMany = cvrs.length > maxNamed;
  const printedFor = areMany ? strings.companies(cvrs.length) : companies;
  const lines = [
    strings.printedOn(printedFor, formats.date(model.navigation.today)),
    describeFilter(context),
    filter.includeHidden ? '' : strings.printedWithoutHidden,
    model.agenda && listedPeriod.to < lastDate ? strings.printedTo(formats.date(to)) : '',
    deadlines.length ? strings.printedWithoutTexts : strings.nonePrinted,
  ];
  return html`
    <div class="paper printed">
      <div class="paper-title" role="heading" aria-level=${level}>
        ${strings.printedPeriod(formats.date(listedPeriod.from), formats.date(to))}
      </div>
      ${lines.map(line => line && html`<p>${line}</p>`)}
      ${deadlines.length ? renderTable(deadlines, context) : nothing}
      ${areMany ? html`<p>${strings.printedCompanies(companies)}</p>` : nothing}
    </div>
  `;
}

function renderTable(deadlines: readonly Deadline[], context: ViewContext) {
  const {model, strings, formats} = context;
  // With a filter for one company, its name is above the table.
  const several = model.companies?.areSeveral && !model.filter.cvr;
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
        ${deadlines.map(
          deadline => html`
            <tr>
              <td class="date">${capitalise(formats.shortDay(deadline.fristDato, ''))}</td>
              <td><span lang="da">${deadline.overskrift}</span>${describeMarks(deadline, context)}</td>
              ${several ? html`<td>${renderRecipients(recipientsOf(deadline, context))}</td>` : nothing}
              <td lang="da">${deadline.afsenderNavn}</td>
            </tr>
          `,
        )}
      </tbody>
    </table>
  `;
}

/** Renders the open deadline with a copy of its text in the dialog: a new element would show the text too late for print. */
function renderOpenDeadline(
  deadline: Deadline,
  context: ViewContext,
  markup: (Element & {markup?: string}) | null,
) {
  const text = textOf(deadline);
  const {model, names, level, strings, formats} = context;
  const {fristDato, overskrift, afsenderNavn, frister} = deadline;
  const companies = frister
    .map(frist => companyNameAndCvr(frist.cvr, names) + describeMarks(frist, context))
    .join(', ');
  return html`
    <div class="paper printed">
      <div class="paper-title" role="heading" aria-level=${level} lang="da">${overskrift}</div>
      <p>${strings.by(formats.day(fristDato))}</p>
      <p>${strings.sender(afsenderNavn)}</p>
      ${text === undefined ? html`<p>${strings.textsDiffer}</p>` : markup?.markup === text ? markup.cloneNode(true) : nothing}
      <p>${strings.printedOn(companies, formats.date(model.navigation.today))}</p>
      <p>${strings.printedOpen}</p>
    </div>
  `;
}

/** Returns whether a deadline is done or hidden, in words after its title or company. */
function describeMarks({isKlaret, isSlettet}: Frist, {strings}: ViewContext): string {
  return (isKlaret ? ` (${strings.isDone})` : '') + (isSlettet ? ` (${strings.isHidden})` : '');
}

/** Returns the filter in words; '' without one. */
function describeFilter({model, strings}: ViewContext): string {
  const {filter} = model;
  const {afsenderCvr, unreadOnly, undoneOnly, includeHidden, week} = filter;
  const parts = [
    week && {this: strings.thisWeek, next: strings.nextWeek}[week],
    afsenderCvr && sendersOf(model).get(afsenderCvr),
    undoneOnly && strings.undoneOnly,
    unreadOnly && strings.unreadOnly,
    includeHidden && strings.withHidden,
  ].filter(part => typeof part === 'string' && part !== '');
  return parts.length ? strings.printedFilter(parts.join(', ')) : '';
}
