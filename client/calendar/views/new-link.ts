// The instructions for adding a new link to a calendar app, for `links.ts`. Add or correct an app's steps in
// `renderApps`. The URL of the link is secret: anyone with it can read the deadlines, so never log it or show it
// elsewhere.
import {html} from 'lit';

import {companyName} from '../../frist/model/cvrs.ts';
import {renderButton} from '../../shared/templates.ts';
import type {Notifications} from '../model/notifications.ts';
import type {CalendarStrings} from '../../texts/da.ts';
import type {ViewContext} from './view.ts';

/** The reminders that the person can choose from, in days before a deadline. */
const reminders = [0, 1, 3, 7, 14];

/**
 * Google Calendar's page where a person enters the URL of a feed. Google's links with a URL in `cid` need `webcal:` and do not work for every feed.
 */
const googleAddUrl = 'https://calendar.google.com/calendar/r/settings/addbyurl';

/** Renders how to use the link that was just created. */
export function renderCreated(url: string, notifications: Notifications, context: ViewContext) {
  const {strings, names} = context;
  const companies = notifications.created?.virksomheder ?? [];
  const [only] = companies;
  const company = companies.length === 1 && only ? companyName(only.cvr, names) : '';
  return html`
    ${renderReminder(notifications, strings)} ${renderUrl(url, notifications, strings)}
    <p>${strings.copyHint}</p>
    ${renderApps(url, company, strings)}
    <p class="hint">${strings.secretHint} ${strings.refreshHint}</p>
  `;
}

function renderReminder(notifications: Notifications, strings: CalendarStrings) {
  return html`
    <div class="reminder">
      <label for="reminder">${strings.reminder}</label>
      <select
        id="reminder"
        class="field"
        part="field"
        aria-describedby="reminder-hint"
        @change=${({target}: Event) => notifications.remind(Number((target as HTMLSelectElement).value))}
      >
        ${reminders.map(
          days => html`
            <option value=${days} .selected=${days === notifications.reminderDays}>
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
  const feed = new URLSearchParams({
    url,
    name: company ? `${strings.calendarName}, ${company}` : strings.calendarName,
  });
  const outlook = (name: string, host: string) => {
    const href = `https://${host}/calendar/0/addfromweb?${feed}`;
    return row(name, [link(href, strings.openInOutlook), strings.outlookImport, strings.shownOnPhone]);
  };
  // Some apps request a `webcal:` URL without TLS first, which exposes the secret.
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

function renderUrl(url: string, notifications: Notifications, strings: CalendarStrings) {
  const copy = async ({target}: Event) => {
    const field = (target as Element).closest('.address')?.querySelector('input');
    if (await notifications.copy()) return;
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
