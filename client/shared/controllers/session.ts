import type {ReactiveController, ReactiveControllerHost} from 'lit';

import {Api, ApiError, type GetToken} from '../../api/api.ts';
import {TavleErrorEvent} from '../../events.ts';

/** The time after which an element reports that required properties are missing. */
const propertyTimeoutMs = 10_000;

type Host = ReactiveControllerHost & Element & {api: string | null; getToken?: GetToken | undefined};

export interface SessionListener {
  /** Resets the element for another service, person or subject; `api` is `undefined` while a required property is missing. */
  connect(api: Api | undefined): void;
  /** Reports that a required property is missing after ten seconds. */
  reportMisuse(name: string): void;
}

/** Starts its element when the required properties are set, and restarts it when one of them, or `api`, changes. */
export class SessionController implements ReactiveController {
  readonly #host: Host;
  readonly #required: readonly string[];
  readonly #listener: SessionListener;
  #timeout: ReturnType<typeof setTimeout> | undefined;
  /** The values for which the element has started. */
  #connected: readonly unknown[] | undefined;

  /** @param required Names of the host's required properties. */
  constructor(host: Host, required: readonly string[], listener: SessionListener) {
    this.#host = host;
    this.#required = required;
    this.#listener = listener;
    host.addController(this);
  }

  /** The base URL of the service. */
  get url(): string {
    return this.#host.api ?? baseUrlOf(import.meta.url);
  }

  hostDisconnected(): void {
    clearTimeout(this.#timeout);
  }

  hostUpdate(): void {
    this.resetIfChanged();
  }

  /** Restarts the element if a property has changed. Called before each rendering; an element may call it earlier. */
  resetIfChanged(): void {
    const values = this.#required.map(name => Reflect.get(this.#host, name) as unknown);
    const resetKeys = [this.#host.api, ...values];
    if (this.#connected?.every((value, index) => value === resetKeys[index])) return;
    this.#connected = resetKeys;
    clearTimeout(this.#timeout);
    const missing = this.#required[values.findIndex(value => !value)];
    if (missing) this.#timeout = setTimeout(() => this.#reportMisuse(missing), propertyTimeoutMs);
    const {getToken} = this.#host;
    this.#listener.connect(missing ? undefined : new Api(this.url, getToken));
  }

  #reportMisuse(missing: string): void {
    const problem = new ApiError(0, `<${this.#host.localName}> has no ${missing}; see its documentation.`);
    console.warn(problem.message);
    this.#listener.reportMisuse(missing);
    this.#host.dispatchEvent(new TavleErrorEvent('load', problem));
  }
}

/**
 * Returns the base URL of the service that a script comes from: the directory above `/embed/`, or the origin of a module in a bundle. Default:
 * the page's origin, since bundlers may replace or remove `import.meta.url`.
 */
export function baseUrlOf(moduleUrl: string | undefined): string {
  if (!/^https?:/.test(moduleUrl ?? '')) return location.origin;
  const {origin, pathname} = new URL(moduleUrl ?? '');
  return origin + (/^(.*)\/embed\/(?:\d[^/]*\/)?\w+\.js$/.exec(pathname)?.[1] ?? '');
}
