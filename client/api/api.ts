// Sends the requests of all elements to the service, for their models and `session.ts`. Here you can change how
// requests are sent: headers, timeout, the meaning of an error's status. Pages import `ApiError` and `GetToken` from
// `index.ts`: keep the names and fields of these two.

import type {Reason} from '../texts/keys.ts';
import {askBeforeLeaving} from '../shared/leaving.ts';
import {warnOnce} from '../shared/property.ts';
import type {ErrorBody} from './responses.ts';

type Token = string | null | undefined;

/**
 * Returns the bearer token of the person who is signed in, or nothing if nobody is. Elements call it before each request, so the page may cache
 * the token.
 */
export type GetToken = () => Token | Promise<Token>;

const jsonType = 'application/json';

/** The maximum duration of a request, `getToken` included. */
const requestTimeoutMs = 15_000;

/** A failed request: it got no response, or an error status. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** The HTTP status; 0 without a response. */
  readonly status: number;

  constructor(status: number, message: string, cause?: unknown) {
    super(message, {cause});
    this.status = status;
  }
}

/**
 * Returns the key of the text that explains a failure to a person. Logs errors other than {@link ApiError}: they are defects of the elements or
 * of the browser.
 */
export function reasonOf(error: unknown): Reason {
  if (!(error instanceof ApiError)) {
    console.error(error);
    // The elements need Chrome 106, Firefox 110 or Safari 16.4, which have `container-type`.
    const isOutdated = 'CSS' in globalThis && !CSS.supports('container-type', 'inline-size');
    return isOutdated ? 'outdated' : 'other';
  }
  if (!navigator.onLine) return 'offline';
  const {status} = error;
  if (status === 401) return 'signedOut';
  if (status === 403) return 'forbidden';
  return status === 0 || status >= 500 ? 'away' : 'other';
}

export interface CallOptions {
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  /** Media type of the response. Default: JSON. `call` parses JSON and returns other types as text. */
  readonly accept?: string;
  /** `low`: a prefetch. */
  readonly priority?: RequestPriority;
  /** Whether the person has not asked for the request. Then the browser does not ask before the page is left. */
  readonly isQuiet?: boolean;
  /** The entity tag that the resource must have (`If-Match`). */
  readonly tag?: string | null;
  /** Called with the entity tag of a successful response. */
  readonly onTag?: (tag: string | null) => void;
}

type Method = 'GET' | 'PUT' | 'POST' | 'DELETE';

interface Session {
  /** Aborts when the session ends. `Api` then sends no requests and ignores responses. */
  readonly signal?: AbortSignal;
  /** Called when the page has no token for a request, or the service rejects the token (401). */
  readonly onRejected?: (error: ApiError, method: Method) => void;
}

/** Sends requests to the service as the person who is signed in, or as anyone. */
export class Api {
  readonly #base: string;
  readonly #getToken: (() => Promise<string>) | undefined;
  readonly #session: Session;
  /** Whether the service has accepted a token of the session. */
  isAccepted = false;

  /**
   * @param base Base URL of the service, without a trailing slash.
   * @param getToken Default: the requests carry no token.
   * @param session Default: a session that never ends.
   */
  constructor(base: string, getToken?: () => Promise<string>, session: Session = {}) {
    this.#base = base;
    this.#getToken = getToken;
    this.#session = session;
  }

  /**
   * Sends a request and returns the content of the response, or `undefined` for a 204.
   *
   * @throws {ApiError} If no response arrives within 15 seconds, the status is not a success, `getToken` fails, `signal` aborts, or the session
   *   ends. Rethrows errors of the elements' own code unchanged.
   */
  async call(
    method: Method,
    path: string,
    {body, signal, accept = jsonType, priority = 'auto', isQuiet, tag, onTag}: CallOptions = {},
  ): Promise<unknown> {
    const content = JSON.stringify(body) as string | undefined;
    const json = content && {'content-type': jsonType};
    return this.#run(method, signal, async end => {
      // The element may show the change as if it were saved. Until the response, a browser may have sent only the preflight. `keepalive` is not
      // enough: a browser refuses requests with it when too many are in progress.
      askBeforeLeaving(end, method !== 'GET' && !isQuiet);
      const token = await this.#requestToken(end);
      const authorization = token && {authorization: `Bearer ${token}`};
      const headers = {accept, ...authorization, ...json, ...(tag && {'if-match': tag})};
      // Without `no-cache`, browsers use old copies when a person goes back to a page, even copies for another person's token.
      const fresh = {cache: 'no-cache', credentials: 'omit', priority, signal: end} as const;
      const init = {method, headers, body: content ?? null, ...fresh};
      const response = await responseOf(() => fetch(this.#base + path, init), end);
      const isText = response.ok && accept !== jsonType;
      const data: unknown = await (isText ? response.text() : response.json()).catch(() => undefined);
      if (!response.ok) {
        const {message} = (data ?? {}) as Partial<ErrorBody>;
        throw new ApiError(response.status, message ?? response.statusText, data);
      }
      if (data === undefined && response.status !== 204) {
        // Portals return an HTML page for unknown URLs: `api` may be wrong.
        if (response.headers.get('content-type')?.includes('html'))
          warnOfUse('api', `${response.url}, a page`);
        throw new ApiError(0, 'The response cannot be read.');
      }
      // The request may be aborted at the moment in which the body arrives.
      if (end.aborted) throw new ApiError(0, 'The request was aborted.');
      this.isAccepted = true;
      if (!isText) readServiceTime(response.headers);
      onTag?.(response.headers.get('etag'));
      return data;
    });
  }

  /** Only requests a token. The session ends if nobody, or another person, is signed in. Does not throw. */
  async check(): Promise<void> {
    await this.#run('GET', undefined, end => this.#requestToken(end)).catch(() => undefined);
  }

  async #requestToken(end: AbortSignal): Promise<string | undefined> {
    return this.#getToken && responseOf(this.#getToken, end);
  }

  /**
   * Runs `action` with a signal that aborts with `signal`, with the session, or after the timeout. Leaves no listener and no timer.
   * `AbortSignal.any` would do this, but is missing in Chrome 115, Firefox 123, Safari 17.3 and older.
   */
  async #run<Result>(
    method: Method,
    signal: AbortSignal | undefined,
    action: (end: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const {signal: ending, onRejected} = this.#session;
    const controller = new AbortController();
    const end = () => controller.abort();
    const timer = setTimeout(end, requestTimeoutMs);
    for (const each of [signal, ending]) {
      each?.addEventListener('abort', end);
      if (each?.aborted) end();
    }
    try {
      return await action(controller.signal);
    } catch (error) {
      if (error instanceof ApiError && error.status === 401 && !ending?.aborted) onRejected?.(error, method);
      throw error;
    } finally {
      clearTimeout(timer);
      askBeforeLeaving(controller.signal, false);
      for (const each of [signal, ending]) each?.removeEventListener('abort', end);
    }
  }
}

/** Waits for the page or the network until `end` aborts. Converts an error that is not an {@link ApiError} to one with status 0. */
async function responseOf<Result>(ask: () => Promise<Result>, end: AbortSignal): Promise<Result> {
  try {
    end.throwIfAborted();
    const ended = new Promise<never>((_, reject) => end.addEventListener('abort', reject));
    return await Promise.race([ask(), ended]);
  } catch (cause) {
    throw cause instanceof ApiError ? cause : new ApiError(0, 'There was no response.', cause);
  }
}

/** The pending calls of `getToken` functions. The scripts of a page share no modules, so they share this map by a symbol. */
const calls = ((globalThis as Record<symbol, unknown>)[Symbol.for('tavle-tokens')] ??=
  new WeakMap()) as WeakMap<GetToken, Promise<unknown>>;

/** Returns the pending call of `getToken` that other requests wait for, or starts one. */
function callOnce(getToken: GetToken): Promise<unknown> {
  let call = calls.get(getToken);
  if (!call) {
    const forget = () => {
      clearTimeout(timer);
      if (calls.get(getToken) === call) calls.delete(getToken);
    };
    call = Promise.resolve().then(getToken).finally(forget);
    calls.set(getToken, call);
    // Later requests do not wait for a call that never returns.
    const timer = setTimeout(forget, requestTimeoutMs);
  }
  return call;
}

/**
 * Returns the token that `getToken` returns, without white space, quotes or `Bearer` around it. Simultaneous requests share one call.
 *
 * @throws {ApiError} 401 if `getToken` returns no token: nobody is signed in. If it fails, the status of its error. 0 if the error has no
 *   status, or the value is not a token.
 */
export async function readToken(getToken: GetToken | undefined): Promise<string> {
  let value: unknown;
  try {
    value = (getToken && (await callOnce(getToken))) ?? '';
  } catch (cause) {
    const status = statusOf(cause);
    // An error with a status comes from the page's own service, not from wrong use.
    if (status === 0) warnOfUse('getToken', cause instanceof Error ? String(cause) : typeof cause);
    throw new ApiError(status, 'getToken has failed.', cause);
  }
  const text = typeof value === 'string' ? value.trim() : '{}';
  const [, token] = /^"?(?:Bearer\s+)?([\w.~+/-]+=*)"?$/i.exec(text) ?? [];
  // A portal may redirect to its login page: `getToken` then returns HTML.
  const isMissing = /^(<|$|null$|undefined$)/.test(text);
  if (!isMissing && token === undefined) warnOfUse('getToken', typeof value);
  if (isMissing || token === undefined)
    throw new ApiError(isMissing ? 401 : 0, 'getToken returned no token.');
  return token;
}

/** Warns of a result of the page's `getToken` or `api` that is of no use, once for all elements of the page. */
function warnOfUse(property: string, value: string): void {
  warnOnce(
    document.documentElement,
    property + value,
    `${property}: cannot use ${value}; see its documentation.`,
  );
}

/** The error codes of a login library that needs an action of the person (OpenID Connect Core, section 3.1.2.6). */
const loginErrors = [
  'login_required',
  'interaction_required',
  'consent_required',
  'account_selection_required',
];

/** Returns the status of an error of `getToken`: 401 for an error code of OpenID Connect, otherwise `status` or `response.status`, otherwise 0. */
function statusOf(error: unknown): number {
  const fields = Object(error) as Record<string, unknown> & {response?: {status?: unknown}};
  const codes = [fields.error, fields.errorCode, fields.code];
  if (codes.some(code => loginErrors.includes(code as string))) return 401;
  const status = fields.status ?? fields.response?.status;
  return typeof status === 'number' ? status : 0;
}

/**
 * Returns a text that identifies the person of a JWT: the issuer, `sub` and persistent ids. A JWT without `sub` and ids gives all claims that
 * stay the same from token to token. `undefined` for a token that is not a JWT. Verifies nothing: the service does.
 */
export function personOf(token: string): string | undefined {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const claims: unknown = JSON.parse(atob(payload));
    const select = (names: RegExp) =>
      JSON.stringify(claims, (name, value: unknown) =>
        value && (names.test(name) || (typeof value === 'object' && !Array.isArray(value)))
          ? value
          : undefined,
      );
    const hasValue = (owner: string) => /":[^{]/.test(owner);
    const owner = select(/^sub$|persistent|uuid/i);
    return hasValue(owner)
      ? owner + select(/^iss$/)
      : select(/^(?!(exp|iat|nbf|jti|auth_time|nonce|at_hash)$)/);
  } catch {
    return undefined;
  }
}

/** The difference, in ms, above which the device's clock counts as wrong. */
const maxDifference = 3_600_000;

/** The number of ms to add to the device's clock; 0 if it is right. */
let correction = 0;

/**
 * Reads the `Date` header of a successful JSON response (RFC 9110, section 6.6.1). Ignores responses without the header `X-Request-Id`, which do not
 * come from the service. Ignores possible old copies: responses with `Age`, which a cache sets, and all responses if the page has a service worker.
 */
export function readServiceTime(headers: Headers): void {
  if (!headers.has('x-request-id') || headers.has('age') || hasServiceWorker()) return;
  const difference = Date.parse(headers.get('date') ?? '') - Date.now();
  if (!Number.isNaN(difference)) correction = Math.abs(difference) > maxDifference ? difference : 0;
}

/** Whether a service worker may answer the page's requests. In a sandboxed frame, which has none, the property throws. */
function hasServiceWorker(): boolean {
  try {
    return Boolean((navigator as Partial<Navigator>).serviceWorker?.controller);
  } catch {
    return false;
  }
}

/** Returns the current time, by the service's clock if the device's differs by more than an hour. */
export const now = (): Date => new Date(Date.now() + correction);
