/* Mails before deadlines, in the dialog of `notifications.ts`. */
import {html, nothing} from 'lit';

import {onEnter} from '../../shared/search-fields.ts';
import {renderButton} from '../../shared/templates.ts';
import type {MailChoice, Notifications} from '../model/notifications.ts';
import {companiesIn, heading, inputIn, renderCompanyChoice} from './notification-fields.ts';
import type {ViewContext} from './view.ts';

/** The days of mails that the person can choose from, and those of a first choice. */
const mailDays = [30, 14, 7, 3, 1, 0];
const firstDays: readonly number[] = [7, 1];

/** Renders the choice of mails; nothing if the service sends none. */
export function renderMails(notifications: Notifications, context: ViewContext) {
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
