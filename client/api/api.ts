import type {ErrorBody} from '../../server/http/error-body.ts';

/** Gives the bearer token of the person who is signed in. It is asked for with each call, so the host may cache it. */
export type GetToken = () => Promise<string>;

/** How long one call may take, in milliseconds. */
const patience = 15_000;

/** A call that brought no answer, or one that says no. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** The HTTP status; 0 when there was no answer. */
  readonly status: number;

  constructor(status: number, message: string, cause?: unknown) {
    super(message, {cause});
    this.status = status;
  }
}

export interface CallOptions {
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Ends the call. */
  readonly signal?: AbortSignal;
  /** `low` for what nobody waits for yet. */
  readonly priority?: RequestPriority;
}

/** Calls the service as the person who is signed in. */
export class Api {
  readonly #base: string;
  readonly #getToken: GetToken;

  /** @param base The service's address, with or without a trailing slash. */
  constructor(base: string, getToken: GetToken) {
    let address = base;
    while (address.endsWith('/')) address = address.slice(0, -1);
    this.#base = address;
    this.#getToken = getToken;
  }

  /**
   * Sends a request and gives back the JSON of the answer; `undefined` when the service has nothing to say (204).
   *
   * @throws {ApiError} Also when the host gives no token, or when `signal` ends the call.
   */
  async call(
    method: 'GET' | 'PUT' | 'POST' | 'DELETE',
    path: string,
    {body, signal, priority = 'auto'}: CallOptions = {},
  ): Promise<unknown> {
    const timeout = AbortSignal.timeout(patience);
    const end = signal ? AbortSignal.any([signal, timeout]) : timeout;
    const json = body === undefined ? {} : {'content-type': 'application/json'};
    try {
      const authorization = `Bearer ${await before(end, this.#getToken())}`;
      const response = await fetch(this.#base + path, {
        method,
        headers: {accept: 'application/json', authorization, ...json},
        credentials: 'omit',
        priority,
        signal: end,
        ...(body === undefined ? {} : {body: JSON.stringify(body)}),
      });
      const answer: unknown = await response.json().catch(() => undefined);
      if (!response.ok) throw new ApiError(response.status, messageOf(answer) ?? response.statusText);
      if (answer === undefined && response.status !== 204) throw new ApiError(0, 'The answer is not JSON.');
      return answer;
    } catch (error) {
      throw error instanceof ApiError ? error : new ApiError(0, 'There was no answer.', error);
    }
  }
}

/** Waits for a result that the host gives, but no longer than until `end`. */
function before<Result>(end: AbortSignal, result: Promise<Result>): Promise<Result> {
  const ended = new Promise<never>((_, reject) => end.addEventListener('abort', reject));
  return Promise.race([result, ended]);
}

function messageOf(answer: unknown): string | undefined {
  return (answer as Partial<ErrorBody> | undefined)?.message;
}
