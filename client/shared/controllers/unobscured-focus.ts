import type {ReactiveController, ReactiveControllerHost} from 'lit';

import {listen} from './listen.ts';

/** Scrolls the focused element out from behind the notice (WCAG 2.4.11). */
export class UnobscuredFocus implements ReactiveController {
  readonly #host: ReactiveControllerHost & Element;

  constructor(host: ReactiveControllerHost & HTMLElement) {
    this.#host = host;
    host.addController(this);
    // Focus events inside a shadow root are not visible outside, but the key events are.
    for (const type of ['focusin', 'keyup']) listen(host, host, type, () => this.#check());
  }

  hostUpdated(): void {
    this.#check();
  }

  /** Waits for the next frame, in which the browser has scrolled and moved the notice. */
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
