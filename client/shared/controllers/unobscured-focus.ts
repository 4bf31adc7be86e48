import type {ReactiveController, ReactiveControllerHost} from 'lit';

import {listen} from './listen.ts';

/** Scrolls what has the keyboard focus out from behind the bar with the last change (WCAG 2.4.11). */
export class UnobscuredFocus implements ReactiveController {
  readonly #host: ReactiveControllerHost & Element;

  constructor(host: ReactiveControllerHost & HTMLElement) {
    this.#host = host;
    host.addController(this);
    // A focus that moves inside a shadow root is not an event outside of it, but the key that moves it is.
    for (const type of ['focusin', 'keyup']) listen(host, host, type, () => this.#check());
  }

  hostUpdated(): void {
    this.#check();
  }

  /** In the next frame the browser has scrolled, and the bar is where it will be. */
  #check(): void {
    requestAnimationFrame(() => {
      const notice = this.#host.shadowRoot?.querySelector('.notice');
      const focused = deepActiveElement();
      if (!notice || !focused?.matches(':focus-visible') || notice.contains(focused)) return;
      const bar = notice.getBoundingClientRect();
      const box = focused.getBoundingClientRect();
      const isHidden =
        box.bottom > bar.top && box.top < bar.bottom && box.right > bar.left && box.left < bar.right;
      if (isHidden) focused.scrollIntoView({block: 'center'});
    });
  }
}

function deepActiveElement(): Element | null {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element;
}
