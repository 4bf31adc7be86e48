import {X509Certificate} from 'node:crypto';

import {problemsOfRules, type Settings} from './config.ts';
import {isCaForClients, isCurrent} from './identity/certificate.ts';

/* Finds certificates of the settings with which every client would fail. `tavle check` reports them as errors, and
 * `reload.ts` keeps the former ones. A service still starts with them. Add a rule to `unusableCertificates`. */

/** Reports a server certificate that is expired or not valid yet, and a client CA bundle without a valid CA. */
export function unusableCertificates(values: Partial<Settings>): string[] {
  const server = serverCertificateOf(values);
  const cas = values.TAVLE_CLIENT_CA?.filter(isCaForClients);
  const now = Date.now();
  return problemsOfRules([
    [
      `TAVLE_TLS_CERT: the certificate expired on ${server?.validTo}.`,
      server !== undefined && Date.parse(server.validTo) < now,
    ],
    [
      `TAVLE_TLS_CERT: the certificate is not valid before ${server?.validFrom}.`,
      server !== undefined && Date.parse(server.validFrom) > now,
    ],
    [
      'TAVLE_CLIENT_CA: no certificate in it is a CA for clients, so every client certificate is rejected.',
      cas?.length === 0,
    ],
    [
      'TAVLE_CLIENT_CA: every CA in it has expired or is not valid yet.',
      cas !== undefined && cas.length > 0 && !cas.some(ca => isCurrent(ca, now)),
    ],
  ]);
}

/** Returns `undefined` without a server certificate, and for an invalid one, which `readConfig` reports. */
export function serverCertificateOf({TAVLE_TLS_CERT: pem}: Partial<Settings>): X509Certificate | undefined {
  try {
    return pem === undefined ? undefined : new X509Certificate(pem);
  } catch {
    return undefined;
  }
}
