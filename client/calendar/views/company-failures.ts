import {html, nothing} from 'lit';

import type {Failures} from '../model/deadlines.ts';
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
  const {companies} = model;
  if (!companies?.areSeveral) return nothing;
  const {omitted, deadlines} = companies;
  const {isRetrying} = deadlines;
  const failures = describeFailures(model.companyFailures, names, strings);
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
                @click=${() => void model.retryCompanies()}
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
