import {html, nothing} from 'lit';

import {companyName} from '../../frist/model/cvrs.ts';
import {onEnter} from '../../shared/search-fields.ts';
import {renderButton} from '../../shared/templates.ts';
import type {ChosenCompanies, LastStep, MailChoice, Notifications} from '../model/notifications.ts';
import type {CalendarStrings} from '../../texts/da.ts';
import type {ViewContext} from './view.ts';

/** The reminders that the person can choose from, in days before a deadline. */
const reminders = [0, 1, 3, 7, 14];

/** The days of mails that the person can choose from, and those of a first choice. */
const mailDays = [30, 14, 7, 3, 1, 0];
const firstDays: readonly number[] = [7, 1];

/** Google Calendar's page for the URL of a feed. Its links with the URL in `cid` need `webcal:`, and do not work for every feed. */
const googleAddUrl = 'https://calendar.google.com/calendar/r/settings/addbyurl';

/** Renders how a person gets to know of deadlines: mails first, then links for calendar apps. */
export function renderNotifications(notifications: Notifications, context: ViewContext) {
  const {strings} = context;
  const {last, links, isBusy} = notifications;
  const failed = last?.failure !== undefined;
  const text = describe(last, strings);
  return html`
    <p role="status">${failed ? nothing : text}</p>
    <p role="alert">${failed ? text : nothing}</p>
    ${links ? html`${renderMails(notifications, context)} ${renderLinks(notifications, context)}` : renderMissing(notifications, isBusy, strings)}
  `;
}

function renderMissing(notifications: Notifications, isBusy: boolean, strings: CalendarStrings) {
  if (isBusy || !notifications.last) return html`<p class="hint">${strings.loadingNotifications}</p>`;
  return html`<div class="actions">${renderButton(strings.retry, () => notifications.open())}</div>`;
}

const heading = (text: string, {level}: ViewContext) =>
  html`<div class="section" role="heading" aria-level=${level + 1}>${text}</div>`;

const inputIn = (event: Event, selector: string) =>
  (event.currentTarget as Element).closest('.fields')?.querySelector<HTMLInputElement>(selector);

/** Returns the chosen companies, with the names that the page gives them. */
function companiesIn(event: Event, {model, names}: ViewContext): ChosenCompanies {
  const {cvrs = [], areSeveral = false} = model.companies ?? {};
  const chosen = inputIn(event, 'select.companies-field')?.value;
  const virksomheder = chosen ? [chosen] : cvrs;
  const navne = virksomheder.flatMap((cvr): [string, string][] => {
    const name: unknown = names && Object.hasOwn(names, cvr) ? names[cvr] : undefined;
    return typeof name === 'string' && name.trim() ? [[cvr, name.slice(0, 100)]] : [];
  });
  return {virksomheder, navne: Object.fromEntries(navne), alle: areSeveral && !chosen};
}

/** Renders a choice of one company or all; nothing in a calendar of one. */
function renderCompanyChoice(id: string, {model, names, strings}: ViewContext) {
  const {companies} = model;
  if (!companies?.areSeveral) return nothing;
  return html`
    <label for=${id}>${strings.company}</label>
    <select id=${id} class="field companies-field" part="field">
      <option value="">${strings.allCompanies}</option>
      ${companies.cvrs.map(cvr => html`<option value=${cvr}>${companyName(cvr, names)}</option>`)}
    </select>
  `;
}

function renderMails(notifications: Notifications, context: ViewContext) {
  const {mails} = notifications;
  const {strings} = context;
  if (!mails) return nothing;
  const isWaiting = mails.email !== null && !mails.isBekraeftet;
  return html`
    ${heading(strings.mails, context)}
    ${mails.fejl ? html`<p class="warning">${strings.mailRefused(mails.email ?? '')}</p>` : nothing}
    ${isWaiting ? renderCode(notifications, context) : renderMailChoice(notifications, context)}
    <p class="hint">${strings.mailPrivacy}</p>
  `;
}

/** Renders the field for the code of the mail that confirms the address. */
function renderCode(notifications: Notifications, {strings}: ViewContext) {
  const {mails, isBusy} = notifications;
  const submit = (event: Event) =>
    notifications.confirmAddress(inputIn(event, '#mail-code')?.value.trim() ?? '');
  return html`
    <p>${strings.mailWaiting(mails?.email ?? '')}</p>
    <div class="fields" @keydown=${onEnter(event => void submit(event))}>
      <label for="mail-code">${strings.mailCode}</label>
      <input id="mail-code" class="field" part="field" inputmode="numeric" autocomplete="off" maxlength="6" />
      <div class="actions">
        ${renderButton(strings.confirmAddress, submit, {kind: 'primary', isDisabled: isBusy})}
        ${renderButton(strings.anotherAddress, () => notifications.stopMails(), {kind: 'quiet'})}
      </div>
    </div>
  `;
}

/** Renders the choice of address, days and companies. */
function renderMailChoice(notifications: Notifications, context: ViewContext) {
  const {mails, isBusy} = notifications;
  const {strings} = context;
  const {email = null, dage} = mails ?? {};
  const chosen = email === null ? firstDays : dage;
  const submit = (event: Event) => {
    const root = (event.currentTarget as Element).closest('.fields');
    const boxes = [...(root?.querySelectorAll<HTMLInputElement>('[type=checkbox]') ?? [])];
    const choice: MailChoice = {
      email: inputIn(event, '#mail-address')?.value.trim() ?? '',
      dage: boxes.filter(({checked}) => checked).map(({value}) => Number(value)),
      sprog: strings.mailLanguage,
      ...companiesIn(event, context),
    };
    return notifications.choose(choice);
  };
  return html`
    ${email === null ? html`<p>${strings.mailIntro}</p>` : html`<p>${strings.mailsTo(email)}</p>`}
    <div class="fields" @keydown=${onEnter(event => void submit(event))}>
      <label for="mail-address">${strings.mailAddress}</label>
      <input
        id="mail-address"
        class="field"
        part="field"
        type="email"
        autocomplete="email"
        maxlength="254"
        .value=${email ?? ''}
      />
      <div class="days" role="group" aria-label=${strings.mailDays}>
        <span>${strings.mailDays}</span>
        ${mailDays.map(
          days => html`
            <label class="check">
              <input type="checkbox" value=${days} .checked=${chosen?.includes(days) ?? false} />
              ${strings.mailDay(days)}
            </label>
          `,
        )}
      </div>
      ${renderCompanyChoice('mail-companies', context)}
      <div class="actions">
        ${renderButton(email === null ? strings.getMails : strings.saveMails, submit, {kind: 'primary', isDisabled: isBusy})}
        ${email === null ? nothing : renderButton(strings.stopMails, () => notifications.stopMails(), {kind: 'quiet'})}
      </div>
    </div>
  `;
}

function renderLinks(notifications: Notifications, context: ViewContext) {
  const {strings} = context;
  const {links = [], created, url} = notifications;
  return html`
    ${heading(strings.calendarLinks, context)}
    <p>${strings.subscribeIntro}</p>
    ${created && url !== undefined ? renderCreated(url, notifications, context) : nothing}
    ${
      links.length
        ? html`<ul class="links" aria-label=${strings.calendarLinks}>
            ${links.map(link => renderLink(link, notifications, context))}
          </ul>`
        : nothing
    }
    ${renderNewLink(notifications, context)} ${renderOthers(notifications, context)}
  `;
}

/** Renders how to use the link that was just created. */
function renderCreated(url: string, notifications: Notifications, context: ViewContext) {
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

type Linked = NonNullable<Notifications['links']>[number];

/** Renders a link of the person, and the button that ends it, which asks for confirmation. */
function renderLink(
  {id, navn, virksomheder, oprettet}: Linked,
  notifications: Notifications,
  context: ViewContext,
) {
  const {strings, formats, names} = context;
  const {confirming, isBusy} = notifications;
  const isExpanded = confirming === id;
  const [only] = virksomheder;
  const whose =
    virksomheder.length === 1 && only
      ? companyName(only.cvr, names)
      : strings.linkedCompanies(virksomheder.length);
  const toggle = () => notifications.confirm(isExpanded ? undefined : id);
  return html`
    <li>
      <span
        ><b>${navn}</b>
        <span class="hint">${whose} · ${strings.createdOn(formats.date(oprettet.slice(0, 10)))}</span></span
      >
      ${renderButton(strings.endLink, toggle, {kind: 'quiet', isExpanded, label: `${strings.endLink} ${navn}`})}
      ${
        isExpanded
          ? html`
              <div class="confirmation" role="group" aria-label=${strings.endLinkHint}>
                <p>${strings.endLinkHint}</p>
                <div class="actions">
                  ${renderButton(strings.confirmEnd, () => notifications.end(id), {kind: 'primary', isDisabled: isBusy})}
                  ${renderButton(strings.cancel, toggle)}
                </div>
              </div>
            `
          : nothing
      }
    </li>
  `;
}

function renderNewLink(notifications: Notifications, context: ViewContext) {
  const {strings} = context;
  const submit = (event: Event) => {
    const field = inputIn(event, '#link-name');
    const name = field?.value.trim();
    return notifications.create(
      name === undefined || name === '' ? strings.linkName : name,
      companiesIn(event, context),
    );
  };
  return html`
    <div class="fields" @keydown=${onEnter(event => void submit(event))}>
      <label for="link-name">${strings.nameOfLink}</label>
      <input
        id="link-name"
        class="field"
        part="field"
        maxlength="100"
        autocomplete="off"
        placeholder=${strings.linkName}
      />
      ${renderCompanyChoice('link-companies', context)}
      <div class="actions">
        ${renderButton(strings.createLink, submit, {isDisabled: notifications.isBusy})}
      </div>
    </div>
  `;
}

/** Renders the links of others that contain a company, whose people may take it out of them. */
function renderOthers(notifications: Notifications, context: ViewContext) {
  const {others, othersOf, isBusy} = notifications;
  const {model, names, strings, formats} = context;
  const {companies} = model;
  const onChange = ({target}: Event) => notifications.showOthers((target as HTMLSelectElement).value);
  return html`
    <details class="manage">
      <summary>${strings.linksOfOthers}</summary>
      ${
        companies?.areSeveral
          ? html`
              <label for="others">${strings.company}</label>
              <select id="others" class="field" part="field" @change=${onChange}>
                <option value="" ?disabled=${othersOf !== undefined}></option>
                ${companies.cvrs.map(cvr => html`<option value=${cvr} .selected=${cvr === othersOf}>${companyName(cvr, names)}</option>`)}
              </select>
            `
          : nothing
      }
      ${others?.length === 0 ? html`<p>${strings.noLinksOfOthers}</p>` : nothing}
      <ul class="links" aria-label=${strings.linksOfOthers}>
        ${others?.map(
          ({id, navn, oprettet}) => html`
            <li>
              <span
                ><b>${navn}</b>
                <span class="hint">${strings.createdOn(formats.date(oprettet.slice(0, 10)))}</span></span
              >
              ${renderButton(strings.removeCompany, () => notifications.remove(id), {kind: 'quiet', isDisabled: isBusy, label: `${strings.removeCompany} ${navn}`})}
            </li>
          `,
        )}
      </ul>
    </details>
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

/** Returns the result of the last step, or why it failed. */
function describe(last: LastStep | undefined, strings: CalendarStrings) {
  if (!last) return '';
  const {step, failure} = last;
  const [done, failed] = {
    load: ['', strings.notificationsFailed],
    create: [strings.linkReady, strings.createLinkFailed],
    end: [strings.linkEnded, strings.endLinkFailed],
    remove: [strings.companyRemoved, strings.removeCompanyFailed],
    copy: [strings.copied, strings.copyFailed],
    choose: [strings.mailsChosen, strings.mailsFailed],
    confirm: [strings.addressConfirmed, strings.mailsFailed],
    stop: [strings.mailsStopped, strings.mailsFailed],
  }[step];
  if (!failure) return done;
  if (step === 'copy') return failed;
  if (failure === 'refused') return step === 'confirm' ? strings.wrongCode : strings.wrongAddress;
  return failure === 'often' ? strings.tooOften : `${failed} ${strings.reasons[failure]}`;
}
