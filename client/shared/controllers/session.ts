import type {ReactiveController, ReactiveControllerHost} from 'lit';

import {Api, ApiError, type GetToken, personOf, readToken} from '../../api/api.ts';
import {TavleErrorEvent} from '../../events.ts';
import type {LoadModel} from '../load-model.ts';
import {warnOnce} from '../property.ts';
import {listen} from './listen.ts';

// The session of an element: its service, its token and its dashboard. For `PublicElement`, `ServiceElement` and
// `tavle-dashboard.ts`. Here you can change when an element starts, signs out or starts over. Keep the names and fields
// of the events: scripts of other versions use them. No data of one person may reach another.

/** The properties that an element takes from its dashboard unless it has its own. */
export interface Context {
  getToken?: GetToken | undefined;
  api?: string | null | undefined;
  loginUrl?: string | undefined;
}

/**
 * This event and the two below are a protocol: scripts of a page may have different versions, so names and properties of `detail` must not change.
 */
const contextRequest = 'tavle-context';

/** Fired at the document when the session of an element, its `detail`, has ended. */
export const sessionEnd = 'tavle-session-end';

/** Fired at the document when a dashboard, its `detail`, has another context. It is an event, since the scripts of a page share no modules. */
export const contextChange = 'tavle-context-change';

interface Detail extends Context {
  /** Whether a dashboard has received the event. */
  isReceived?: boolean;
}

/** Returns the context of an element. The dashboards around it, also across shadow roots, provide the values that it does not set itself. */
function contextOf(element: Element & Context): Context {
  const {getToken, api, loginUrl} = element;
  const detail: Detail = {getToken, api, ...(loginUrl && {loginUrl})};
  // If an app's slot was removed, Chrome sends events of the app to this slot, and not to the dashboard: then ancestors fire the event.
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
/** The minimum time between two checks of new `getToken` functions. */
const checkIntervalMs = 1_000;

type Host = ReactiveControllerHost & Element & Context & {refresh(): Promise<void>};

/** Starts its element when the required properties are set, and restarts it when one of them, or the service, changes. */
export class SessionController implements ReactiveController {
  protected readonly host: Host;
  readonly #required: readonly string[];
  protected readonly model: LoadModel;
  #timeout: ReturnType<typeof setTimeout> | undefined;
  /** The values for which the element has started. */
  #connected: string | undefined;
  #hasStarted = false;
  /** The element's own context and that of its dashboards, as of the last rendering. */
  context: Context = {};
  protected api: Api | undefined;

  /** @param required Names of the host's required properties. */
  constructor(host: Host, required: readonly string[], model: LoadModel) {
    this.host = host;
    this.#required = required;
    this.model = model;
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
    // A removed element keeps the last context.
    if (this.host.isConnected) this.context = contextOf(this.host);
    const {url, context} = this;
    this.#hasStarted ||= this.api !== undefined;
    const values = this.#required.map(name =>
      name === 'getToken' ? Boolean(context.getToken) : (Reflect.get(this.host, name) as unknown),
    );
    const resetKeys = JSON.stringify([url, ...values]);
    if (resetKeys === this.#connected) return;
    this.#connected = resetKeys;
    clearTimeout(this.#timeout);
    const missing = this.#required[values.findIndex(value => !value)];
    if (missing === 'getToken' && this.#hasStarted) {
      this.signOut();
      return;
    }
    if (missing) this.#timeout = setTimeout(() => this.#reportMisuse(missing), propertyTimeoutMs);
    this.api = missing === undefined ? this.createApi(url) : undefined;
    this.model.connect(this.api);
  }

  /** Ends the session of a page that has removed `getToken`. */
  protected signOut(): void {
    this.api = undefined;
    this.model.signOut(undefined);
  }

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
    this.model.reportMisuse(missing);
    this.host.dispatchEvent(new TavleErrorEvent('load', problem));
  }
}

interface Person {
  /** Identifies the person; `undefined` before the first token. A token that is not a JWT identifies only itself. */
  id?: string | undefined;
  /** The last `getToken` that returned a token of the person. */
  getToken?: GetToken | undefined;
  readonly ending: AbortController;
}

/**
 * The session of one person, which ends when nobody or another person is signed in. Compares the owner of the token of each request. A token
 * that is not a JWT has no known owner: it is only compared with the token of a new `getToken`.
 */
export class PersonSession extends SessionController {
  #person: Person = {ending: new AbortController()};
  /** The last `getToken` that was checked or will be checked. */
  #seen: GetToken | undefined;
  #nextCheck = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  override resetIfChanged(): void {
    super.resetIfChanged();
    const {getToken} = this.context;
    if (getToken === this.#seen || !this.api) return;
    this.#seen = getToken;
    this.#later(() => void this.#check());
  }

  protected override createApi(url: string): Api {
    const person = this.#person;
    this.#seen = this.context.getToken;
    return new Api(url, () => this.#requestToken(person), {
      signal: person.ending.signal,
      onRejected: (error, method) => this.#reject(error, method),
    });
  }

  protected override signOut(): void {
    this.#end();
    super.signOut();
  }

  /** Requests a token from a new function. Reloads the element if nobody was signed in before. */
  async #check(): Promise<void> {
    const {api} = this;
    if (!this.host.isConnected || !api) return;
    const isFirst = !this.#person.getToken;
    await api.check();
    if (isFirst && this.#person.getToken && api === this.api) void this.host.refresh();
  }

  /** Returns a token. @throws {ApiError} As {@link readToken}; with status 0 for the token of another person. */
  async #requestToken(person: Person): Promise<string> {
    const getToken = this.host.getToken ?? this.context.getToken;
    const token = await readToken(getToken);
    const owner = personOf(token);
    const isComparable = owner !== undefined || getToken !== person.getToken;
    const id = owner ?? token;
    if (person === this.#person && isComparable && id !== (person.id ?? id)) this.#startOver();
    if (person !== this.#person) throw new ApiError(0, 'Another person has signed in.');
    Object.assign(person, {id, getToken});
    return token;
  }

  /** Removes the data of the person, and then starts again for another one. */
  #startOver(): void {
    this.#end();
    this.api = undefined;
    this.model.connect(undefined);
    this.#later(() => this.restart());
  }

  /** Removes the data of the person after the page has returned no token, or the service has rejected the token. */
  #reject(error: ApiError, method: string): void {
    const {host} = this;
    // The next token may belong to another person.
    this.#end(this.#person.id);
    this.api = this.createApi(this.url);
    this.model.signOut(this.api);
    if (rejectedForGood.test(error.message)) {
      this.model.reportMisuse('getToken');
      const advice =
        'Signing in again does not help. Compare the token with TAVLE_TOKEN_ISSUER, TAVLE_TOKEN_AUDIENCE and the other settings of tokens.';
      warnOnce(
        document.documentElement,
        error.message,
        `The service rejects the token of getToken: ${error.message} ${advice}`,
      );
    }
    host.dispatchEvent(new TavleErrorEvent(method === 'GET' ? 'load' : 'save', error));
  }

  /**
   * Ends the session: aborts its requests, sends nothing that is pending, and lets other elements check who is signed in.
   *
   * @param id The person with whom the next one is compared. Default: none.
   */
  #end(id?: string): void {
    this.#person.ending.abort();
    this.#person = {id, ending: new AbortController()};
    if (this.api?.isAccepted) document.dispatchEvent(new CustomEvent(sessionEnd, {detail: this.host}));
  }

  /** Runs a check or a restart, at most one in a second: a page may have a new function at each rendering. */
  #later(action: () => void): void {
    clearTimeout(this.#timer);
    const delay = Math.max(0, this.#nextCheck - performance.now());
    this.#timer = setTimeout(() => {
      this.#nextCheck = performance.now() + checkIntervalMs;
      action();
    }, delay);
  }
}

/** The service's reasons to reject a token that another login would not change (`server/identity/token.ts`). */
const rejectedForGood = /^The token(?! has expired)|not configured to accept tokens/;

/**
 * Returns the base URL of the service that a script comes from: the directory above `/embed/`, or the origin of a module in a bundle. Default:
 * the page's origin, since bundlers may replace or remove `import.meta.url`.
 */
export function baseUrlOf(moduleUrl: string | undefined): string {
  if (!/^https?:/.test(moduleUrl ?? '')) return location.origin;
  const {origin, pathname} = new URL(moduleUrl ?? '');
  return origin + (/^(.*)\/embed\/(?:\d[^/]*\/)?\w+\.js$/.exec(pathname)?.[1] ?? '');
}
