import type {ReactiveController, ReactiveControllerHost} from 'lit';

type Host = ReactiveControllerHost & Element;

/**
 * Says when what is shown may be out of date: the page is shown again, the browser is online again, or the like of this
 * element, here or in another tab, has saved something.
 *
 * Other tabs are told only that something changed, never what: another person may be signed in there.
 */
export class Freshness implements ReactiveController {
  readonly #host: Host;
  readonly #address: () => string;
  readonly #stale: () => void;
  #channel: BroadcastChannel | undefined;

  /** @param address The service's address; only who shows the same service is told. */
  constructor(host: Host, address: () => string, stale: () => void) {
    this.#host = host;
    this.#address = address;
    this.#stale = stale;
    host.addController(this);
  }

  /** Tells the others. */
  tell(): void {
    this.#channel?.postMessage(this.#address());
  }

  hostConnected(): void {
    this.#channel = new BroadcastChannel(this.#host.localName);
    this.#channel.onmessage = event => {
      if (event.data === this.#address()) this.#stale();
    };
    document.addEventListener('visibilitychange', this.#onVisibilityChange);
    addEventListener('pageshow', this.#onPageShow);
    addEventListener('online', this.#stale);
  }

  hostDisconnected(): void {
    this.#channel?.close();
    this.#channel = undefined;
    document.removeEventListener('visibilitychange', this.#onVisibilityChange);
    removeEventListener('pageshow', this.#onPageShow);
    removeEventListener('online', this.#stale);
  }

  readonly #onVisibilityChange = () => {
    if (document.visibilityState === 'visible') this.#stale();
  };

  readonly #onPageShow = (event: PageTransitionEvent) => {
    if (event.persisted) this.#stale();
  };
}
