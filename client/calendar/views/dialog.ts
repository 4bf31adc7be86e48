// The content of the dialog, for `tavle-calendar.ts`: a deadline, a day, or mails and links. `print.ts` uses its texts.
// Add a button or a line here; its state belongs in `model/dialog.ts`. Names of parts are public. An authority's text
// and link are not trusted: render the text in an element of class `markup`, which `tavle-calendar.ts` sanitises, and the link with `renderLink`.

import {html, nothing} from 'lit';

import {companyName, companyNameAndCvr} from '../../frist/model/cvrs.ts';
import {type Deadline, type Frist, isUnread, keyOf, type MarkName, textOf} from '../../frist/model/frist.ts';
import {describeRecipients, renderDone, renderDue, renderUnread} from '../../frist/views/entry.ts';
import type {Reason} from '../../texts/keys.ts';
import {toUrl} from '../../shared/property-values.ts';
import {
  chevronStart,
  type Notice,
  renderNotice,
  renderButton,
  renderIconButton,
} from '../../shared/templates.ts';
import type {DialogState} from '../model/dialog.ts';
import type {Which} from '../../texts/da.ts';
import {dialogNotice, renderRows} from './templates.ts';
import type {ViewContext} from './view.ts';
import {renderNotifications, resultNotice} from './notifications.ts';
import {outwardTarget} from '../../shared/frame.ts';

/** Renders the content of the dialog, for `tavle-calendar.ts`: a day's deadlines, a deadline's details, or mails and calendar links. */
export function renderDialog(opened: DialogState, context: ViewContext) {
  const {model, events, level, strings} = context;
  const {title, body} = contentOf(opened, context);
  return html`
    <div class="dialog-head">
      ${model.dialog.previous ? renderIconButton(strings.back, chevronStart, () => model.dialog.back()) : nothing}
      <div
        id="dialog-title"
        class="dialog-title"
        role="heading"
        aria-level=${level}
        tabindex="-1"
        lang=${model.dialog.deadline ? 'da' : nothing}
      >
        ${title}
      </div>
      ${renderButton(strings.close, () => model.dialog.close(), {kind: 'quiet'})}
    </div>
    <div class="dialog-body" @click=${events.onClick} @keydown=${events.onKeydown}>${body}</div>
    ${renderNotice(noticeOf(opened, context), strings)}
  `;
}

function noticeOf({kind}: DialogState, context: ViewContext): Notice | undefined {
  const {notifications} = context.model.companies ?? {};
  if (kind !== 'notifications' || !notifications) return dialogNotice(context);
  const result = resultNotice(notifications, context.strings);
  // Shows no notice during a step: a failed mark would be announced again.
  return result ?? (notifications.isBusy ? undefined : dialogNotice(context));
}

function contentOf(opened: DialogState, context: ViewContext) {
  const {model, strings, formats} = context;
  const {companies} = model;
  if (opened.kind === 'day') {
    const day = formats.day(opened.date);
    // With another width, another view is shown, which may lack the day.
    const frister = model.deadlinesOn(opened.date) ?? [];
    const body = frister.length ? renderRows(frister, context, true) : html`<p>${strings.noneOnDay(day)}</p>`;
    return {title: strings.deadlinesOn(day), body};
  }
  if (opened.kind === 'notifications') {
    const body = companies ? renderNotifications(companies.notifications, context) : nothing;
    return {title: strings.subscribe, body};
  }
  const {deadline} = model.dialog;
  if (deadline) return {title: deadline.overskrift, body: renderDeadline(deadline, context)};
  const {failure} = opened;
  // If a reload lacks the deadline, the model loads the deadline again.
  if (!failure) return {title: strings.loading, body: nothing};
  return {title: strings.deadlineFailed, body: renderDeadlineFailure(failure, context)};
}

/** Renders a deadline: its date, the link to what is to be done, its sender, the authority's text, its companies, and other actions. The `part` names are public. */
function renderDeadline(deadline: Deadline, context: ViewContext) {
  const {model, strings, formats} = context;
  const {cvr, fristDato, afsenderNavn, isKlaret, frister} = deadline;
  // After a change by the authority, a chosen company may have no equal deadlines left: the list then still shows the choice.
  const areSeveral = frister.length > 1 || model.dialog.chosen.size > 0;
  const text = textOf(deadline);
  const recipient = () =>
    html`<span class="company" part="company"
      >${strings.recipient(companyNameAndCvr(cvr, context.names))}</span
    >`;
  return html`
    <p class="when">
      <time datetime=${fristDato}>${strings.by(formats.day(fristDato))}</time>
      ${isKlaret ? renderDone(strings) : renderDue(fristDato, model.navigation.today, strings)}
    </p>
    ${text === undefined ? nothing : renderLink(deadline, context)}
    <p class="hint">
      ${strings.sender(afsenderNavn)} ${model.companies?.areSeveral && !areSeveral ? recipient() : nothing}
      ${areSeveral ? nothing : describeDone(deadline, context)}
    </p>
    ${text === undefined ? html`<p>${strings.textsDiffer}</p>` : html`<div class="markup" lang="da" .markup=${text}></div>`}
    ${renderSharing(deadline, context)} ${areSeveral ? renderCompanies(deadline, context) : nothing}
    ${renderMarks(deadline, context)}
  `;
}

/** Renders when a company has done what is due, and who has marked this. */
function describeDone({klaret}: Frist, {strings, formats}: ViewContext) {
  if (!klaret) return nothing;
  const {tid, navn} = klaret;
  return html`<span class="company">${strings.doneBy(formats.date(tid.slice(0, 10)), navn)}</span>`;
}

/** Renders the companies of a deadline, which the person chooses or opens. */
function renderCompanies(deadline: Deadline, context: ViewContext) {
  const {model, take, names, strings} = context;
  const {dialog} = model;
  const {text} = describeRecipients(deadline, names, strings);
  const onChoose = (frist: Frist) => (event: Event) =>
    dialog.choose(frist, (event.target as HTMLInputElement).checked);
  return html`
    <p class="when">${text}</p>
    <ul class="entries companies" aria-label=${strings.chooseCompanies}>
      ${take(deadline.frister).map(
        frist => html`
          <li>
            <label class="check" lang="da">
              <input
                type="checkbox"
                aria-label=${companyName(frist.cvr, names)}
                .checked=${dialog.chosen.has(keyOf(frist))}
                @change=${onChoose(frist)}
              />
            </label>
            <button
              type="button"
              class="link ${isUnread(frist) ? 'unread' : ''}"
              @click=${() => dialog.openFrist(frist.fristId, frist.cvr, true)}
            >
              <span class="entry-title" lang="da">${companyName(frist.cvr, names)}</span>
              ${renderUnread(!isUnread(frist), strings)}
            </button>
            ${frist.isKlaret ? renderDone(strings) : nothing}
            ${frist.isSlettet ? html`<span class="tag" part="tag">${strings.isHidden}</span>` : nothing}
            ${describeDone(frist, context)}
          </li>
        `,
      )}
    </ul>
  `;
}

/** Renders the buttons that mark a deadline for its company, for all of its companies, or for the chosen ones. */
function renderMarks({frister}: Deadline, {model, strings}: ViewContext) {
  const {targets, chosen} = model.dialog;
  const which = chosen.size ? targets.length : frister.length === 1 ? 'one' : 'all';
  const button = (name: MarkName, set: Text, unset: Text, kind = 'quiet') => {
    const isSet = targets.length > 0 && targets.every(each => each[name]);
    const act = () => model.mark(targets, {[name]: !isSet});
    return renderButton((isSet ? unset : set)(which), act, {kind, describedBy: 'marks-hint'});
  };
  return html`
    <div class="marks">
      <div class="actions">
        ${button('isKlaret', strings.markDone, strings.markUndone, '')}
        ${button('isLaest', strings.markRead, strings.markUnread)}
        ${button('isSlettet', strings.hide, strings.restore)}
      </div>
      <p id="marks-hint" class="hint">${strings.marksHint}</p>
    </div>
  `;
}

type Text = (which: Which) => string;

/** Renders the buttons that add a deadline to a calendar app and copy its link, and their results. */
function renderSharing(deadline: Deadline, {model, linkTo, strings}: ViewContext) {
  const {download, isCopied} = model.dialog;
  const file = typeof download === 'object' ? download : undefined;
  const failure = typeof download === 'string' && download !== 'busy' ? download : undefined;
  const url = linkTo(deadline);
  const notCopied = isCopied === false ? strings.linkNotCopied : nothing;
  const alert = failure ? `${strings.calendarFileFailed} ${strings.reasons[failure]}` : notCopied;
  return html`
    <div class="actions">
      ${
        textOf(deadline) === undefined
          ? nothing
          : renderButton(strings.addToCalendar, () => model.dialog.downloadFile(deadline), {
              kind: 'quiet',
              isDisabled: download === 'busy',
            })
      }
      ${url ? renderButton(strings.copyLink, () => model.dialog.copy(url), {kind: 'quiet'}) : nothing}
    </div>
    <p role="status">${file ? strings.calendarFileReady : isCopied ? strings.copied : nothing}</p>
    <p class="error" role="alert">${alert}</p>
    ${
      file
        ? html`
            <p class="hint">${strings.calendarFileHint}</p>
            <p><a href=${file.href} download=${file.name}>${strings.calendarFile}</a></p>
          `
        : nothing
    }
    ${isCopied === false && url ? html`<p>${url}</p>` : nothing}
  `;
}

/** Renders why a deadline can't be shown. */
function renderDeadlineFailure(failure: Reason | 'unknown' | 'noAccess', {model, strings}: ViewContext) {
  if (failure === 'unknown') return html`<p>${strings.unknownDeadline}</p>`;
  if (failure === 'noAccess') return html`<p>${strings.noAccess}</p>`;
  return html`
    <p>${strings.reasons[failure]}</p>
    <div class="actions">${renderButton(strings.retry, () => model.dialog.retry())}</div>
  `;
}

/** Renders the deadline's own link if it is a web URL. The link is not trusted: a portal may use another service. */
function renderLink({link, afsenderNavn}: Frist, {strings}: ViewContext) {
  if (!link || !/^https?:/i.test(link) || !toUrl(link).hostname) return nothing;
  return html`
    <p>
      <a
        class="button primary"
        part="button button-primary"
        href=${link}
        target=${outwardTarget()}
        rel="noopener noreferrer nofollow"
        >${strings.goToSender(afsenderNavn)}</a
      >
    </p>
  `;
}

/** Whether the pointer was pressed outside the dialog: a text selection that ends outside is not a click outside. */
let isPressed = false;

/**
 * Closes a dialog when the person presses and releases outside it, in browsers without `closedBy`: Chrome 133, Firefox 140, Safari 27.2 and older.
 * Listens to `pointerdown` and `pointerup`.
 */
export function dismiss({type, target, currentTarget, clientX, clientY}: MouseEvent): void {
  const dialog = currentTarget as HTMLDialogElement;
  const {left, right, top, bottom} = dialog.getBoundingClientRect();
  // The dialog is also the target of events on its backdrop and padding.
  const isOutside =
    target === dialog && (clientX < left || clientX > right || clientY < top || clientY > bottom);
  if (type === 'pointerup' && isPressed && isOutside && !('closedBy' in HTMLDialogElement.prototype))
    dialog.close();
  isPressed = isOutside;
}
