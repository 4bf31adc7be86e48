import type {ReactiveController, ReactiveControllerHost} from 'lit';

/** The maximum time and distance (px) of the second click of a double click. */
const guardTimeMs = 400;
const guardDistance = 24;

/**
 * Ignores a second click at the position where an app was turned on or off, unless it hits the same app: the layout has changed, so it would
 * hit an unintended app.
 */
export class ClickGuard implements ReactiveController {
  readonly #host: EventTarget;
  #last: {readonly click: MouseEvent; readonly app: Element} | undefined;

  constructor(host: ReactiveControllerHost & EventTarget) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    this.#host.addEventListener('click', this.#check as EventListener, {capture: true});
  }

  hostDisconnected(): void {
    this.#host.removeEventListener('click', this.#check as EventListener, {capture: true});
  }

  /** Starts to guard the position of a click that has changed an app. Keys have no position. */
  start(click: Event | undefined, app: Element): void {
    this.#last = click instanceof MouseEvent && click.detail ? {click, app} : undefined;
  }

  readonly #check = (event: MouseEvent) => {
    if (!this.#last || !event.detail || event.composedPath().includes(this.#last.app)) return;
    const {clientX, clientY, timeStamp} = this.#last.click;
    const distance = Math.hypot(event.clientX - clientX, event.clientY - clientY);
    if (event.timeStamp - timeStamp > guardTimeMs || distance > guardDistance) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
}
