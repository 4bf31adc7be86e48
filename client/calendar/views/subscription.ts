import {html, nothing} from 'lit';

import {renderButton} from '../../shared/templates.ts';
import {companyName} from '../../frist/model/cvrs.ts';
import type {Subscription, SubscriptionChange} from '../model/subscription.ts';
import type {CalendarStrings} from '../strings/da.ts';
import {companyOf} from './templates.ts';
import type {ViewContext} from './view.ts';

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
    ${exists ? renderLink(subscription, context) : renderMissing(subscription, strings)}
  `;
}

/** Renders that there is no link, or that this is not known. */
function renderMissing(subscription: Subscription, strings: CalendarStrings) {
  const {exists, isBusy, last} = subscription;
  if (exists === undefined && (isBusy || !last)) return html`<p class="hint">${strings.checkingLink}</p>`;
  const button =
    exists === undefined
      ? renderButton(strings.retry, () => subscription.load())
      : renderButton(strings.createLink, () => subscription.create(), {kind: 'primary', isDisabled: isBusy});
  return html`<div class="actions">${button}</div>`;
}

function renderLink(subscription: Subscription, context: ViewContext) {
  const {strings, formats} = context;
  const {url, createdAt} = subscription;
  if (url === undefined) {
    return html`
      <p>${strings.linkExists(createdAt && formats.day(createdAt.slice(0, 10)))} ${strings.linkIsSecret}</p>
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
  const row = (name: string, steps: readonly unknown[], after?: unknown) => html`
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
  const feed = new URLSearchParams({url, name: `${strings.calendarName}, ${company}`});
  const outlook = (name: string, host: string) => {
    const href = `https://${host}/calendar/0/addfromweb?${feed}`;
    return row(name, [link(href, strings.openInOutlook), strings.outlookImport, strings.shownOnPhone]);
  };
  // Some apps request it without TLS first, which exposes the secret.
  const webcalUrl = url.replace(/^https?:/, 'webcal:');
  return html`
    <div class="apps">
      ${row(
        strings.appleCalendar,
        [strings.appleSubscribe, strings.pasteLink, strings.appleReminders],
        html`<p><a href=${webcalUrl}>${strings.openOnDevice}</a></p>`,
      )}
      ${row(strings.googleCalendar, [link(googleAddUrl, strings.openInGoogle), strings.googleAdd, strings.shownOnPhone])}
      ${outlook(strings.outlookWork, 'outlook.office.com')}
      ${outlook(strings.outlookPrivate, 'outlook.live.com')}
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
      ${renderButton(strings.copy, copy)}
    </div>
  `;
}

/** Renders the buttons that replace and revoke the link. Both ask for confirmation. */
function renderManagement(subscription: Subscription, strings: CalendarStrings) {
  const {confirming, isBusy, url} = subscription;
  const ask = (change: SubscriptionChange, text: string) => {
    const isExpanded = confirming === change;
    const toggle = () => subscription.confirm(isExpanded ? undefined : change);
    return renderButton(text, toggle, {kind: 'quiet', isExpanded});
  };
  const [hint, text, confirm] =
    confirming === 'create'
      ? [strings.replaceLinkHint, strings.confirmReplace, () => subscription.create()]
      : [strings.revokeLinkHint, strings.confirmRevoke, () => subscription.revoke()];
  return html`
    <details class="manage" ?open=${url === undefined}>
      <summary>${strings.manageLink}</summary>
      <div class="actions">${ask('create', strings.replaceLink)} ${ask('revoke', strings.revokeLink)}</div>
      ${
        confirming
          ? html`
              <div class="confirmation" role="group" aria-labelledby="confirmation">
                <p id="confirmation">${hint}</p>
                <div class="actions">
                  ${renderButton(text, confirm, {kind: 'primary', isDisabled: isBusy})}
                  ${renderButton(strings.cancel, () => subscription.confirm(undefined))}
                </div>
              </div>
            `
          : nothing
      }
    </details>
  `;
}

/** Returns the result of the last step, or why it failed. */
function describe({last}: Subscription, strings: CalendarStrings) {
  if (!last) return '';
  const {step, failure, replaced} = last;
  const [done, failed] = {
    load: ['', strings.checkLinkFailed],
    create: [
      replaced ? `${strings.linkReady} ${strings.linkReplaced}` : strings.linkReady,
      strings.createLinkFailed,
    ],
    revoke: [strings.linkRevoked, strings.revokeLinkFailed],
    copy: [strings.copied, strings.copyFailed],
  }[step];
  if (!failure) return done;
  return step === 'copy' ? failed : `${failed} ${strings.reasons[failure]}`;
}

/** Renders a choice of companies, each with a link for calendar apps. */
export function renderSubscriptions({model, names, strings}: ViewContext) {
  const {cvrs = []} = model.companies ?? {};
  return html`
    <p>${strings.subscribeIntro} ${strings.chooseCompany}</p>
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
            </button>
          </li>
        `,
      )}
    </ul>
  `;
}
