import type {ReactiveControllerHost} from 'lit';

import {listen} from './listen.ts';

/** Scrolls the focused element out from behind the notice (WCAG 2.4.11). */
export function keepFocusUnobscured(host: ReactiveControllerHost & HTMLElement): void {
  // Waits for the next frame, in which the browser has scrolled and moved the notice.
  const check = () => requestAnimationFrame(() => revealFocused(host.shadowRoot?.querySelector('.notice')));
  host.addController({hostUpdated: check});
  // Focus events inside a shadow root are not visible outside, but the key events are.
  for (const type of ['focusin', 'keyup']) listen(host, host, type, check);
}

function revealFocused(notice: Element | null | undefined): void {
  let focused = document.activeElement;
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
  if (!notice || !focused?.matches(':focus-visible') || notice.contains(focused)) return;
  const bar = notice.getBoundingClientRect();
  const box = focused.getBoundingClientRect();
  const isHidden =
    box.bottom > bar.top && box.top < bar.bottom && box.right > bar.left && box.left < bar.right;
  if (isHidden) focused.scrollIntoView({block: 'center'});
}
