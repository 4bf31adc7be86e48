// The settings of mails and calendar links in the calendar's dialog, for `dialog.ts`. A new step of the model needs its
// messages in `describe`.
import {html, nothing} from 'lit';

import type {Notice} from '../../shared/templates.ts';
import type {Notifications} from '../model/notifications.ts';
import type {CalendarStrings} from '../../texts/da.ts';
import {renderLinks} from './links.ts';
import {renderMails} from './mails.ts';
import type {ViewContext} from './view.ts';

/** Renders the settings of mails, and then of links for calendar apps, for `dialog.ts`. */
export function renderNotifications(notifications: Notifications, context: ViewContext) {
  if (notifications.links) return [renderMails(notifications, context), renderLinks(notifications, context)];
  const isLoading = notifications.isBusy || !notifications.last;
  return isLoading ? html`<p class="hint">${context.strings.loadingNotifications}</p>` : nothing;
}

/** Returns the result of the last step, for the bar that stays in sight while the person scrolls. */
export function resultNotice(notifications: Notifications, strings: CalendarStrings): Notice | undefined {
  const text = describe(notifications, strings);
  if (!text) return undefined;
  const failed = notifications.last?.failure !== undefined;
  if (!notifications.links) return {text, failed, act: () => void notifications.open()};
  return {text, failed, close: () => notifications.closeResult()};
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
    choose: [mails?.isBekraeftet ? strings.mailsChosen : strings.codeSent, strings.mailsFailed],
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
