import {ApiError, type GetToken} from './api.ts';

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
