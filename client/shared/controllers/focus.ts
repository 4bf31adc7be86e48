import type {ReactiveController, ReactiveControllerHost} from 'lit';

/** Returns the first matching element that is not above the visible part of the page, so that focusing it does not scroll far. Default: the first one. */
export function firstInSight(root: ParentNode, selector: string): HTMLElement | undefined {
  const found = [...root.querySelectorAll<HTMLElement>(selector)];
  return found.find(each => each.getBoundingClientRect().top >= 0) ?? found[0];
}

type Host = ReactiveControllerHost & Element;

/** Adds items to a list, and focuses the first of them if the person is still in the host. @param selector Of what is focused in each item. */
export async function addItems(
  host: Host,
  focus: FocusController,
  selector: string,
  load: () => Promise<void>,
): Promise<void> {
  const found = () => host.shadowRoot?.querySelectorAll<HTMLElement>(selector);
  const before = found()?.length ?? 0;
  await load();
  if (host.shadowRoot?.activeElement) focus.moveAfterUpdate(() => found()?.[before]?.focus());
  host.requestUpdate();
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
   * @param fallback Returns the element to focus then.
   */
  constructor(host: Host, fallback: () => HTMLElement | null | undefined) {
    this.#host = host;
    this.#fallback = fallback;
    host.addController(this);
  }

  /** Calls `move` instead of the fallback after the next rendering; `undefined`: calls nothing. */
  moveAfterUpdate(move: (() => void) | undefined): void {
    this.#next = move;
  }

  readonly toFallback = () => this.#fallback()?.focus();

  hostUpdate(): void {
    this.#focused = this.#host.shadowRoot?.activeElement;
  }

  hostUpdated(): void {
    const active = this.#host.shadowRoot?.activeElement;
    // A closed dialog may have returned the focus to the page.
    const isLost = active ? !active.getClientRects().length : document.activeElement === document.body;
    if (this.#next) this.#next();
    else if (this.#focused && isLost) this.toFallback();
    this.#next = undefined;
  }
}
