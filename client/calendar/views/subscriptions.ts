import {html, nothing} from 'lit';

import {companyName} from '../../frist/model/company-names.ts';
import type {Subscription} from '../model/subscription.ts';
import type {CalendarStrings} from '../strings/da.ts';
import type {ViewContext} from './view-context.ts';

/** Renders a choice of companies, with the states of their links for calendar apps. */
export function renderSubscriptions({model, names, strings}: ViewContext) {
  const {companies} = model;
  if (!companies) return nothing;
  const {cvrs} = companies;
  const reason = cvrs.map(cvr => companies.subscriptions.get(cvr)?.last?.failure).find(failure => failure);
  return html`
    <p>${strings.subscribeIntro} ${strings.chooseCompany}</p>
    <p role="alert">${reason ? strings.reasons[reason] : nothing}</p>
    <ul class="entries">
      ${cvrs.map(
        cvr => html`
          <li>
            <button
              type="button"
              class="entry"
              part="entry"
              @click=${() => model.dialog.openSubscription(cvr)}
            >
              <span class="entry-title">${companyName(cvr, names)}</span>
              <span class="entry-sender">${describe(companies.subscriptions.get(cvr), strings)}</span>
            </button>
          </li>
        `,
      )}
    </ul>
  `;
}

/** Returns whether a company has a link. */
function describe(subscription: Subscription | undefined, strings: CalendarStrings): string {
  if (subscription?.exists !== undefined) return subscription.exists ? strings.hasLink : strings.hasNoLink;
  return subscription?.last?.failure ? strings.linkUnknown : strings.checkingLinks;
}
