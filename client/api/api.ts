/* Sends requests to the service, for the models and the sessions of elements. Pages use `ApiError` and `GetToken`. */

import type {Reason} from '../texts/keys.ts';
import {warnOnce} from '../shared/property.ts';
import type {ErrorBody} from './responses.ts';

type Token = string | null | undefined;

/** Returns the bearer token of the person who is signed in; nothing if nobody is. Called for each request, so the host may cache the token. */
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

/** Returns the text that explains a failure to a person. Logs an error that is not about a request: it is a defect of the elements or of the browser. */
export function reasonOf(error: unknown): Reason {
  if (!(error instanceof ApiError)) {
    console.error(error);
    // Older than Chrome 106, Firefox 110 or Safari 16.4.
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
  /** Media type of the response. Default: JSON, which is parsed; another one is returned as text. */
  readonly accept?: string;
  /** `low`: a prefetch. */
  readonly priority?: RequestPriority;
  /** The entity tag that the resource must have (`If-Match`). */
  readonly tag?: string | null;
  /** Called with the entity tag of a successful response. */
  readonly onTag?: (tag: string | null) => void;
}

type Method = 'GET' | 'PUT' | 'POST' | 'DELETE';

interface Session {
  /** Aborts when the session ends: nothing is sent any more, and no response is used. */
  readonly signal?: AbortSignal;
  /** Called after the page has returned no token, or the service has rejected it (401). */
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
   * @param session Default: it never ends.
   */
  constructor(base: string, getToken?: () => Promise<string>, session: Session = {}) {
    this.#base = base;
    this.#getToken = getToken;
    this.#session = session;
  }

  /**
   * Sends a request and returns the content of the response, or `undefined` for a 204.
   *
   * @throws {ApiError} When there is no response within 15 seconds, its status is not a success, `getToken` fails, `signal` aborts, or the session
   *   ends. Rethrows errors of the elements' own code unchanged.
   */
  async call(
    method: Method,
    path: string,
    {body, signal, accept = jsonType, priority = 'auto', tag, onTag}: CallOptions = {},
  ): Promise<unknown> {
    const content = body === undefined ? null : JSON.stringify(body);
    const json = content && {'content-type': jsonType};
    return this.#run(method, signal, async end => {
      const token = await this.#requestToken(end);
      const authorization = token !== undefined && {authorization: `Bearer ${token}`};
      const headers = {accept, ...authorization, ...json, ...(tag && {'if-match': tag})};
      // When a person goes back to a page, browsers use old copies otherwise, also those for another person's token.
      const fresh = {cache: 'no-cache', credentials: 'omit', priority, signal: end} as const;
      const init = {method, headers, body: content, ...fresh};
      const response = await responseOf(() => fetch(this.#base + path, init), end);
      const isText = response.ok && accept !== jsonType;
      const data: unknown = await (isText ? response.text() : response.json()).catch(() => undefined);
      if (!response.ok) {
        const {message} = (data ?? {}) as Partial<ErrorBody>;
        throw new ApiError(response.status, message ?? response.statusText, data);
      }
      if (data === undefined && response.status !== 204) {
        // Portals return a page for unknown URLs.
        if (response.headers.get('content-type')?.includes('html'))
          warnOfUse('api', `${response.url}, a page`);
        throw new ApiError(0, 'The response cannot be read.');
      }
      // The body may have come at the same time as the end.
      if (end.aborted) throw new ApiError(0, 'The request was aborted.');
      this.isAccepted = true;
      if (!isText) readServiceTime(response.headers);
      onTag?.(response.headers.get('etag'));
      return data;
    });
  }

  /** Requests a token only, which ends the session if nobody or another person is signed in. Does not throw. */
  async check(): Promise<void> {
    await this.#run('GET', undefined, end => this.#requestToken(end)).catch(() => undefined);
  }

  async #requestToken(end: AbortSignal): Promise<string | undefined> {
    return this.#getToken && responseOf(this.#getToken, end);
  }

  async #run<Result>(
    method: Method,
    signal: AbortSignal | undefined,
    action: (end: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const {signal: ending, onRejected} = this.#session;
    try {
      return await withTimeout([signal, ending], action);
    } catch (error) {
      if (error instanceof ApiError && error.status === 401 && !ending?.aborted) onRejected?.(error, method);
      throw error;
    }
  }
}

/**
 * Runs `action` with a signal that aborts with one of the signals or after the timeout. Leaves no listener and no timer. `AbortSignal.any` is missing in Chrome 115, Firefox 123, Safari 17.3 and older.
 */
async function withTimeout<Result>(
  signals: readonly (AbortSignal | undefined)[],
  action: (end: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const ending = new AbortController();
  const end = () => ending.abort();
  const timer = setTimeout(end, requestTimeoutMs);
  for (const signal of signals) {
    signal?.addEventListener('abort', end);
    if (signal?.aborted) end();
  }
  try {
    return await action(ending.signal);
  } finally {
    clearTimeout(timer);
    for (const signal of signals) signal?.removeEventListener('abort', end);
  }
}

/** Waits for the host or the network until `end` aborts. Converts other errors to an {@link ApiError} without a status. */
async function responseOf<Result>(ask: () => Promise<Result>, end: AbortSignal): Promise<Result> {
  try {
    end.throwIfAborted();
    const ended = new Promise<never>((_, reject) => end.addEventListener('abort', reject));
    return await Promise.race([ask(), ended]);
  } catch (cause) {
    throw cause instanceof ApiError ? cause : new ApiError(0, 'There was no response.', cause);
  }
}

/** The calls of pages' functions that have not returned yet. Scripts of a page share no modules, so they share this by a symbol. */
const calls = ((globalThis as Record<symbol, unknown>)[Symbol.for('tavle-tokens')] ??=
  new WeakMap()) as WeakMap<GetToken, Promise<unknown>>;

/** Calls a page's function, or waits for the call that other requests wait for. */
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
 * Returns the token of a page's function, without white space, quotes or `Bearer` around it. Requests at the same time share one call of the function.
 *
 * @throws {ApiError} 401 if there is no token: nobody is signed in. The status of the function's error, 0 if it has none, or if the function
 *   returned something else.
 */
export async function readToken(getToken: GetToken | undefined): Promise<string> {
  let value: unknown;
  try {
    value = (getToken && (await callOnce(getToken))) ?? '';
  } catch (cause) {
    const status = statusOf(cause);
    // With a status, the page's own service has refused, or is away.
    if (status === 0) warnOfUse('getToken', cause instanceof Error ? String(cause) : typeof cause);
    throw new ApiError(status, 'getToken has failed.', cause);
  }
  const text = typeof value === 'string' ? value.trim() : '{}';
  const [, token] = /^"?(?:Bearer\s+)?([\w.~+/-]+=*)"?$/i.exec(text) ?? [];
  // A portal may redirect to its login page, which is markup.
  const isMissing = /^(<|$|null$|undefined$)/.test(text);
  if (!isMissing && token === undefined) warnOfUse('getToken', typeof value);
  if (isMissing || token === undefined)
    throw new ApiError(isMissing ? 401 : 0, 'getToken returned no token.');
  return token;
}

/** Warns of what a page's function or URL has returned, once for the page, which may have many elements. */
function warnOfUse(property: string, value: string): void {
  warnOnce(
    document.documentElement,
    property + value,
    `${property}: cannot use ${value}; see its documentation.`,
  );
}

/** The errors of a login library that needs the person (OpenID Connect Core, section 3.1.2.6). */
const loginErrors = [
  'login_required',
  'interaction_required',
  'consent_required',
  'account_selection_required',
];

/** Returns the status that an error of a page's function has, as `status`, `response.status` or an error code of OpenID Connect; otherwise 0. */
function statusOf(error: unknown): number {
  const fields = Object(error) as Record<string, unknown> & {response?: {status?: unknown}};
  const codes = [fields.error, fields.errorCode, fields.code];
  if (codes.some(code => loginErrors.includes(code as string))) return 401;
  const status = fields.status ?? fields.response?.status;
  return typeof status === 'number' ? status : 0;
}

/**
 * Returns a text that identifies the person of a JWT: issuer, `sub` and persistent ids, or without `sub` and these all claims that stay the same
 * from token to token. `undefined` for a token that is not a JWT. Verifies nothing, since the service does.
 */
export function personOf(token: string): string | undefined {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const claims: unknown = JSON.parse(atob(payload));
    const select = (names: RegExp) =>
      JSON.stringify(claims, (name, value: unknown) =>
        names.test(name) || (typeof value === 'object' && !Array.isArray(value)) ? value : undefined,
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

/** The difference, in ms, from which the device's clock counts as wrong. */
const maxDifference = 3_600_000;

/** The number of ms to add to the device's clock; 0 if it is right. */
let correction = 0;

/**
 * Reads the `Date` header of a successful JSON response (RFC 9110, section 6.6.1). Ignores responses without the header `X-Request-Id`, which the
 * service sends, and those that may be old copies: of a cache, which sets `Age`, or of the page's service worker.
 */
export function readServiceTime(headers: Headers): void {
  if (!headers.has('x-request-id') || headers.has('age') || hasServiceWorker()) return;
  const difference = Date.parse(headers.get('date') ?? '') - Date.now();
  if (!Number.isNaN(difference)) correction = Math.abs(difference) > maxDifference ? difference : 0;
}

/** Whether a service worker may answer the page's requests. A sandboxed frame has none, and refuses the question. */
function hasServiceWorker(): boolean {
  try {
    return Boolean((navigator as Partial<Navigator>).serviceWorker?.controller);
  } catch {
    return false;
  }
}

/** Returns the current time, by the service's clock if the device's differs by more than an hour. */
export function now(): Date {
  return new Date(Date.now() + correction);
}
