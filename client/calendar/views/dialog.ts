import {html, nothing} from 'lit';

import {companyNameAndCvr} from '../../frist/model/cvrs.ts';
import type {Frist} from '../../frist/model/frist.ts';
import {renderCompany, renderDue} from '../../frist/views/entry.ts';
import type {Reason} from '../../localize/shared-strings.ts';
import {showMarkup} from '../../shared/markup.ts';
import {chevronStart, renderNotice, renderButton, renderIconButton} from '../../shared/templates.ts';
import type {DialogState} from '../model/dialog.ts';
import {dialogNotice, renderEntries} from './templates.ts';
import type {ViewContext} from './view.ts';
import {renderSubscription, renderSubscriptions} from './subscription.ts';
import {outwardTarget} from '../../shared/frame.ts';

/** Renders the content of the dialog: a day's deadlines, a deadline's details, or the feed for calendar apps. */
export function renderDialog(opened: DialogState, markup: Markup, context: ViewContext) {
  const {model, events, level, strings} = context;
  const {title, body} = contentOf(opened, markup, context);
  return html`
    <div class="dialog-head">
      ${model.dialog.previous ? renderIconButton(strings.back, chevronStart, () => model.dialog.back()) : nothing}
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

function contentOf(opened: DialogState, markup: Markup, context: ViewContext) {
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
  return {title: frist?.overskrift, body: frist && renderDeadline(frist, markup, context)};
}

/** Renders a deadline: its date, the link to what is to be done, its sender, the authority's text, and other actions. The `part` names are public. */
function renderDeadline(frist: Frist, markup: Markup, context: ViewContext) {
  const {model, names, strings, formats} = context;
  const {cvr, fristDato, afsenderNavn, isLaest, isSlettet} = frist;
  const {download} = model.dialog;
  const file = typeof download === 'object' ? download : undefined;
  const failure = typeof download === 'string' && download !== 'busy' ? download : undefined;
  return html`
    <p class="when">
      <time datetime=${fristDato}>${strings.by(formats.day(fristDato))}</time>
      ${renderDue(fristDato, model.navigation.today, strings)}
    </p>
    ${renderLink(ownLink(frist) ?? markup.link, context)}
    <p class="hint">
      ${strings.sender(afsenderNavn)}
      ${model.companies?.areSeveral ? renderCompany(strings.recipient(companyNameAndCvr(cvr, names))) : nothing}
    </p>
    ${markup.element}
    <div class="actions">
      ${renderButton(strings.addToCalendar, () => model.dialog.downloadFile(frist), {kind: 'quiet', isDisabled: download === 'busy'})}
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
function renderDeadlineFailure(failure: Reason | 'unknown', {model, strings}: ViewContext) {
  if (failure === 'unknown') return html`<p>${strings.unknownDeadline}</p>`;
  return html`
    <p>${strings.reasons[failure]}</p>
    <div class="actions">${renderButton(strings.retry, () => model.dialog.retry())}</div>
  `;
}

/** Returns the deadline's own link. A portal may have its own service, so it is not trusted. */
function ownLink({link}: Frist): Exclude<Markup['link'], 'waiting'> {
  if (!link || !/^https?:/i.test(link) || !URL.canParse(link)) return undefined;
  return {href: link, host: new URL(link).hostname.replace(/^www\./, ''), text: ''};
}

/** Renders the deadline's own link, or the first one of its text. Reserves its line until it is known, so that nothing moves. */
function renderLink(link: Markup['link'], {strings}: ViewContext) {
  if (!link) return nothing;
  if (link === 'waiting') return html`<p class="go"></p>`;
  const {href, text, host} = link;
  return html`
    <p class="go">
      <a
        class="button primary"
        part="button button-primary"
        href=${href}
        target=${outwardTarget()}
        rel="noopener noreferrer nofollow"
        >${strings.goToSite(host)}${text && html`: <span lang="da">${text}</span>`}</a
      >
    </p>
  `;
}

/** A link in an authority's text. */
interface MarkupLink {
  readonly href: string;
  /** Its text; '' if it says less than the host. */
  readonly text: string;
  readonly host: string;
}

/** Returns whether a link's text says less than the host, or is too long for a button. White space in it is a single space. */
function isVague(text: string): boolean {
  return (
    text.length > 60 ||
    !/[\p{L}\p{N}]/u.test(text) ||
    /^https?:/i.test(text) ||
    (!text.includes(' ') && /\.\w\w/.test(text)) ||
    /^(link|((klik|tryk|læs|se|click|read) )?(mere|her|more|here).{0,6})$/i.test(text)
  );
}

/** The markup of the dialog's deadline, and its first link. */
export class Markup {
  readonly #changed: () => void;
  #text: string | undefined;
  element = document.createElement('div');
  /** The first link to a site; `waiting` until the markup with a link is shown. */
  link: MarkupLink | 'waiting' | undefined;

  /** @param changed Called when the markup is shown. */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** Shows markup in another element, unless it is shown already. */
  async show(text: string): Promise<void> {
    if (text === this.#text) return;
    this.#text = text;
    this.link = /href\s*=\s*["']?https?:/i.test(text) ? 'waiting' : undefined;
    const element = (this.element = document.createElement('div'));
    // Nothing is open, so that the sanitiser is not needed yet.
    if (!text) return;
    element.className = 'markup waiting';
    element.lang = 'da';
    await showMarkup(element, text);
    element.classList.remove('waiting');
    if (element !== this.element) return;
    this.link = firstLink(element);
    this.#changed();
  }
}

function firstLink(element: Element): MarkupLink | undefined {
  const link = [...element.querySelectorAll('a')].find(({protocol}) => /^https?:$/.test(protocol));
  if (!link) return undefined;
  const text = link.textContent.trim().replace(/\s+/g, ' ');
  return {href: link.href, host: link.host.replace(/^www\./, ''), text: isVague(text) ? '' : text};
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
