import {html, nothing} from 'lit';

import {outlookUrl, type Subscription, type SubscriptionChange, webcalUrl} from '../model/subscription.ts';
import type {CalendarStrings} from '../strings/da.ts';
import {companyOf, type ViewContext} from './view-context.ts';

/** The reminders that the person can choose from, in days before a deadline. */
const reminders = [0, 1, 3, 7, 14];

/** Google Calendar's page for the URL of a feed. Its links with the URL in `cid` need `webcal:`, and do not work for every feed. */
const googleAddUrl = 'https://calendar.google.com/calendar/r/settings/addbyurl';

/** Renders the link of the feed for calendar apps: its state, how to use it, and the buttons that create, replace and revoke it. */
export function renderSubscription(subscription: Subscription, context: ViewContext) {
  const {strings} = context;
  const {exists, last} = subscription;
  const company = companyOf(subscription, context);
  const failed = last?.failure !== undefined;
  const text = describe(subscription, strings);
  return html`
    <p role="status">${failed ? nothing : text}</p>
    <p role="alert">${failed ? text : nothing}</p>
    ${company ? html`<p class="when">${company}</p>` : nothing}
    <p>${strings.subscribeIntro} ${company && strings.linkOfCompany}</p>
    ${exists === undefined ? renderUnknown(subscription, strings) : nothing}
    ${exists === false ? renderCreate(subscription, strings) : nothing}
    ${exists === true ? renderLink(subscription, context) : nothing}
  `;
}

function renderUnknown(subscription: Subscription, strings: CalendarStrings) {
  if (subscription.isBusy || !subscription.last) return html`<p class="hint">${strings.checkingLink}</p>`;
  return renderButton(strings.retry, false, subscription.isBusy, () => void subscription.load());
}

function renderCreate(subscription: Subscription, strings: CalendarStrings) {
  return html`
    <div class="actions">
      ${renderButton(strings.createLink, true, subscription.isBusy, () => void subscription.create())}
    </div>
  `;
}

function renderLink(subscription: Subscription, context: ViewContext) {
  const {strings, formats} = context;
  const {url, createdOn} = subscription;
  if (url === undefined) {
    return html`
      <p>${strings.linkExists(createdOn && formats.day(createdOn))} ${strings.linkIsSecret}</p>
      ${renderManagement(subscription, strings)}
    `;
  }
  return html`
    ${renderReminder(subscription, strings)} ${renderUrl(url, subscription, strings)}
    <p>${strings.copyHint}</p>
    ${renderApps(url, companyOf(subscription, context) || `CVR ${subscription.cvr}`, strings)}
    <p class="hint">${strings.secretHint} ${strings.refreshHint}</p>
    ${renderManagement(subscription, strings)}
  `;
}

function renderReminder(subscription: Subscription, strings: CalendarStrings) {
  return html`
    <div class="reminder">
      <label for="reminder">${strings.reminder}</label>
      <select
        id="reminder"
        class="field"
        part="field"
        aria-describedby="reminder-hint"
        @change=${({target}: Event) => subscription.remind(Number((target as HTMLSelectElement).value))}
      >
        ${reminders.map(
          days => html`
            <option value=${days} .selected=${days === subscription.reminderDays}>
              ${strings.reminderDays(days)}
            </option>
          `,
        )}
      </select>
      <p id="reminder-hint" class="hint">${strings.reminderHint}</p>
    </div>
  `;
}

/** Renders a row for each calendar app with instructions. Only one is open at a time, in browsers that support this. */
function renderApps(url: string, company: string, strings: CalendarStrings) {
  const row = (name: string, steps: readonly unknown[], after: unknown = nothing) => html`
    <details class="app" name="app">
      <summary>${name}</summary>
      <ol>
        ${steps.map(step => html`<li>${step}</li>`)}
      </ol>
      ${after}
    </details>
  `;
  const link = (href: string, text: string) =>
    html`<a href=${href} target="_blank" rel="noopener noreferrer">${text}</a>`;
  const outlook = (host: string) =>
    link(outlookUrl(host, url, `${strings.calendarName}, ${company}`), strings.openInOutlook);
  return html`
    <div class="apps">
      ${row(
        strings.appleCalendar,
        [strings.appleSubscribe, strings.pasteLink, strings.appleReminders],
        html`<p><a href=${webcalUrl(url)}>${strings.openOnDevice}</a></p>`,
      )}
      ${row(strings.googleCalendar, [
        link(googleAddUrl, strings.openInGoogle),
        strings.googleAdd,
        strings.shownOnPhone,
      ])}
      ${row(strings.outlookWork, [
        outlook('outlook.office.com'),
        strings.outlookImport,
        strings.shownOnPhone,
      ])}
      ${row(strings.outlookPrivate, [
        outlook('outlook.live.com'),
        strings.outlookImport,
        strings.shownOnPhone,
      ])}
      ${row(strings.otherCalendar, [strings.otherFind, strings.pasteLink])}
    </div>
  `;
}

function renderUrl(url: string, subscription: Subscription, strings: CalendarStrings) {
  const copy = async ({target}: Event) => {
    const field = (target as Element).closest('.address')?.querySelector('input');
    if (await subscription.copy()) return;
    field?.focus();
    field?.select();
  };
  return html`
    <div class="address">
      <label for="address">${strings.address}</label>
      <input id="address" class="field" part="field" readonly .value=${url} />
      <button class="button" part="button" type="button" @click=${copy}>${strings.copy}</button>
    </div>
  `;
}

/** Renders the buttons that replace and revoke the link. Both ask for confirmation. */
function renderManagement(subscription: Subscription, strings: CalendarStrings) {
  const {confirming, isBusy, url} = subscription;
  const ask = (change: SubscriptionChange, text: string) => html`
    <button
      class="button quiet"
      part="button"
      type="button"
      aria-expanded=${confirming === change ? 'true' : 'false'}
      @click=${() => subscription.confirm(confirming === change ? undefined : change)}
    >
      ${text}
    </button>
  `;
  return html`
    <details class="manage" ?open=${url === undefined}>
      <summary>${strings.manageLink}</summary>
      <div class="actions">${ask('create', strings.replaceLink)} ${ask('revoke', strings.revokeLink)}</div>
      ${
        confirming
          ? html`
              <div class="confirmation" role="group" aria-labelledby="confirmation">
                <p id="confirmation">
                  ${confirming === 'create' ? strings.replaceLinkHint : strings.revokeLinkHint}
                </p>
                <div class="actions">
                  ${renderButton(
                    confirming === 'create' ? strings.confirmReplace : strings.confirmRevoke,
                    true,
                    isBusy,
                    () => void (confirming === 'create' ? subscription.create() : subscription.revoke()),
                  )}
                  ${renderButton(strings.cancel, false, false, () => subscription.confirm(undefined))}
                </div>
              </div>
            `
          : nothing
      }
    </details>
  `;
}

function renderButton(text: string, isPrimary: boolean, isBusy: boolean, act: () => void) {
  return html`
    <button
      class="button ${isPrimary ? 'primary' : ''}"
      part=${isPrimary ? 'button button-primary' : 'button'}
      type="button"
      aria-disabled=${isBusy ? 'true' : 'false'}
      @click=${act}
    >
      ${text}
    </button>
  `;
}

/** Returns the result of the last step, or why it failed. */
function describe({last}: Subscription, strings: CalendarStrings) {
  if (!last) return nothing;
  const {step, failure, replaced} = last;
  if (step === 'copy') return failure ? strings.copyFailed : strings.copied;
  if (failure) {
    const failed = {
      load: strings.checkLinkFailed,
      create: strings.createLinkFailed,
      revoke: strings.revokeLinkFailed,
    };
    return `${failed[step]} ${strings.reasons[failure]}`;
  }
  if (step === 'load') return nothing;
  if (step === 'revoke') return strings.linkRevoked;
  return replaced ? `${strings.linkReady} ${strings.linkReplaced}` : strings.linkReady;
}
