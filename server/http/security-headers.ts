/* The headers that protect browsers, in all responses: for `app.ts`, and for the port of the metrics (`monitoring.ts`).
 * Add a header to `baseHeaders`. Keep the policy strict, since pages override it. Keep `cross-origin`: pages of other
 * origins use public responses. */

/** See the OWASP HTTP Headers Cheat Sheet. */
const baseHeaders = {
  // Pages override this policy.
  'Content-Security-Policy': "default-src 'none';frame-ancestors 'none'",
  // Any page may use public responses. The other responses need a token or a certificate, which browsers do not send automatically.
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};

/** Returns the headers. @param isHttps Whether browsers must use only HTTPS at this host for a year. Does not apply to subdomains, which may serve other things. */
export function securityHeaders(isHttps: boolean): Readonly<Record<string, string>> {
  return isHttps ? {...baseHeaders, 'Strict-Transport-Security': 'max-age=31536000'} : baseHeaders;
}
