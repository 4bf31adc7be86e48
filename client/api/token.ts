import {ApiError} from './error.ts';

type Token = string | null | undefined;

/** Returns the bearer token of the person who is signed in; nothing if nobody is. Called for each request, so the host may cache the token. */
export type GetToken = () => Token | Promise<Token>;

/**
 * Returns the token of a page's function, without white space around it, quotes, or `Bearer`.
 *
 * @throws {ApiError} 401 if there is no token: nobody is signed in. Status 0 if the function could not request it, or returned something else.
 */
export async function readToken(getToken: GetToken | undefined): Promise<string> {
  let value: unknown;
  try {
    value = await getToken?.();
  } catch (cause) {
    throw new ApiError(statusOf(cause), 'getToken has failed.', cause);
  }
  const text = typeof value === 'string' ? value.trim() : value;
  // Of a portal that redirects to a login page, the token is markup.
  if (!text || text === 'null' || text === 'undefined' || String(text).startsWith('<'))
    throw new ApiError(401, 'getToken returned no token.');
  const [, token] = (typeof text === 'string' && /^"?(?:Bearer\s+)?([\w.~+/-]+=*)"?$/i.exec(text)) || [];
  if (token === undefined) throw new ApiError(0, 'getToken returned something that is not a token.');
  return token;
}

/**
 * Returns the status that an error of a page's function is about: of the response that it carries or names, 0 for a failure of the network or
 * of the code, otherwise 401.
 */
function statusOf(error: unknown): number {
  const {name, message, status, response, code} = Object(error) as Record<string, any>;
  const text = `${String(name)} ${String(message ?? error)} ${String(code)}`;
  const found = Number(status ?? response?.status ?? /\b[45]\d\d\b/.exec(text)?.[0]);
  if (!Number.isNaN(found)) return found;
  return /\b(Type|Range|Reference|Syntax)Error|abort|time|network|fetch/i.test(text) ? 0 : 401;
}

/** Requests the tokens of one person, also from functions that replace each other. */
export class PersonTokens {
  readonly #current: () => GetToken | undefined;
  readonly #onOther: () => void;
  #person: string | undefined;
  /** The last function whose token was of the person. */
  #known: GetToken | undefined;

  /**
   * @param current Returns the function to call.
   * @param onOther Called when another function returned the token of another person.
   */
  constructor(current: () => GetToken | undefined, onOther: () => void) {
    this.#current = current;
    this.#onOther = onOther;
  }

  /** Whether the current function has returned a token of the person. */
  get areKnown(): boolean {
    return this.#current() === this.#known;
  }

  /** Returns a token. @throws {ApiError} As {@link readToken}; with status 0 for a token of another person, which is not used. */
  readonly request = async (): Promise<string> => {
    const getToken = this.#current();
    const token = await readToken(getToken);
    if (getToken === this.#known) return token;
    const person = personOf(token);
    if (this.#person !== undefined && person !== this.#person) {
      this.#onOther();
      throw new ApiError(0, 'Another person has signed in.');
    }
    this.#known = getToken;
    this.#person = person;
    return token;
  };
}

const ownerClaim = /^sub$|persistent|uuid/i;
const tokenClaim = /^(exp|iat|nbf|jti)$/;

/**
 * Returns a text that identifies the person of a token: of a JWT, `sub` and claims that are named like a persistent id, or without them all claims that do
 * not change with each token; otherwise the token. Verifies nothing, since the service does.
 */
function personOf(token: string): string {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const claims = JSON.parse(atob(payload)) as unknown;
    const select = (isWanted: (name: string) => boolean) =>
      JSON.stringify(claims, (name, value: unknown) =>
        name === '' || isWanted(name) || (typeof value === 'object' && !Array.isArray(value))
          ? value
          : undefined,
      );
    const owner = select(name => ownerClaim.test(name));
    return /"[^"]+":[^{]/.test(owner) ? owner : select(name => !tokenClaim.test(name));
  } catch {
    return token;
  }
}
