import type {ReactiveController, ReactiveControllerHost} from 'lit';

import {Api, ApiError} from '../../api/api.ts';
import type {PersonTokens} from '../../api/token.ts';
import {TavleErrorEvent} from '../../events.ts';
import {type Context, contextChange, contextOf} from '../context.ts';
import {hasWarned} from '../property.ts';
import {listen} from './listen.ts';

/** The time after which an element reports that required properties are missing. */
const propertyTimeoutMs = 10_000;

/** The minimum time between two checks of new functions, and between two restarts for another person. */
const checkIntervalMs = 1_000;

type Host = ReactiveControllerHost & Element & Context & {refresh(): Promise<void>};

export interface SessionListener {
  /** Resets the element for another service, person or subject; `api` is `undefined` while a required property is missing. */
  connect(api: Api | undefined): void;
  /** Reports that a required property is missing after ten seconds. */
  reportMisuse(name: string): void;
}

/**
 * Starts its element when the required properties are set, and restarts it when one of them, or `api`, changes. Another `getToken` restarts
 * it if its token is of another person. An element in a dashboard uses that one's `getToken`, `api` and `loginUrl` unless it has its own.
 */
export class SessionController implements ReactiveController {
  readonly #host: Host;
  readonly #required: readonly string[];
  readonly #listener: SessionListener;
  readonly #Tokens: typeof PersonTokens | undefined;
  #timeout: ReturnType<typeof setTimeout> | undefined;
  /** The values for which the element has started. */
  #connected: readonly unknown[] | undefined;
  #context: Context = {};
  #api: Api | undefined;
  #tokens: PersonTokens | undefined;
  /** The last function that was checked or requested. */
  #seen: unknown;
  readonly #check = limitRate(() => void this.#checkPerson());
  readonly #restart = limitRate(() => {
    this.#connected = undefined;
    this.#host.requestUpdate();
  });

  /**
   * @param required Names of the host's required properties.
   * @param Tokens Default: the element sends no token, and its script has no code for tokens.
   */
  constructor(
    host: Host,
    required: readonly string[],
    listener: SessionListener,
    Tokens?: typeof PersonTokens,
  ) {
    this.#Tokens = Tokens;
    this.#host = host;
    this.#required = required;
    this.#listener = listener;
    host.addController(this);
    listen(host, document, contextChange, () => host.requestUpdate());
  }

  /** The element's own context and that of its dashboards; of a removed element, the last one. */
  get context(): Context {
    if (this.#host.isConnected) this.#context = contextOf(this.#host);
    return this.#context;
  }

  /** The base URL of the service. */
  get url(): string {
    return this.context.api ?? baseUrlOf(import.meta.url);
  }

  hostConnected(): void {
    // Starts to wait for a missing property again.
    if (!this.#api) this.#connected = undefined;
  }

  hostDisconnected(): void {
    clearTimeout(this.#timeout);
  }

  hostUpdate(): void {
    this.resetIfChanged();
  }

  /** Restarts the element if a property has changed. Called before each rendering; an element may call it earlier. */
  resetIfChanged(): void {
    const {url} = this;
    const values = this.#required.map(name =>
      name === 'getToken' ? Boolean(this.#context.getToken) : (Reflect.get(this.#host, name) as unknown),
    );
    const resetKeys = [url, ...values];
    if (this.#connected?.every((value, index) => value === resetKeys[index])) {
      if (this.#seen !== this.#context.getToken) this.#check();
      this.#seen = this.#context.getToken;
      return;
    }
    this.#connected = resetKeys;
    this.#seen = this.#context.getToken;
    clearTimeout(this.#timeout);
    const missing = this.#required[values.findIndex(value => !value)];
    if (missing) this.#timeout = setTimeout(() => this.#reportMisuse(missing), propertyTimeoutMs);
    const tokens =
      this.#Tokens &&
      new this.#Tokens(
        () => this.context.getToken,
        () => tokens === this.#tokens && this.#restart(),
      );
    this.#tokens = tokens;
    this.#api = missing === undefined ? new Api(url, tokens?.request) : undefined;
    this.#listener.connect(this.#api);
  }

  /** Requests a token from a new function. Reloads the element if nobody was signed in before. */
  async #checkPerson(): Promise<void> {
    const [api, tokens] = [this.#api, this.#tokens];
    if (!this.#host.isConnected || !api || !tokens) return;
    const isFirst = api.isSignedOut || tokens.person === undefined;
    // Requests report a failure.
    const token = await tokens.request().catch(() => undefined);
    if (isFirst && token && api === this.#api) void this.#host.refresh();
  }

  #reportMisuse(missing: string): void {
    const host = this.#host;
    const problem = new ApiError(0, `<${host.localName}> has no ${missing}; see its documentation.`);
    if (!hasWarned(host, missing)) console.warn(problem.message);
    this.#listener.reportMisuse(missing);
    host.dispatchEvent(new TavleErrorEvent('load', problem));
  }
}

/** Returns a function that runs `action` immediately, or, if it ran less than an interval ago, once at the end of that. */
function limitRate(action: () => void): () => void {
  let isWaiting = false;
  let isWanted = false;
  const run = () => {
    isWaiting = true;
    isWanted = false;
    setTimeout(() => {
      isWaiting = false;
      if (isWanted) run();
    }, checkIntervalMs);
    action();
  };
  return () => {
    if (isWaiting) isWanted = true;
    else run();
  };
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
