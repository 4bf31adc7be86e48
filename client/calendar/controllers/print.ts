import type {ReactiveController, ReactiveControllerHost} from 'lit';

/** Knows whether the page is being printed, and has the element rendered for it before the printer looks. */
export class Print implements ReactiveController {
  readonly #query = matchMedia('print');
  readonly #render: () => void;
  #announced = false;

  /** @param render Renders at once: a browser waits for nothing. */
  constructor(host: ReactiveControllerHost, render: () => void) {
    this.#render = render;
    host.addController(this);
  }

  get isPrinting(): boolean {
    return this.#query.matches || this.#announced;
  }

  hostConnected(): void {
    this.#query.addEventListener('change', this.#render);
    addEventListener('beforeprint', this.#onPrint);
    addEventListener('afterprint', this.#onPrint);
  }

  hostDisconnected(): void {
    this.#query.removeEventListener('change', this.#render);
    removeEventListener('beforeprint', this.#onPrint);
    removeEventListener('afterprint', this.#onPrint);
  }

  readonly #onPrint = ({type}: Event) => {
    this.#announced = type === 'beforeprint';
    this.#render();
  };
}
