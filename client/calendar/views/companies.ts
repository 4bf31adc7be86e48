import {html, nothing} from 'lit';

import {type CompanyNames, companyName, companyNameAndCvr} from '../../frist/model/company-names.ts';
import {maxCompanies} from '../../frist/model/cvrs.ts';
import {describeFailures} from '../../frist/views/describe-failures.ts';
import type {ViewContext} from './view-context.ts';

/** Renders a choice of companies or authorities: options are CVR numbers with names. */
export type RenderChoice = (
  label: string,
  all: string,
  options: Iterable<readonly [string, string]>,
  name: 'cvr' | 'afsenderCvr',
) => unknown;

/** Renders the choice of the company whose deadlines are shown. */
export function renderCompanyFilter({model, names, strings}: ViewContext, renderChoice: RenderChoice) {
  return renderChoice(
    strings.company,
    strings.allCompanies,
    byName(model.companies?.cvrs ?? [], names),
    'cvr',
  );
}

/** Renders, for paper, the companies with the current day, and the missing ones. */
export function renderPrintedCompanies(context: ViewContext) {
  const {model, names, strings, formats} = context;
  const {companies, filter, navigation} = model;
  const printed = companies?.cvrs.filter(cvr => !filter.cvr || cvr === filter.cvr) ?? [];
  const list = printed.map(cvr => companyNameAndCvr(cvr, names)).join(', ');
  const text = strings.printedOnCompanies(list, formats.date(navigation.today));
  return [text, ...describeFailures(model.companyFailures, names, strings)].map(line => html`<p>${line}</p>`);
}

/** Returns companies with their names, in alphabetical order. */
function byName(cvrs: readonly string[], names: CompanyNames | null): (readonly [string, string])[] {
  return cvrs
    .map(cvr => [cvr, companyName(cvr, names)] as const)
    .sort(([, one], [, other]) => one.localeCompare(other, 'da'));
}

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
