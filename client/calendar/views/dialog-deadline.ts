import {html, nothing} from 'lit';

import {renderDue, renderCompany} from '../../frist/views/entry.ts';
import type {Reason} from '../../localize/shared-strings.ts';
import {companyNameAndCvr} from '../../frist/model/company-names.ts';
import type {Frist} from '../../frist/model/frist.ts';
import type {Markup} from './markup.ts';
import {renderButton} from './button.ts';
import type {ViewContext} from './view-context.ts';

/** Renders a deadline: its date, the link to what is to be done, its sender, the authority's text, and other actions. The `part` names are public. */
export function renderDeadline(frist: Frist, context: ViewContext) {
  const {model, names, strings, formats, markup, download} = context;
  const {cvr, fristDato, afsenderNavn, isLaest, isSlettet} = frist;
  const state = download.stateOf(model.dialog.opened);
  const file = typeof state === 'object' ? state : undefined;
  const failure = state === 'busy' || typeof state === 'object' ? undefined : state;
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
      ${renderButton(strings.addToCalendar, () => download.load(frist, model), {kind: 'quiet', isBusy: state === 'busy'})}
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
