import {html, nothing} from 'lit';

import type {Reason} from '../../localize/shared-strings.ts';
import type {Download} from '../model/download.ts';
import type {Frist} from '../model/frist.ts';
import {renderCompany} from './company.ts';
import {renderDue} from './due.ts';
import type {Markup, MarkupLink} from './markup.ts';
import type {DialogViewContext} from './view-context.ts';

/** Renders a deadline: its date, its sender, the authority's text, and actions. */
export function renderDeadline(frist: Frist, context: DialogViewContext, markup: Markup, download: Download) {
  const {model, several, names, strings, formats} = context;
  const {cvr, fristDato, afsenderNavn, beskrivelse, isLaest, isSlettet} = frist;
  const text = markup.of(beskrivelse);
  const state = download.stateOf(model.dialog.opened);
  const hasFailed = state !== undefined && state !== 'busy' && state !== 'done';
  return html`
    <p class="when">
      <time datetime=${fristDato}>${strings.by(formats.day(fristDato))}</time>
      ${renderDue(fristDato, model.today, strings)}
    </p>
    <p class="hint">
      ${strings.sender(afsenderNavn)}
      ${several ? renderCompany(strings.recipient(several.companyNameAndCvr(cvr, names))) : nothing}
    </p>
    ${text}
    <div class="actions">
      ${renderLink(markup.link, context)}
      <button
        class="button"
        part="button"
        type="button"
        aria-disabled=${state === 'busy' ? 'true' : 'false'}
        @click=${() => void addToCalendar(frist, context, download)}
      >
        ${strings.addToCalendar}
      </button>
    </div>
    <p role="status">${state === 'done' ? strings.calendarFileReady : nothing}</p>
    <p role="alert">${hasFailed ? `${strings.calendarFileFailed} ${strings.reasons[state]}` : nothing}</p>
    <div class="marks">
      <div class="actions">
        <button
          class="button quiet"
          part="button"
          type="button"
          @click=${() => model.mark(frist, {isLaest: !isLaest})}
        >
          ${isLaest ? strings.markUnread : strings.markRead}
        </button>
        <button
          class="button quiet"
          part="button"
          type="button"
          aria-describedby="marks-hint"
          @click=${() => model.mark(frist, {isSlettet: !isSlettet})}
        >
          ${isSlettet ? strings.restore : strings.hide}
        </button>
      </div>
      <p id="marks-hint" class="hint">${strings.marksHint}</p>
    </div>
  `;
}

/** Renders why a deadline can't be shown. */
export function renderDeadlineFailure(failure: Reason | 'unknown', {model, strings}: DialogViewContext) {
  if (failure === 'unknown') return html`<p>${strings.unknownDeadline}</p>`;
  return html`
    <p>${strings.reasons[failure]}</p>
    <div class="actions">
      <button class="button" part="button" type="button" @click=${() => void model.dialog.retry()}>
        ${strings.retry}
      </button>
    </div>
  `;
}

function renderLink(link: MarkupLink | undefined, {strings}: DialogViewContext) {
  if (!link) return nothing;
  const {href, text, host} = link;
  return html`
    <a
      class="button primary"
      part="button button-primary"
      lang=${text ? 'da' : nothing}
      href=${href}
      rel="noopener noreferrer nofollow"
      >${text || strings.goToSite(host)}</a
    >
  `;
}

async function addToCalendar(frist: Frist, {model}: DialogViewContext, download: Download): Promise<void> {
  const text = await download.load(frist, model);
  if (text !== undefined) saveFile(`frist-${frist.fristId}.ics`, text, 'text/calendar');
}

/** The time, in milliseconds, after which a browser has started to read a file. */
const fileTimeMs = 60_000;

/** Downloads a file. */
function saveFile(name: string, text: string, type: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], {type}));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), fileTimeMs);
}
