/** Headers of each response that protect browsers (OWASP HTTP Headers Cheat Sheet), names and values in turn. */
const always = [
  // Responses of the API are no pages; pages set their own policy.
  ...['Content-Security-Policy', "default-src 'none';frame-ancestors 'none'"],
  // Any page may use public responses; the others need a token or a certificate, which no page sends by itself.
  ...['Cross-Origin-Resource-Policy', 'cross-origin'],
  ...['Referrer-Policy', 'no-referrer'],
  ...['X-Content-Type-Options', 'nosniff'],
  ...['X-Frame-Options', 'DENY'],
];

/**
 * Returns the headers that protect browsers, names and values in turn.
 *
 * @param isHttps Whether browsers may be told to use HTTPS only from now on: for a year.
 */
export function securityHeaders(isHttps: boolean): string[] {
  return isHttps ? [...always, 'Strict-Transport-Security', 'max-age=31536000; includeSubDomains'] : always;
}
