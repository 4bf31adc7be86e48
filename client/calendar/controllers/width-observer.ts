import type {ReactiveController, ReactiveControllerHost} from 'lit';

/** Below this a month has no room for words, in `em`. */
const narrow = 38;

/** Knows whether the element's own room is narrow, and has it rendered anew when that changes. */
export class Room implements ReactiveController {
  readonly #host: ReactiveControllerHost & Element;
  readonly #observer: ResizeObserver;
  isNarrow = false;

  constructor(host: ReactiveControllerHost & Element) {
    this.#host = host;
    this.#observer = new ResizeObserver(([entry]) => this.#measure(entry?.contentRect.width ?? 0));
    host.addController(this);
  }

  hostConnected(): void {
    this.#observer.observe(this.#host);
  }

  hostDisconnected(): void {
    this.#observer.disconnect();
  }

  #measure(width: number): void {
    const isNarrow = width < narrow * parseFloat(getComputedStyle(this.#host).fontSize);
    // Nothing can be said of an element that is not shown.
    if (!width || isNarrow === this.isNarrow) return;
    this.isNarrow = isNarrow;
    // Not before the observers are done: a new height now would be an error of theirs on the page.
    requestAnimationFrame(() => this.#host.requestUpdate());
  }
}
