import {html, nothing} from 'lit';

import type {Subscription} from '../model/subscription.ts';
import type {DialogStrings, DialogViewContext} from './view-context.ts';

/** Renders a choice of companies, with the states of their links for calendar apps. */
export function renderSubscriptions({model, several, names, strings}: DialogViewContext) {
  const {companies} = model;
  if (!companies) return nothing;
  const {cvrs} = companies;
  const reason = cvrs.map(cvr => companies.subscription(cvr)?.last?.failure).find(failure => failure);
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
              <span class="entry-title">${several?.companyName(cvr, names)}</span>
              <span class="entry-sender">${describe(companies.subscription(cvr), strings)}</span>
            </button>
          </li>
        `,
      )}
    </ul>
  `;
}

/** Returns whether a company has a link. */
function describe(subscription: Subscription | undefined, strings: DialogStrings): string {
  if (subscription?.exists !== undefined) return subscription.exists ? strings.hasLink : strings.hasNoLink;
  return subscription?.last?.failure ? strings.linkUnknown : strings.checkingLinks;
}
