// The settings of mails and calendar links in the calendar's dialog, for `dialog.ts`. A new step of the model needs its
// messages in `describe`. Always render both live regions: screen readers may ignore a new one.
import {html, nothing} from 'lit';

import {renderButton} from '../../shared/templates.ts';
import type {Notifications} from '../model/notifications.ts';
import type {CalendarStrings} from '../../texts/da.ts';
import {renderLinks} from './links.ts';
import {renderMails} from './mails.ts';
import type {ViewContext} from './view.ts';

/** Renders the settings of mails, and then of links for calendar apps, for `dialog.ts`. */
export function renderNotifications(notifications: Notifications, context: ViewContext) {
  const {strings} = context;
  const {last, links} = notifications;
  const failed = last?.failure !== undefined;
  const text = describe(notifications, strings);
  // `renderMails` shows the text above the field for the code.
  const isShownBelow = last?.step === 'choose' && !notifications.mails?.isBekraeftet;
  return html`
    <p role="status" class=${isShownBelow ? 'spoken' : ''}>${failed ? nothing : text}</p>
    <p class="error" role="alert">${failed ? text : nothing}</p>
    ${links ? html`${renderMails(notifications, context)} ${renderLinks(notifications, context)}` : renderMissing(notifications, strings)}
  `;
}

function renderMissing(notifications: Notifications, strings: CalendarStrings) {
  if (notifications.isBusy || !notifications.last)
    return html`<p class="hint">${strings.loadingNotifications}</p>`;
  return html`<div class="actions">${renderButton(strings.retry, () => notifications.open())}</div>`;
}

/** Returns the result of the last step, or why the step failed; '' if a field shows this. */
function describe({last, mails}: Notifications, strings: CalendarStrings) {
  if (!last) return '';
  const {step, failure} = last;
  const [done, failed] = {
    load: ['', strings.notificationsFailed],
    create: [
      strings.linkReady,
      failure === 'away' || failure === 'offline' ? strings.createLinkUnknown : strings.createLinkFailed,
    ],
    end: [strings.linkEnded, strings.endLinkFailed],
    remove: [strings.companyRemoved, strings.removeCompanyFailed],
    copy: [strings.copied, strings.copyFailed],
    choose: [
      mails?.isBekraeftet ? strings.mailsChosen : strings.mailWaiting(mails?.email ?? ''),
      strings.mailsFailed,
    ],
    confirm: [strings.addressConfirmed, strings.mailsFailed],
    stop: [strings.mailsStopped, strings.mailsFailed],
  }[step];
  if (!failure) return done;
  if (step === 'copy') return failed;
  // The field says why.
  if (failure === 'refused') return step === 'create' ? failed : '';
  if (failure === 'full') return strings.tooManyLinks;
  return failure === 'often' ? strings.tooOften : `${failed} ${strings.reasons[failure]}`;
}
