import {html, LitElement, nothing, type PropertyValues, svg} from 'lit';

import type {AppState} from '../../server/portal/app-state.ts';
import {TavleErrorEvent} from '../events.ts';
import {Localize} from '../localize/localize.ts';
import {renderHeading} from '../shared/heading.ts';
import {property} from '../shared/property.ts';
import {base, tokens} from '../styles/tokens.ts';
import {AppContent} from './app-content.ts';
import {da, type DashboardStrings} from './strings/da.ts';
import {en} from './strings/en.ts';
import {styles} from './views/app.styles.ts';

const checkMark = svg`<svg viewBox="0 0 16 16" aria-hidden="true">
  <path d="M3 8.5 6.5 12 13 4.5" fill="none" stroke="currentColor" stroke-width="2.5"></path>
</svg>`;

/**
 * Shows one app of a `<tavle-dashboard>`: a card with a heading, a switch and the app's content while it is active, a row
 * with heading and switch while it is off.
 *
 * The content of a `<template>` child exists only while the app is active: it is created when the app is turned on and
 * removed when it is turned off. Other children always exist, and are visible while the app is active.
 *
 * @tag tavle-app
 * @slot - The app's content: a `<template>`, or elements.
 * @attr {'da' | 'en'} lang - The language. Default: that of the closest element that has one, else Danish.
 * @csspart card - The frame around the app.
 * @csspart header - The heading and the switch.
 * @csspart heading - The app's heading.
 * @csspart switch - The switch.
 * @csspart content - The frame around the content.
 * @csspart failure - The error in place of content that failed.
 * @fires {TavleErrorEvent} tavle-error - After the content failed; `operation` is `app`.
 */
export class TavleApp extends LitElement {
  static override styles = [tokens, base, styles];

  /** The app's name, as the service knows it. */
  @property({reflect: true}) name = '';

  /** What people call the app. Default: its name. */
  @property({reflect: true}) heading = '';

  /** Whether the app is shown, and as what: `hidden`, `active` or `deactive`; set by the dashboard. */
  @property({reflect: true}) state: AppState = 'hidden';

  /**
   * The level of the app's heading, 1 to 6; set by the dashboard.
   * @internal
   */
  @property({attribute: false}) headingLevel = 3;

  /**
   * Texts in place of the built-in ones; set by the dashboard.
   * @internal
   */
  @property({attribute: false}) strings: Partial<DashboardStrings> = {};

  @property({state: true, attribute: false}) private broken = false;

  readonly #localize = new Localize(this, {da, en});
  readonly #content = new AppContent(this, cause => this.#break(cause));

  /**
   * What the switch does; set by the dashboard.
   * @internal
   */
  toggle: (activated: boolean) => void = () => undefined;

  /**
   * Moves the focus to the app's switch.
   * @internal
   */
  focusSwitch(): void {
    this.#focus('.switch');
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (!changed.has('state')) return;
    if (this.state === 'active') this.#show();
    else this.#content.remove();
  }

  protected override render() {
    if (this.state === 'hidden') return nothing;
    const {on, off} = this.#localize.strings;
    const active = this.state === 'active';
    return html`
      <article part="card" aria-labelledby="heading">
        <header part="header">
          ${renderHeading({level: this.headingLevel, text: this.#title, id: 'heading'})}
          <button
            class="switch"
            part="switch"
            type="button"
            role="switch"
            aria-checked=${active ? 'true' : 'false'}
            aria-labelledby="heading"
            @click=${() => this.toggle(!active)}
          >
            <span aria-hidden="true">${active ? on : off}</span>
            <span class="track"><span class="knob">${checkMark}</span></span>
          </button>
        </header>
        ${active ? this.#renderContent() : nothing}
      </article>
    `;
  }

  #renderContent() {
    return html`
      <div class="content" part="content">${this.broken ? this.#renderFailure() : html`<slot></slot>`}</div>
    `;
  }

  #renderFailure() {
    const {appFailed, retry} = this.#localize.strings;
    return html`
      <div class="failure" part="failure">
        <p role="alert">${appFailed(this.#title)}</p>
        <button class="button" type="button" @click=${this.#retry}>${retry}</button>
      </div>
    `;
  }

  get #title(): string {
    return this.heading || this.name;
  }

  #focus(selector: string): void {
    this.renderRoot.querySelector<HTMLElement>(selector)?.focus();
  }

  #show(): void {
    this.broken = false;
    this.#content.show();
  }

  #break(cause: unknown): void {
    this.broken = true;
    this.dispatchEvent(new TavleErrorEvent('app', cause, {app: this.name}));
  }

  readonly #retry = async () => {
    this.#show();
    await this.updateComplete;
    // The button that had the focus is gone, unless the content broke again.
    if (!this.broken) this.#focus('.heading');
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'tavle-app': TavleApp;
  }
}
