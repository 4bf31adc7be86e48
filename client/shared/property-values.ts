import type {GetToken} from '../api/api.ts';

// Parsers of property values, for `parse` of `@property` in all elements. Add a function for another kind of value. It
// returns `undefined` for an invalid value, and then `fallback` counts. Pages rely on every spelling that is accepted
// here: accept more, never less.
/** Returns a text, or a number as text, without white space around it, and with U+FFFD in place of lone surrogates, which URLs cannot contain. */
export function text(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'bigint' && !Number.isFinite(value)) return undefined;
  return String(value)
    .trim()
    .replace(/[\ud800-\udfff]/gu, '\ufffd');
}

/** Returns a text that can be the name of an app in the service: see `appNamePattern` in `server/portal/schema.ts`. */
export const appName = (value: unknown): string | undefined => /^[\w.-]{1,100}$/.exec(text(value) ?? '')?.[0];

/** Returns a parser that accepts these texts, in upper or lower case. */
export const oneOf =
  <Choice extends string>(...choices: readonly Choice[]) =>
  (value: unknown) =>
    choices.find(choice => choice === text(value)?.toLowerCase());

/** Returns `false` for `false` and 0, and `true` for other texts, also the empty one of an attribute. */
export function flag(value: unknown): boolean | undefined {
  const written = value === true ? '' : text(value);
  return written === undefined ? undefined : !/^(false|0)$/i.test(written);
}

/** Returns a parser of numbers, which rounds them down into the range from 1 to `max`. */
export const numberTo = (max: number) => (value: unknown) => {
  const written = text(value);
  return written ? Math.min(max, Math.max(1, Math.floor(Number(written)))) || undefined : undefined;
};

/** Returns a heading level from 1 to 6, also from a tag name such as `h3`. */
export function headingLevel(value: unknown): number | undefined {
  return Number(/^h?([1-6])$/i.exec(text(value) ?? '')?.[1]) || undefined;
}

/** Returns an object, also from JSON. */
export function record(value: unknown): object | undefined {
  try {
    const parsed: unknown = typeof value === 'string' ? JSON.parse(value) : value;
    return parsed && typeof parsed === 'object' && !Array.isArray(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

export function tokenFunction(value: unknown): GetToken | undefined {
  return typeof value === 'function' ? (value as GetToken) : undefined;
}

/** Returns the URL of a link: with `http:`, `https:` or the scheme of the page itself, such as that of an app. `undefined` for scripts and data. */
export function link(value: unknown): string | undefined {
  const url = writtenUrl(value);
  return url && ['http:', 'https:', location.protocol].includes(toUrl(url).protocol) ? url : undefined;
}

/** Returns the base URL of the service, without a slash at the end. A host without a scheme gets `https`, or `http` if it is this machine. */
export function serviceUrl(value: unknown): string | undefined {
  const written = writtenUrl(value);
  const [host = ''] = written.split(/[/?#]/);
  const isHost = /^[^\s:@.\\][^\s:@\\]*(:\d+)?$/.test(host) && /[.:]|^localhost$/i.test(host);
  const scheme = /^(localhost|127\.)/i.test(host) ? 'http' : 'https';
  const url =
    isHost || /^(https?:|\.{0,2}\/)/i.test(written)
      ? toUrl(isHost ? `${scheme}://${written}` : written)
      : undefined;
  if (!url?.protocol.startsWith('http')) return undefined;
  let base = url.origin + url.pathname;
  while (base.endsWith('/')) base = base.slice(0, -1);
  return base;
}

const writtenUrl = (value: unknown): string => text(value instanceof URL ? value.href : value) ?? '';

/** Returns a link with a URL, to read its parts. For an invalid URL, `protocol` is `:` and `hostname` is ''. */
export const toUrl = (href: string): HTMLAnchorElement => Object.assign(document.createElement('a'), {href});
