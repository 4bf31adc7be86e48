import {html, nothing} from 'lit';

import type {CalendarModel} from '../model/calendar-model.ts';
import {type CompanyNames, companyName} from '../model/company-names.ts';
import {maxCompanies} from '../model/load-companies.ts';
import {groupBy} from '../model/selection.ts';
import type {CalendarStrings} from '../strings/da.ts';
import type {ViewContext} from './view-context.ts';

/** The maximum number of companies that are named for one reason. */
const maxNames = 5;

/**
 * Renders which of several companies could not be loaded, with a button that tries again, and that there are more than the calendar shows.
 * It can't be closed: deadlines are missing as long as it is there.
 */
export function renderCompanyFailures(context: ViewContext) {
  const {model, names, strings} = context;
  const {companies, isRetryingCompanies} = model;
  if (!companies?.areSeveral) return nothing;
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
                aria-disabled=${isRetryingCompanies ? 'true' : 'false'}
                @click=${() => void model.retryCompanies()}
              >
                ${isRetryingCompanies ? strings.loading : strings.retry}
              </button>
            `
          : nothing
      }
    </div>
    ${
      companies.omitted
        ? html`<p class="hint omitted">${strings.companiesOmitted(maxCompanies, companies.omitted)}</p>`
        : nothing
    }
  `;
}

/** Returns which companies could not be loaded, a text for each reason. */
export function describeFailures(
  companyFailures: CalendarModel['companyFailures'],
  names: CompanyNames | null,
  strings: Pick<CalendarStrings, 'companiesFailed' | 'reasons'>,
): string[] {
  const byReason = groupBy(companyFailures, ([, reason]) => reason);
  return [...byReason].map(([reason, failures]) => {
    const known = failures.slice(0, maxNames).map(([cvr]) => companyName(cvr, names));
    const text = strings.companiesFailed(known.join(', '), failures.length - known.length);
    return `${text} ${strings.reasons[reason]}`;
  });
}
