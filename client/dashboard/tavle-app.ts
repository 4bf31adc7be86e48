// The element `<tavle-app>`, for portal pages. Its dashboard sets its state (`app-elements.ts`). Here you can change
// what a card shows. Tags such as `@csspart` below list what is public: add to them, but do not rename anything.
import {html, nothing, type PropertyValues} from 'lit';

import type {AppState} from '../api/responses.ts';
import {TavleErrorEvent} from '../events.ts';
import {LocalizedElement} from '../localize/localize.ts';
import {property, warnOnce} from '../shared/property.ts';
import {appName, flag, oneOf, text} from '../shared/property-values.ts';
import {checkMark, renderButton, renderHeading} from '../shared/templates.ts';
import {base, tokens} from '../styles/tokens.ts';
import {AppContent} from './app-content.ts';
import type {Place} from './model/dashboard-model.ts';
import {appSymbol, type Dashboard, dashboardOf, dashboardSymbol} from './parts.ts';
import {dashboard, type DashboardStrings} from '../texts/da.ts';
import {styles} from './views/app.styles.ts';
import {renderArrows, renderHandle} from './views/arranging.ts';

/**
 * Shows one app of a `<tavle-dashboard>`: a card with a heading and the app's content while it is active, a row with heading and description while
 * it is off. While the person arranges the apps, each has a switch, and an active one has a handle and two arrows.
 *
 * The content of a `<template>` child exists only while the app is active: it is created when the app is turned on and
 * removed when it is turned off. Other children always exist, and are visible while the app is active.
 *
 * @tag tavle-app
 * @slot - The app's content: a `<template>`, or elements.
 * @slot icon - A picture before the heading.
 * @slot header - Content next to the heading while the app is active and not being arranged, such as a number.
 * @attr {'da' | 'en'} lang - The language. Default: `lang` of the closest ancestor, otherwise Danish.
 * @csspart card - The frame around the app.
 * @csspart header - The heading, and the controls that arrange the app.
 * @csspart active - The frame and the header while the app is active, as in `::part(header active)`.
 * @csspart deactive - The frame and the header while the app is off.
 * @cssstate active - The app is active. Browsers without `:state()` ignore it: Chrome before 125, Firefox before 126, Safari before 17.4.
 * @cssstate deactive - The app is off.
 * @csspart heading - The app's heading.
 * @csspart description - The description.
 * @csspart switch - The switch.
 * @csspart locked - The text in place of the switch of a locked app.
 * @csspart handle - The handle that moves the app.
 * @csspart move - One of the two arrows that move the app by one place.
 * @csspart content - The frame around the content.
 * @csspart failure - The error in place of content that failed.
 * @fires {TavleErrorEvent} tavle-error - After the content failed; `operation` is `app`.
 */
export class TavleApp extends LocalizedElement<DashboardStrings> {
  static override styles = [tokens, base, styles];

  /** The app's name, as the service knows it: 1 to 100 letters (a-z, A-Z), digits and `.`, `_` or `-`. */
  @property({parse: appName, fallback: ''}) name = '';

  /** Visible name of the app. Default: `name`. */
  @property({parse: text, fallback: ''}) heading = '';

  /** What the app is for, in a few words; shown while it is off. */
  @property({parse: text, fallback: ''}) description = '';

  // The property has no attribute, because a script that rewrites the page could remove it.
  /** The state of the app, which the dashboard sets: `hidden`, `active` or `deactive`. */
  @property({attribute: false, parse: oneOf('hidden', 'active', 'deactive'), fallback: 'hidden'})
  state: AppState = 'hidden';

  /** Whether the portal forbids turning the app on or off; set by the dashboard. The attribute is for the page's styles. */
  @property({type: Boolean, reflect: true, parse: flag, fallback: false}) locked = false;

  /** Whether the app is being moved; set by the dashboard. Reflected for the element's own style sheet. @internal */
  @property({type: Boolean, reflect: true}) moving = false;

  /** Whether the person arranges the apps; set by the dashboard. @internal */
  @property({attribute: false}) arranging = false;

  /** The app's place among the active ones, if it can be moved; set by the dashboard. @internal */
  @property({attribute: false}) place: Place | undefined;

  /** The level of the app's heading, 1 to 6; set by the dashboard. @internal */
  @property({attribute: false}) headingLevel = 3;

  /** Texts in place of the built-in ones; set by the dashboard. @internal */
  @property({attribute: false}) override strings: Partial<DashboardStrings> = {};

  @property({state: true, attribute: false}) private broken = false;

  readonly #content = new AppContent(this, cause => void this.#break(cause));
  #dashboard: Dashboard | undefined;
  readonly #internals = this.attachInternals();

  constructor() {
    super(dashboard, 'dashboard');
  }

  /** Focuses the switch of the app, otherwise its heading. @internal */
  focusControl(options?: FocusOptions): void {
    (this.#find('.switch') ?? this.#find('.heading'))?.focus(options);
  }

  /** Moves the card of the app away from its place, in px. @internal */
  setOffset(x: number, y: number): void {
    const card = this.#find('article');
    if (card) card.style.translate = x || y ? `${x}px ${y}px` : '';
  }

  /** @internal */
  readonly [appSymbol] = true;

  override connectedCallback(): void {
    super.connectedCallback();
    this.#content.removeCopies();
    this.#dashboard = dashboardOf(this);
    this.#dashboard?.[dashboardSymbol]();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#dashboard?.[dashboardSymbol]();
    this.#dashboard = undefined;
  }

  /** @internal */
  override connectedMoveCallback(): void {
    super.connectedMoveCallback();
    this.disconnectedCallback();
    this.connectedCallback();
  }

  protected override firstUpdated(): void {
    // An element that is not defined yet may be the dashboard.
    if (dashboardOf(this) || this.parentElement?.closest(':not(:defined)')) return;
    console.warn(`<tavle-app name="${this.name}"> must be in a <tavle-dashboard>.`);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('state')) this.broken = false;
  }

  protected override updated(changed: PropertyValues<this>): void {
    // The dashboard may have been defined after the app.
    this.#dashboard ??= this.isConnected ? dashboardOf(this) : undefined;
    if (changed.has('name') || changed.has('heading')) this.#dashboard?.[dashboardSymbol]();
    if (!this.name) warnOnce(this, 'name', '<tavle-app> name: is missing; the app is not shown.');
    if (!changed.has('state')) return;
    const {states} = this.#internals;
    try {
      states.clear();
      states.add(this.state);
    } catch {
      // Chrome before 125, Firefox before 126 and Safari before 17.4 have no custom states.
    }
    if (this.state === 'active') this.#content.show();
    else this.#content.remove();
  }

  protected override render() {
    if (this.state === 'hidden') return nothing;
    const active = this.state === 'active';
    const place = active ? this.place : undefined;
    const hasDescription = !active && this.description !== '';
    const {strings} = this.localize;
    return html`
      <article class=${this.state} part=${`card ${this.state}`} aria-labelledby="heading">
        <header part=${`header ${this.state}`}>
          ${place ? renderHandle(this.#title, this.moving, strings) : nothing}
          <slot name="icon"></slot>
          <div class="title">
            ${renderHeading({level: this.headingLevel, text: this.#title, id: 'heading'})}
            ${hasDescription ? html`<p id="description" class="description" part="description">${this.description}</p>` : nothing}
          </div>
          ${active && !this.arranging ? html`<slot name="header"></slot>` : nothing}
          ${place ? renderArrows(this.#title, place, strings) : nothing}
          ${this.arranging ? this.#renderSwitch(active, hasDescription) : nothing}
        </header>
        ${
          active
            ? html`<div class="content" part="content">
                ${this.broken ? this.#renderFailure() : html`<slot></slot>`}
              </div>`
            : nothing
        }
      </article>
    `;
  }

  /** Renders the switch, whose clicks `tavle-dashboard.ts` handles, or the text of a locked app. */
  #renderSwitch(active: boolean, hasDescription: boolean) {
    const {lockedOn, lockedOff} = this.localize.strings;
    if (this.locked) return html`<p class="locked" part="locked">${active ? lockedOn : lockedOff}</p>`;
    return html`
      <button
        class="switch"
        part="switch"
        type="button"
        role="switch"
        aria-checked=${active ? 'true' : 'false'}
        aria-labelledby="heading"
        aria-describedby=${hasDescription ? 'description' : nothing}
      >
        <span class="track"><span class="knob">${checkMark}</span></span>
      </button>
    `;
  }

  #renderFailure() {
    const {appFailed, retry} = this.localize.strings;
    return html`
      <div class="failure" part="failure">
        <p role="alert">${appFailed(this.#title)}</p>
        ${renderButton(retry, this.#retry)}
      </div>
    `;
  }

  get #title(): string {
    return this.heading || this.name;
  }

  #find(selector: string): HTMLElement | null {
    return this.renderRoot.querySelector(selector);
  }

  #show(): void {
    this.broken = false;
    this.#content.show();
  }

  /** Waits for the rendering in progress, in which the content may fail, and then renders the failure. */
  async #break(cause: unknown): Promise<void> {
    await this.updateComplete;
    this.broken = true;
    this.dispatchEvent(new TavleErrorEvent('app', cause, {app: this.name}));
  }

  readonly #retry = async () => {
    this.#show();
    await this.updateComplete;
    // Waits until content that failed again is removed.
    await this.updateComplete;
    // The focused button was removed, unless the content failed again.
    if (!this.broken) this.#find('.heading')?.focus();
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'tavle-app': TavleApp;
  }
}
