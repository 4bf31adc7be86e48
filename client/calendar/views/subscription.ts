import {html, nothing} from 'lit';

import {googleUrl, outlookUrl, type Subscription, webcalUrl} from '../model/subscription.ts';
import type {CalendarStrings} from '../strings/da.ts';

/** Renders the URL of the feed for calendar apps, with the actions that create, copy and revoke it. */
export function renderSubscription(subscription: Subscription, strings: CalendarStrings) {
  const {url, last, isBusy} = subscription;
  const known = url !== undefined;
  const failed = last?.failure !== undefined;
  const busyState = isBusy ? 'true' : 'false';
  return html`
    <p>${strings.subscribeIntro}</p>
    ${known ? renderUrl(url, subscription, strings) : nothing}
    <p role="status">${failed ? nothing : describe(subscription, strings)}</p>
    <p role="alert">${failed ? describe(subscription, strings) : nothing}</p>
    <p class="hint">${known ? `${strings.secretHint} ${strings.refreshHint}` : strings.makeAddressHint}</p>
    <div class="actions">
      <button
        class="button ${known ? '' : 'primary'}"
        type="button"
        aria-disabled=${busyState}
        @click=${() => void subscription.create()}
      >
        ${known ? strings.replaceAddress : strings.makeAddress}
      </button>
      <button
        class="button"
        type="button"
        aria-disabled=${busyState}
        @click=${() => void subscription.revoke()}
      >
        ${strings.withdrawAddress}
      </button>
    </div>
  `;
}

function renderUrl(url: string, subscription: Subscription, strings: CalendarStrings) {
  const copy = async (event: Event) => {
    const root = (event.target as HTMLElement).getRootNode() as ShadowRoot;
    const copied = await subscription.copy();
    if (copied) return;
    const field = root.querySelector<HTMLInputElement>('#address');
    field?.focus();
    field?.select();
  };
  const link = (href: string, text: string) => html`
    <li><a href=${href} target="_blank" rel="noopener noreferrer">${text}</a></li>
  `;
  return html`
    <div class="address">
      <label for="address">${strings.address}</label>
      <input id="address" class="field" readonly .value=${url} />
      <button class="button primary" type="button" @click=${copy}>${strings.copy}</button>
    </div>
    <ul class="open-in">
      <li><a href=${webcalUrl(url)}>${strings.openInProgram}</a></li>
      ${link(googleUrl(url), strings.openInGoogle)}
      ${link(outlookUrl(url, strings.calendarName), strings.openInOutlook)}
    </ul>
  `;
}

function describe({last}: Subscription, strings: CalendarStrings) {
  if (!last) return nothing;
  const {step, failure} = last;
  if (step === 'copy') return failure ? strings.copyFailed : strings.copied;
  if (step === 'create') {
    return failure ? `${strings.makeAddressFailed} ${strings.reasons[failure]}` : strings.addressMade;
  }
  return failure ? `${strings.withdrawFailed} ${strings.reasons[failure]}` : strings.withdrawn;
}
