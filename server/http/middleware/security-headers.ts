/** Headers of each response that protect browsers (OWASP HTTP Headers Cheat Sheet), names and values in turn. */
const always = [
  // For responses that are not pages. Pages set their own policy.
  ...['Content-Security-Policy', "default-src 'none';frame-ancestors 'none'"],
  // Any page may use public responses; the others need a token or a certificate, which no page sends by itself.
  ...['Cross-Origin-Resource-Policy', 'cross-origin'],
  ...['Referrer-Policy', 'no-referrer'],
  ...['X-Content-Type-Options', 'nosniff'],
  ...['X-Frame-Options', 'DENY'],
];

/** @param isHttps Whether browsers must use HTTPS only, for a year. */
export function securityHeaders(isHttps: boolean): string[] {
  return isHttps ? [...always, 'Strict-Transport-Security', 'max-age=31536000; includeSubDomains'] : always;
}
