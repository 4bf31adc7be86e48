import {html, nothing} from 'lit';

import type {CalendarModel} from '../model/calendar-model.ts';
import type {Failures} from '../model/companies-deadlines.ts';
import {type CompanyNames, companyName} from '../model/company-names.ts';
import {maxCompanies} from '../model/cvrs.ts';
import {groupBy} from '../model/selection.ts';
import type {DeadlinesStrings} from '../strings/da-next.ts';
import type {ViewContext} from './view-context.ts';

/** The maximum number of companies that are named for one reason. */
const maxNames = 5;

/**
 * Renders the companies that could not be loaded, with a retry button, and the number of companies beyond the maximum. It can't be closed,
 * since deadlines are missing.
 */
export function renderCompanyFailures({model, names, strings}: ViewContext) {
  const several = model.companies?.several;
  const period = model.shownPeriod;
  if (!several) return nothing;
  const {isRetrying, omitted} = several;
  const failures = describeFailures(failuresOf(model), names, strings);
  return html`
    <div
      class=${failures.length ? 'company-failures' : 'spoken'}
      part=${failures.length ? 'company-failures' : nothing}
    >
      <div role="alert">${failures.map(text => html`<p>${text}</p>`)}</div>
      ${
        failures.length
          ? html`
              <button
                class="button"
                part="button"
                type="button"
                aria-disabled=${isRetrying ? 'true' : 'false'}
                @click=${() => period && void several.retry(period, model.today)}
              >
                ${isRetrying ? strings.loading : strings.retry}
              </button>
            `
          : nothing
      }
    </div>
    ${omitted ? html`<p class="hint omitted">${strings.companiesOmitted(maxCompanies, omitted)}</p>` : nothing}
  `;
}

/** Returns the failures of missing companies while others are shown; empty if all or none are shown. */
export function failuresOf({companies, failure, staleReason, needsNext}: CalendarModel): Failures {
  return ((failure ?? staleReason) ? undefined : companies?.several?.failures(needsNext)) ?? new Map();
}

/** Returns a text for each reason, with its companies. */
export function describeFailures(
  companyFailures: Failures,
  names: CompanyNames | null,
  {companiesFailed, reasons}: DeadlinesStrings,
): string[] {
  const byReason = groupBy(companyFailures, ([, reason]) => reason);
  return [...byReason].map(([reason, failures]) => {
    const known = failures.slice(0, maxNames).map(([cvr]) => companyName(cvr, names));
    const text = companiesFailed(known.join(', '), failures.length - known.length);
    return `${text} ${reasons[reason]}`;
  });
}
