import {html, nothing} from 'lit';

import {chevronStart} from '../../shared/icons.ts';
import {renderNotice} from '../../shared/notice.ts';
import type {DialogState} from '../model/dialog.ts';
import {dialogNotice} from './notices.ts';
import {renderButton, renderEntries, type ViewContext} from './parts.ts';
import {renderSubscription, renderSubscriptions} from './subscription.ts';
import {renderCompany, renderDue} from '../../frist/views/entry.ts';
import type {Reason} from '../../localize/shared-strings.ts';
import {companyNameAndCvr} from '../../frist/model/cvrs.ts';
import type {Frist} from '../../frist/model/frist.ts';
import type {Markup} from './markup.ts';

/** Renders the content of the dialog: a day's deadlines, a deadline's details, or the feed for calendar apps. */
export function renderDialog(opened: DialogState, context: ViewContext) {
  const {model, events, level, strings} = context;
  const {title, body} = contentOf(opened, context);
  return html`
    <div class="dialog-head">
      ${
        model.dialog.previous
          ? html`
              <button
                class="icon-button"
                type="button"
                aria-label=${strings.back}
                @click=${() => model.dialog.back()}
              >
                ${chevronStart}
              </button>
            `
          : nothing
      }
      <div
        id="dialog-title"
        class="dialog-title"
        role="heading"
        aria-level=${level}
        tabindex="-1"
        lang=${opened.kind === 'frist' && !opened.failure ? 'da' : nothing}
      >
        ${title}
      </div>
      ${renderButton(strings.close, () => model.dialog.close(), {kind: 'quiet'})}
    </div>
    <div class="dialog-body" @click=${events.onClick} @keydown=${events.onKeydown}>${body}</div>
    ${renderNotice(dialogNotice(context), strings)}
  `;
}

function contentOf(opened: DialogState, context: ViewContext) {
  const {model, strings, formats} = context;
  const {companies, selection} = model;
  if (opened.kind === 'day') {
    const day = formats.day(opened.date);
    const frister = selection?.byDate.get(opened.date);
    const body = frister ? renderEntries(frister, context) : html`<p>${strings.noneOnDay(day)}</p>`;
    return {title: strings.deadlinesOn(day), body};
  }
  if (opened.kind === 'subscription') {
    const subscription = companies?.subscriptions.get(opened.cvr ?? '');
    const body = subscription ? renderSubscription(subscription, context) : renderSubscriptions(context);
    return {title: strings.subscribe, body};
  }
  const {failure} = opened;
  if (failure) return {title: strings.deadlineFailed, body: renderDeadlineFailure(failure, context)};
  const frist = companies?.deadlines.get(opened.frist);
  return {title: frist?.overskrift, body: frist && renderDeadline(frist, context)};
}

/** Renders a deadline: its date, the link to what is to be done, its sender, the authority's text, and other actions. The `part` names are public. */
export function renderDeadline(frist: Frist, context: ViewContext) {
  const {model, names, strings, formats, markup} = context;
  const {cvr, fristDato, afsenderNavn, isLaest, isSlettet} = frist;
  const {download} = model.dialog;
  const file = typeof download === 'object' ? download : undefined;
  const failure = typeof download === 'string' && download !== 'busy' ? download : undefined;
  return html`
    <p class="when">
      <time datetime=${fristDato}>${strings.by(formats.day(fristDato))}</time>
      ${renderDue(fristDato, model.navigation.today, strings)}
    </p>
    ${renderLink(markup.link, context)}
    <p class="hint">
      ${strings.sender(afsenderNavn)}
      ${model.companies?.areSeveral ? renderCompany(strings.recipient(companyNameAndCvr(cvr, names))) : nothing}
    </p>
    ${markup.element}
    <div class="actions">
      ${renderButton(strings.addToCalendar, () => model.dialog.downloadFile(frist), {kind: 'quiet', isBusy: download === 'busy'})}
    </div>
    <p role="status">${file ? strings.calendarFileReady : nothing}</p>
    <p role="alert">${failure ? `${strings.calendarFileFailed} ${strings.reasons[failure]}` : nothing}</p>
    ${
      file
        ? html`
            <p class="hint">${strings.calendarFileHint}</p>
            <p><a href=${file.href} download=${file.name}>${strings.calendarFile}</a></p>
          `
        : nothing
    }
    <div class="marks">
      <div class="actions">
        ${renderButton(isLaest ? strings.markUnread : strings.markRead, () => model.mark(frist, {isLaest: !isLaest}), {kind: 'quiet'})}
        ${renderButton(isSlettet ? strings.restore : strings.hide, () => model.mark(frist, {isSlettet: !isSlettet}), {kind: 'quiet', describedBy: 'marks-hint'})}
      </div>
      <p id="marks-hint" class="hint">${strings.marksHint}</p>
    </div>
  `;
}

/** Renders why a deadline can't be shown. */
export function renderDeadlineFailure(failure: Reason | 'unknown', {model, strings}: ViewContext) {
  if (failure === 'unknown') return html`<p>${strings.unknownDeadline}</p>`;
  return html`
    <p>${strings.reasons[failure]}</p>
    <div class="actions">${renderButton(strings.retry, () => model.dialog.retry())}</div>
  `;
}

/** Renders the first link of the text. Reserves its line until it is known, so that nothing moves. */
function renderLink(link: Markup['link'], {strings}: ViewContext) {
  if (!link) return nothing;
  if (link === 'waiting') return html`<p class="go"></p>`;
  const {href, text, host} = link;
  return html`
    <p class="go">
      <a class="button primary" part="button button-primary" href=${href} rel="noopener noreferrer nofollow"
        >${strings.goToSite(host)}${text && html`: <span lang="da">${text}</span>`}</a
      >
    </p>
  `;
}
