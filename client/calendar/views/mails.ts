// The choice of mails before deadlines, in the dialog: `notifications.ts` calls `renderMails`. Here you can change the
// fields, and choose `mailDays` among `reminderDays` of `server/calendar/mail/reminders.ts`. `model/notifications.ts`
// saves the choice. Keep the focus on a problem, since screen readers may miss an alert in a dialog.
import {html, nothing} from 'lit';

import {onEnter} from '../../shared/search-fields.ts';
import {renderButton} from '../../shared/templates.ts';
import type {MailChoice, Notifications} from '../model/notifications.ts';
import {companiesIn, heading, inputIn, renderCompanyChoice} from './notification-fields.ts';
import type {ViewContext} from './view.ts';

/** The days that the person can choose for mails, and those that are chosen at first. */
const mailDays = [30, 14, 7, 3, 1, 0];
const firstDays: readonly number[] = [7, 1];

/** Renders the choice of mails; nothing if the service sends none. */
export function renderMails(notifications: Notifications, context: ViewContext) {
  const {mails, isChanging} = notifications;
  const {strings} = context;
  if (!mails) return nothing;
  const isWaiting = mails.email !== null && !mails.isBekraeftet && !isChanging;
  return html`
    ${heading(strings.mails, context)}
    ${mails.fejl ? html`<p class="warning">${strings.mailRefused(mails.email ?? '')}</p>` : nothing}
    ${isWaiting ? renderCode(notifications, context) : renderMailChoice(notifications, context)}
    <p class="hint">${strings.mailPrivacy}</p>
  `;
}

/** Renders why the service refused what the person typed, if it did. */
const renderProblem = ({last}: Notifications, step: 'choose' | 'confirm', text: string) =>
  last?.step === step && last.failure === 'refused'
    ? html`<p id="mail-problem" class="problem" tabindex="-1">${text}</p>`
    : undefined;

/** Focuses the problem: Orca misses an alert in a dialog of Firefox. */
function focusProblem({last}: Notifications, {events}: ViewContext): void {
  if (last?.failure === 'refused') events.focus('.problem');
}

/** Renders the field for the code of the mail that confirms the address. */
function renderCode(notifications: Notifications, context: ViewContext) {
  const {mails, isBusy} = notifications;
  const {strings} = context;
  const problem = renderProblem(notifications, 'confirm', strings.wrongCode);
  const submit = async (event: Event) => {
    await notifications.confirmAddress(inputIn(event, '#mail-code')?.value.replaceAll(/\s/g, '') ?? '');
    focusProblem(notifications, context);
  };
  const change = () => {
    notifications.changeAddress();
    context.events.focus('#mail-address');
  };
  return html`
    <p id="mail-waiting">${strings.mailWaiting(mails?.email ?? '')}</p>
    <div class="fields" @keydown=${onEnter(event => void submit(event))}>
      <label for="mail-code">${strings.mailCode}</label>
      ${problem}
      <input
        id="mail-code"
        class="field"
        part="field"
        inputmode="numeric"
        autocomplete="off"
        aria-describedby=${problem ? 'mail-problem' : 'mail-waiting'}
        aria-invalid=${problem ? 'true' : 'false'}
      />
      <div class="actions">
        ${renderButton(strings.confirmAddress, submit, {kind: 'primary', isDisabled: isBusy})}
        ${renderButton(strings.anotherAddress, change, {kind: 'quiet'})}
      </div>
    </div>
  `;
}

/** Renders the choice of address, days and companies. */
function renderMailChoice(notifications: Notifications, context: ViewContext) {
  const {mails, isBusy} = notifications;
  const {strings} = context;
  const problem = renderProblem(notifications, 'choose', strings.wrongAddress);
  const {email = null, dage, isBekraeftet} = mails ?? {};
  const language = mails && email !== null ? mails.sprog : strings.mailLanguage;
  const chosen = email === null ? firstDays : dage;
  // The person may have lost all companies of the choice.
  const claim = (to: string) => (mails?.virksomheder.length ? strings.mailsTo(to) : strings.noMails);
  const submit = async (event: Event) => {
    const root = (event.currentTarget as Element).closest('.fields');
    const boxes = [...(root?.querySelectorAll<HTMLInputElement>('.days input') ?? [])];
    const dage = boxes.filter(({checked}) => checked).map(({value}) => Number(value));
    // Without days there would be no mails.
    boxes[0]?.setCustomValidity(dage.length ? '' : strings.chooseDay);
    if (!boxes[0]?.reportValidity()) return;
    const companies = companiesIn(event, 'mail', context, mails ?? undefined);
    if (!companies) return;
    const choice: MailChoice = {
      email: inputIn(event, '#mail-address')?.value.trim() ?? '',
      dage,
      sprog: inputIn(event, '#mail-language')?.value === 'en' ? 'en' : 'da',
      ...companies,
    };
    await notifications.choose(choice);
    focusProblem(notifications, context);
  };
  return html`
    <p>${email !== null && isBekraeftet ? claim(email) : strings.mailIntro}</p>
    <div class="fields" @keydown=${onEnter(event => void submit(event))}>
      <label for="mail-address">${strings.mailAddress}</label>
      ${problem}
      <input
        id="mail-address"
        class="field"
        part="field"
        inputmode="email"
        autocomplete="email"
        autocapitalize="off"
        autocorrect="off"
        spellcheck="false"
        maxlength="254"
        aria-describedby=${problem ? 'mail-problem' : nothing}
        aria-invalid=${problem ? 'true' : 'false'}
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
      ${renderCompanyChoice('mail', context, mails ?? undefined)}
      <label for="mail-language">${strings.languageOfMails}</label>
      <select id="mail-language" class="field" part="field">
        <option lang="da" value="da" .selected=${language === 'da'}>Dansk</option>
        <option lang="en" value="en" .selected=${language === 'en'}>English</option>
      </select>
      <div class="actions">
        ${renderButton(isBekraeftet ? strings.saveMails : strings.getMails, submit, {kind: 'primary', isDisabled: isBusy})}
        ${email === null ? nothing : renderButton(strings.stopMails, () => notifications.stopMails(), {kind: 'quiet'})}
      </div>
    </div>
  `;
}
