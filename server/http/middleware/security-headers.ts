import type {Middleware} from 'koa';

/** Headers of each response that protect browsers (OWASP HTTP Headers Cheat Sheet). */
const always: readonly [name: string, value: string][] = [
  // Responses of the API are no pages; pages set their own policy.
  ['Content-Security-Policy', "default-src 'none';frame-ancestors 'none'"],
  // Any page may use public responses; the others need a token or a certificate, which no page sends by itself.
  ['Cross-Origin-Resource-Policy', 'cross-origin'],
  ['Referrer-Policy', 'no-referrer'],
  ['X-Content-Type-Options', 'nosniff'],
  ['X-Frame-Options', 'DENY'],
];

/**
 * Sets the headers that protect browsers.
 *
 * @param isHttps Whether browsers may be told to use HTTPS only from now on: for a year.
 */
export function securityHeaders(isHttps: boolean): Middleware {
  const headers = new Map(always);
  if (isHttps) headers.set('Strict-Transport-Security', 'max-age=31536000; includeSubDomains');
  return (context, next) => {
    for (const [name, value] of headers) context.res.setHeader(name, value);
    return next();
  };
}
