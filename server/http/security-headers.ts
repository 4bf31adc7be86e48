/** Headers of each response that protect browsers (OWASP HTTP Headers Cheat Sheet), for `app.ts` and `monitoring.ts`. */
const baseHeaders = {
  // Pages override this policy.
  'Content-Security-Policy': "default-src 'none';frame-ancestors 'none'",
  // Any page may use public responses. The other responses need a token or a certificate, which browsers do not send automatically.
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};

/** @param isHttps Whether browsers must use only HTTPS at this host, for a year. This excludes its subdomains, which may serve other things. */
export function securityHeaders(isHttps: boolean): Readonly<Record<string, string>> {
  return isHttps ? {...baseHeaders, 'Strict-Transport-Security': 'max-age=31536000'} : baseHeaders;
}
