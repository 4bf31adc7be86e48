// Keeps the focus in an element and in sight, for people who use a keyboard or a screen reader. For all elements except
// `<tavle-app>`. Here you can change where the focus goes; each element has its own fallback. A rendering must never
// lose the focus, and never take it from the page.

import type {ReactiveController, ReactiveControllerHost} from 'lit';

/**
 * Returns the first matching element that is not above the visible part of the page, so that focusing it does not scroll far. If all are above,
 * returns the first one.
 */
export function firstInSight(root: ParentNode, selector: string): HTMLElement | undefined {
  const found = [...root.querySelectorAll<HTMLElement>(selector)];
  return found.find(each => each.getBoundingClientRect().top >= 0) ?? found[0];
}

type Host = ReactiveControllerHost & Element;

/**
 * Adds items to a list, and focuses the first of them if the person is still in the host. Focuses the last item of the list if there are none and the
 * pressed button is gone.
 *
 * @param selector Matches the element to focus in each item.
 */
export async function addItems(
  host: Host,
  focus: FocusController,
  selector: string,
  load: () => Promise<void>,
): Promise<void> {
  const found = () => host.shadowRoot?.querySelectorAll<HTMLElement>(selector);
  const before = found()?.length ?? 0;
  const pressed = host.shadowRoot?.activeElement;
  await load();
  if (!host.shadowRoot?.activeElement) return;
  focus.moveAfterUpdate(() => {
    const items = found();
    (items?.[before] ?? (pressed?.isConnected ? undefined : items?.[before - 1]))?.focus();
  });
}

/** Keeps the focus in its element when a rendering removes or hides the focused element. */
export class FocusController implements ReactiveController {
  readonly #host: Host;
  readonly #fallback: () => HTMLElement | null | undefined;
  #focused: Element | null | undefined;
  #next: (() => void) | undefined;

  /**
   * Add controllers that affect the rendering to the host before this one.
   *
   * @param fallback Returns the element to focus instead.
   */
  constructor(host: Host, fallback: () => HTMLElement | null | undefined) {
    this.#host = host;
    this.#fallback = fallback;
    host.addController(this);
  }

  /** Renders the host, and then calls `move` instead of the fallback. */
  moveAfterUpdate(move: () => void): void {
    this.#next = move;
    this.#host.requestUpdate();
  }

  readonly toFallback = () => this.#fallback()?.focus();

  hostUpdate(): void {
    this.#focused = this.#host.shadowRoot?.activeElement;
  }

  hostUpdated(): void {
    const active = this.#host.shadowRoot?.activeElement;
    // The focus is not lost if a closed dialog has returned it to the page.
    const isLost = active ? !active.getClientRects().length : document.activeElement === document.body;
    if (this.#next) this.#next();
    else if (this.#focused && isLost) this.toFallback();
    this.#next = undefined;
  }
}

/** Scrolls the focused element out from behind the notice (WCAG 2.4.11). */
export function keepFocusUnobscured(host: ReactiveControllerHost & HTMLElement): void {
  let last: Element | null = null;
  // Waits for the next frame, in which the browser has scrolled and moved the notice.
  const check = (event?: Event) =>
    requestAnimationFrame(() => {
      let focused = document.activeElement;
      while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
      const hasMoved = focused !== last;
      last = focused;
      // After a key that has only scrolled, does nothing: the person may want to scroll the focused element out of sight.
      if (event && !hasMoved) return;
      host.shadowRoot?.querySelectorAll('.notice').forEach(notice => reveal(focused, notice));
    });
  host.addController({hostUpdated: () => check()});
  // The focus can move within the shadow root without a `focusin` of the host. The host gets the `keyup` of the key that moved it.
  for (const type of ['focusin', 'keyup']) host.addEventListener(type, check);
}

function reveal(focused: Element | null, cover: Element): void {
  if (!focused?.matches(':focus-visible') || cover.contains(focused)) return;
  const bar = cover.getBoundingClientRect();
  const box = focused.getBoundingClientRect();
  const isHidden =
    box.bottom > bar.top && box.top < bar.bottom && box.right > bar.left && box.left < bar.right;
  if (isHidden) focused.scrollIntoView({block: 'center'});
}
