import type {ReactiveController, ReactiveControllerHost} from 'lit';

import type {Opened} from '../views/dialog.ts';

type Host = ReactiveControllerHost & {readonly renderRoot: HTMLElement | DocumentFragment};

/** The time after which screen readers have taken in a page that a dialog covered. */
const uncoveringTimeMs = 150;

/** Opens and closes the dialog, and gives the focus to its heading whenever it shows something else. */
export class DialogControl implements ReactiveController {
  readonly #host: Host;
  /** What the dialog shows; `undefined`: it is closed. */
  opened: Opened | undefined;
  #isNews = false;
  #isCovering = false;

  constructor(host: Host) {
    this.#host = host;
    host.addController(this);
  }

  /**
   * Whether the dialog covers the page, or did a moment ago. Firefox removes from the accessibility tree what a dialog covers, so a
   * text that is put into a live region there is not announced.
   */
  get isCovering(): boolean {
    return this.opened !== undefined || this.#isCovering;
  }

  open(opened: Opened): void {
    this.opened = opened;
    this.#isNews = true;
    this.#host.requestUpdate();
  }

  close(): void {
    this.opened = undefined;
    this.#host.requestUpdate();
  }

  /** To be called after the browser has closed the dialog. */
  closed(): void {
    this.close();
    setTimeout(() => {
      this.#isCovering = this.opened !== undefined;
      this.#host.requestUpdate();
    }, uncoveringTimeMs);
  }

  /** The browser would show it again as a part of the page, not above it. */
  hostDisconnected(): void {
    if (this.opened) this.close();
  }

  hostUpdated(): void {
    const dialog = this.#host.renderRoot.querySelector('dialog');
    if (!this.opened) dialog?.close();
    else if (!dialog?.open) {
      dialog?.showModal();
      this.#isCovering = true;
    }
    if (this.opened && this.#isNews) dialog?.querySelector<HTMLElement>('[role="heading"]')?.focus();
    this.#isNews = false;
  }
}
