import type {ErrorBody} from './responses.ts';
import {readServiceTime} from './service-time.ts';

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
