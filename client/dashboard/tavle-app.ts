import {ReactiveElement} from 'lit';
import {property} from 'lit/decorators/property.js';

import {errorsDuring} from './errors-during.ts';
import {TavleErrorEvent} from './events.ts';

/**
 * One app on a `<tavle-dashboard>`: a direct child of it.
 *
 * Content in a `<template>` is made when the app becomes active and removed when it no longer is, so that an app that is
 * off runs no script and sends no request. Other children are there all the time, and seen while the app is active.
 * An app with the `hidden` attribute is left out of the dashboard.
 *
 * Where an app's content throws while it is made, or dispatches a bubbling `tavle-app-error`, the dashboard shows an
 * error with a retry in its place.
 *
 * @tag tavle-app
 * @slot - The content, preferably in a `<template>`.
 * @fires {TavleErrorEvent} tavle-error - The content failed; `operation` is `app`.
 */
export class TavleApp extends ReactiveElement {
  /** The app's name with the service. */
  @property({reflect: true, useDefault: true}) name = '';

  /** What the app is called on the dashboard; the name when it is left out. */
  @property({reflect: true, useDefault: true}) heading = '';

  /** Whether the content is there. Set by the dashboard. */
  @property({attribute: false}) active = false;

  #failed = false;
  #content: HTMLElement | undefined;
  #observer?: MutationObserver;

  /** Whether the content failed, and was removed. */
  get failed(): boolean {
    return this.#failed;
  }

  /** Makes failed content anew. Does nothing when it did not fail. */
  retry(): void {
    this.#failed = false;
    this.requestUpdate();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.addEventListener('tavle-app-error', this.#noteError);
    // A template may come later than its app.
    this.#observer = new MutationObserver(() => this.requestUpdate());
    this.#observer.observe(this, {childList: true});
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.removeEventListener('tavle-app-error', this.#noteError);
    this.#observer?.disconnect();
  }

  /** Content is the page's own: it stays in the light DOM, where the page's styles and scripts find it. */
  protected override createRenderRoot(): this {
    return this;
  }

  protected override updated(): void {
    if (!this.active) this.#failed = false;
    if (!this.active || this.#failed) this.#removeContent();
    else if (!this.#content) this.#makeContent();
  }

  #makeContent(): void {
    const template = this.querySelector<HTMLTemplateElement>(':scope > template');
    if (!template) return;
    const content = document.createElement('div');
    this.#content = content;
    const causes = errorsDuring(() => {
      content.append(document.importNode(template.content, true));
      this.append(content);
    });
    if (causes.length) this.#fail(causes[0]);
    else this.#awaitUpdates(content);
  }

  /** Elements of Lit tell by this promise that they could not render. */
  #awaitUpdates(content: HTMLElement): void {
    for (const element of content.querySelectorAll<HTMLElement & {updateComplete?: unknown}>('*')) {
      Promise.resolve(element.updateComplete).catch((cause: unknown) => {
        console.error(cause);
        if (content === this.#content) this.#fail(cause);
      });
    }
  }

  #removeContent(): void {
    this.#content?.remove();
    this.#content = undefined;
  }

  readonly #noteError = (event: HTMLElementEventMap['tavle-app-error']) => {
    if (this.active) this.#fail(event.cause);
  };

  #fail(cause: unknown): void {
    if (this.#failed) return;
    this.#failed = true;
    this.requestUpdate();
    this.dispatchEvent(new TavleErrorEvent('app', cause, this.name));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'tavle-app': TavleApp;
  }
}
