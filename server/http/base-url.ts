import {z} from 'zod';

/** The base URL of a site, for the settings and the portal file. The output is normalized (WHATWG URL) and has no trailing slash. */
export const baseUrl = z
  .url({protocol: /^https?$/, error: 'Must be an absolute http or https URL.'})
  .refine(hasPathOnly, {error: 'Must not contain a user name, a password, a query or a fragment.'})
  .transform(text => withoutSlashes(new URL(text).href));

function withoutSlashes(url: string): string {
  let end = url.length;
  while (url[end - 1] === '/') end -= 1;
  return url.slice(0, end);
}

/** Also returns true for invalid URLs, which an earlier check reports. */
function hasPathOnly(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return !url || (!/[?#]/.test(text) && url.username === '' && url.password === '');
}
