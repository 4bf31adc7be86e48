import type {ReactiveController, ReactiveControllerHost} from 'lit';

import {Api, ApiError, type GetToken, personOf, readToken} from '../../api/api.ts';
import {TavleErrorEvent} from '../../events.ts';
import {warnOnce} from '../property.ts';
import {listen} from './listen.ts';

/** What an element in a dashboard uses of it unless it has its own. */
export interface Context {
  getToken?: GetToken | undefined;
  api?: string | null | undefined;
  loginUrl?: string | undefined;
}

/** The two events are a protocol: scripts of a page may have different versions, so names and properties of `detail` must not change. */
const contextRequest = 'tavle-context';

/** Fired at the document when a dashboard, its `detail`, has another context. An event, since elements of several scripts of a page share no modules. */
export const contextChange = 'tavle-context-change';

interface Detail extends Context {
  /** Whether a dashboard has received the event. */
  isReceived?: boolean;
}

/** Returns the context of an element: its own, and what that lacks from the dashboards around it, in any slots and shadow roots. */
function contextOf(element: Element & Context): Context {
  const {getToken, api, loginUrl} = element;
  const detail: Detail = {getToken, api, ...(loginUrl && {loginUrl})};
  // An event of an app whose slot was removed goes to that slot in Chrome, and not to the dashboard: ancestors fire it then.
  for (let node: Node | null = element; node && !detail.isReceived;) {
    node.dispatchEvent(new CustomEvent(contextRequest, {bubbles: true, composed: true, detail}));
    node = node instanceof ShadowRoot ? node.host : node.parentNode;
  }
  return detail;
}

/** Lets the elements in a dashboard use its context. */
export function provideContext(dashboard: Element & Context): void {
  dashboard.addEventListener(contextRequest, event => {
    const {detail} = event as CustomEvent<Detail>;
    detail.isReceived = true;
    detail.getToken ??= dashboard.getToken;
    detail.api ??= dashboard.api;
    if (dashboard.loginUrl) detail.loginUrl ??= dashboard.loginUrl;
  });
}

/** The time after which an element reports that required properties are missing. */
const propertyTimeoutMs = 10_000;
/** The minimum time between two checks of new functions. */
const checkIntervalMs = 1_000;

type Host = ReactiveControllerHost & Element & Context & {refresh(): Promise<void>};

export interface SessionListener {
  /** Resets the element for another service, person or subject; `api` is `undefined` while a required property is missing. */
  connect(api: Api | undefined): void;
  /** Reports that a required property is missing after ten seconds. */
  reportMisuse(name: string): void;
}

/** Starts its element when the required properties are set, and restarts it when one of them, or the service, changes. */
export class SessionController implements ReactiveController {
  protected readonly host: Host;
  readonly #required: readonly string[];
  readonly #listener: SessionListener;
  #timeout: ReturnType<typeof setTimeout> | undefined;
  /** The values for which the element has started. */
  #connected: string | undefined;
  /** The element's own context and that of its dashboards, as of the last rendering. */
  context: Context = {};
  protected api: Api | undefined;

  /** @param required Names of the host's required properties. */
  constructor(host: Host, required: readonly string[], listener: SessionListener) {
    this.host = host;
    this.#required = required;
    this.#listener = listener;
    host.addController(this);
    listen(host, document, contextChange, (event: CustomEvent) => {
      if (event.detail !== host) host.requestUpdate();
    });
  }

  /** The base URL of the service. */
  get url(): string {
    return this.context.api ?? baseUrlOf(import.meta.url);
  }

  hostConnected(): void {
    // Starts to wait for a missing property again.
    if (!this.api) this.#connected = undefined;
  }

  hostDisconnected(): void {
    clearTimeout(this.#timeout);
  }

  hostUpdate(): void {
    this.resetIfChanged();
  }

  /** Restarts the element if a property has changed. Called before each rendering; an element may call it earlier. */
  resetIfChanged(): void {
    // A removed element keeps the last one.
    if (this.host.isConnected) this.context = contextOf(this.host);
    const {url, context} = this;
    const values = this.#required.map(name =>
      name === 'getToken' ? Boolean(context.getToken) : (Reflect.get(this.host, name) as unknown),
    );
    const resetKeys = JSON.stringify([url, ...values]);
    if (resetKeys === this.#connected) return;
    this.#connected = resetKeys;
    clearTimeout(this.#timeout);
    const missing = this.#required[values.findIndex(value => !value)];
    if (missing) this.#timeout = setTimeout(() => this.#reportMisuse(missing), propertyTimeoutMs);
    this.api = missing === undefined ? this.createApi(url) : undefined;
    this.#listener.connect(this.api);
  }

  /** Resets the element. */
  protected restart(): void {
    this.#connected = undefined;
    this.host.requestUpdate();
  }

  protected createApi(url: string): Api {
    return new Api(url);
  }

  #reportMisuse(missing: string): void {
    const problem = new ApiError(0, `<${this.host.localName}> has no ${missing}; see its documentation.`);
    warnOnce(this.host, missing, problem.message);
    this.#listener.reportMisuse(missing);
    this.host.dispatchEvent(new TavleErrorEvent('load', problem));
  }
}

interface Person {
  /** Identifies the person; `undefined` before the first token. */
  id?: string;
  /** The last function whose token was of the person. */
  getToken?: GetToken | undefined;
}

/** The session of one person. Restarts its element when a new `getToken` returns the token of another person. */
export class PersonSession extends SessionController {
  #person: Person = {};
  /** The last function that was checked, or is going to be. */
  #seen: GetToken | undefined;
  #nextCheck = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  override resetIfChanged(): void {
    super.resetIfChanged();
    const {getToken} = this.context;
    if (getToken === this.#seen) return;
    this.#seen = getToken;
    clearTimeout(this.#timer);
    const delay = Math.max(0, this.#nextCheck - performance.now());
    this.#timer = setTimeout(() => void this.#check(), delay);
  }

  protected override createApi(url: string): Api {
    const person: Person = {};
    this.#person = person;
    this.#seen = this.context.getToken;
    return new Api(url, () => this.#requestToken(person));
  }

  /** Requests a token from a new function. Reloads the element if nobody was signed in before. */
  async #check(): Promise<void> {
    const {api} = this;
    if (!this.host.isConnected || !api) return;
    this.#nextCheck = performance.now() + checkIntervalMs;
    const isFirst = api.isSignedOut || this.#person.id === undefined;
    // Requests report a failure.
    const token = await this.#requestToken(this.#person).catch(() => undefined);
    if (isFirst && token && api === this.api) void this.host.refresh();
  }

  /** Returns a token. @throws {ApiError} As {@link readToken}; with status 0 for the token of another person. */
  async #requestToken(person: Person): Promise<string> {
    const getToken = this.host.getToken ?? this.context.getToken;
    const token = await readToken(getToken);
    if (getToken === person.getToken) return token;
    const id = personOf(token);
    if (id !== (person.id ?? id)) {
      if (person === this.#person) this.restart();
      throw new ApiError(0, 'Another person has signed in.');
    }
    Object.assign(person, {id, getToken});
    return token;
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
