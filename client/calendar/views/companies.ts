import {html, nothing} from 'lit';

import {maxCompanies} from '../../frist/model/cvrs.ts';
import {describeFailures} from '../../frist/views/describe-failures.ts';
import {renderButton} from './button.ts';
import type {ViewContext} from './view-context.ts';

/**
 * Renders the companies that could not be loaded, with a retry button, and the number of companies beyond the maximum. It can't be closed,
 * since deadlines are missing.
 */
export function renderCompanyFailures({model, names, strings}: ViewContext) {
  const {companies} = model;
  if (!companies?.areSeveral) return nothing;
  const {omitted} = companies;
  const {isRetrying} = companies.deadlines;
  const failures = describeFailures(model.companyFailures, names, strings);
  return html`
    <div
      class=${failures.length ? 'company-failures' : 'spoken'}
      part=${failures.length ? 'company-failures' : nothing}
    >
      <div role="alert">${failures.map(text => html`<p>${text}</p>`)}</div>
      ${failures.length ? renderButton(isRetrying ? strings.loading : strings.retry, () => model.retryCompanies(), {isBusy: isRetrying}) : nothing}
    </div>
    ${omitted ? html`<p class="hint omitted">${strings.companiesOmitted(maxCompanies, omitted)}</p>` : nothing}
  `;
}
