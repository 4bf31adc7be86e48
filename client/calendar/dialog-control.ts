import type {ReactiveController, ReactiveControllerHost} from 'lit';

import type {Opened} from './dialog.ts';

type Host = ReactiveControllerHost & {readonly renderRoot: HTMLElement | DocumentFragment};

/** Opens and closes the dialog, and gives the focus to its heading whenever it shows something else. */
export class DialogControl implements ReactiveController {
  readonly #host: Host;
  /** What the dialog shows; `undefined`: it is closed. */
  opened: Opened | undefined;
  #isNews = false;

  constructor(host: Host) {
    this.#host = host;
    host.addController(this);
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

  /** The browser would show it again as a part of the page, not above it. */
  hostDisconnected(): void {
    if (this.opened) this.close();
  }

  hostUpdated(): void {
    const dialog = this.#host.renderRoot.querySelector('dialog');
    if (!this.opened) dialog?.close();
    else if (!dialog?.open) dialog?.showModal();
    if (this.opened && this.#isNews) dialog?.querySelector<HTMLElement>('[role="heading"]')?.focus();
    this.#isNews = false;
  }
}
