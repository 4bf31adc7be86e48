import type {Reason} from '../localize/shared-strings.ts';
import type {ErrorBody} from './responses.ts';

type Token = string | null | undefined;

/** Returns the bearer token of the person who is signed in; nothing if nobody is. Called for each request, so the host may cache the token. */
export type GetToken = () => Token | Promise<Token>;

const jsonType = 'application/json';

/** The maximum duration of a request, `getToken` included. */
const requestTimeoutMs = 15_000;

/** A request without a response, or with one that is not a success. */
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

/** Sends requests to the service as the person who is signed in, or as anyone. */
export class Api {
  readonly #base: string;
  readonly #getToken: (() => Promise<string>) | undefined;
  /** Whether the service did not accept the last token. */
  isSignedOut = false;

  /**
   * @param base Base URL of the service, without a trailing slash.
   * @param getToken Default: the requests carry no token.
   */
  constructor(base: string, getToken?: () => Promise<string>) {
    this.#base = base;
    this.#getToken = getToken;
  }

  /**
   * Sends a request and returns the content of the response, or `undefined` for a 204.
   *
   * @throws {ApiError} When there is no response within 15 seconds, its status is not a success, `getToken` fails, or `signal` aborts.
   *   Rethrows errors of the elements' own code unchanged.
   */
  async call(
    method: 'GET' | 'PUT' | 'POST' | 'DELETE',
    path: string,
    {body, signal, accept = jsonType, priority = 'auto', tag, onTag}: CallOptions = {},
  ): Promise<unknown> {
    const content = body === undefined ? null : JSON.stringify(body);
    const json = content && {'content-type': jsonType};
    return withTimeout(signal, async end => {
      const token = this.#getToken && (await responseOf(this.#getToken, end));
      const authorization = token !== undefined && {authorization: `Bearer ${token}`};
      const headers = {accept, ...authorization, ...json, ...(tag && {'if-match': tag})};
      const init = {method, headers, body: content, credentials: 'omit', priority, signal: end} as const;
      const response = await responseOf(() => fetch(this.#base + path, init), end);
      readServiceTime(response.headers.get('date'));
      this.isSignedOut = response.status === 401;
      const isText = response.ok && accept !== jsonType;
      const data: unknown = await (isText ? response.text() : response.json()).catch(() => undefined);
      if (!response.ok) {
        const {message} = (data ?? {}) as Partial<ErrorBody>;
        throw new ApiError(response.status, message ?? response.statusText);
      }
      if (data === undefined && response.status !== 204)
        throw new ApiError(0, 'The response cannot be read.');
      onTag?.(response.headers.get('etag'));
      return data;
    });
  }
}

/**
 * Runs `action` with a signal that aborts with `signal` or after the timeout. Leaves no listener and no timer. `AbortSignal.any` is missing in Chrome 115, Firefox 123, Safari 17.3 and older.
 */
async function withTimeout<Result>(
  signal: AbortSignal | undefined,
  action: (end: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const ending = new AbortController();
  const end = () => ending.abort();
  const timer = setTimeout(end, requestTimeoutMs);
  signal?.addEventListener('abort', end);
  if (signal?.aborted) end();
  try {
    return await action(ending.signal);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
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

/**
 * Returns the token of a page's function, without white space, quotes or `Bearer` around it.
 *
 * @throws {ApiError} 401 if there is no token: nobody is signed in. Status 0 if the function could not request it, or returned something else.
 */
export async function readToken(getToken: GetToken | undefined): Promise<string> {
  let value: unknown;
  try {
    value = (await getToken?.()) ?? '';
  } catch (cause) {
    throw new ApiError(statusOf(cause), 'getToken has failed.', cause);
  }
  const text = typeof value === 'string' ? value.trim() : '{}';
  const [, token] = /^"?(?:Bearer\s+)?([\w.~+/-]+=*)"?$/i.exec(text) ?? [];
  // A portal may redirect to its login page, which is markup.
  const isMissing = /^(<|$|null$|undefined$)/.test(text);
  if (isMissing || token === undefined)
    throw new ApiError(isMissing ? 401 : 0, 'getToken returned no token.');
  return token;
}

/** Returns the status that an error of a page's function carries or names, 0 for a failure of the network or of code, otherwise 401. */
function statusOf(error: unknown): number {
  const {name, message, status, response, code} = Object(error) as Record<string, unknown> & {
    response?: {status?: unknown};
  };
  const text = `${String(name)} ${String(message ?? error)} ${String(code)}`;
  const found = Number(status ?? response?.status ?? /\b[45]\d\d\b/.exec(text)?.[0]);
  if (!Number.isNaN(found)) return found;
  return /\b(Type|Range|Reference|Syntax)Error|abort|time|network|fetch/i.test(text) ? 0 : 401;
}

/**
 * Returns a text that identifies the person of a token: of a JWT, `sub` and persistent ids, or without them all claims that stay the same from token to
 * token; otherwise the token. Verifies nothing, since the service does.
 */
export function personOf(token: string): string {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const claims: unknown = JSON.parse(atob(payload));
    const select = (names: RegExp) =>
      JSON.stringify(claims, (name, value: unknown) =>
        names.test(name) || (typeof value === 'object' && !Array.isArray(value)) ? value : undefined,
      );
    const owner = select(/^sub$|persistent|uuid/i);
    return /":[^{]/.test(owner) ? owner : select(/^(?!(exp|iat|nbf|jti)$)/);
  } catch {
    return token;
  }
}

/** The difference, in ms, from which the device's clock counts as wrong. */
const maxDifference = 3_600_000;

/** What the device's clock lacks, in ms; 0 if it is right. */
let correction = 0;

/** Reads the `Date` header of a response (RFC 9110, section 6.6.1). */
export function readServiceTime(date: string | null): void {
  const difference = Date.parse(date ?? '') - Date.now();
  if (!Number.isNaN(difference)) correction = Math.abs(difference) > maxDifference ? difference : 0;
}

/** Returns the current time, by the service's clock if the device's differs by more than an hour. */
export function now(): Date {
  return new Date(Date.now() + correction);
}
