import type {X509Certificate} from 'node:crypto';

import type {Logger} from 'pino';

import {readSetting, readTls, withoutEmpty} from './config.ts';
import type {TlsFiles} from './http/listener/tls-contexts.ts';
import type {Portal} from './portal/portal.ts';

/** Puts what was read again into force. A function may throw; the former files then stay in force. */
export interface Reloadable {
  /** The portal file that is in force. */
  currentPortal(): Portal;
  usePortal(portal: Portal): void;
  useTls(tls: TlsFiles | undefined): void;
  useIssuers(issuers: readonly X509Certificate[] | undefined): void;
  /** Reads the token issuer's key set again. */
  reloadKeys(): Promise<void>;
}

/**
 * Reads the files that the settings name again: portal file, TLS certificate and key, client CA, key set. Each kind is replaced as a
 * whole, or kept when the new one is invalid, and logged in one line that names its settings. Never throws.
 */
export async function reloadFiles(
  variables: NodeJS.ProcessEnv,
  parts: Reloadable,
  log: Logger,
): Promise<void> {
  const set = withoutEmpty(variables);

  function reloadPortal(): void {
    const {portal} = readSetting(set, 'TAVLE_PORTAL');
    const missing = missingAuthorities(parts.currentPortal(), portal);
    parts.usePortal(portal);
    if (!missing.length) return;
    log.warn(
      `TAVLE_PORTAL: authorities that the former portal file names are missing: ${missing.join(', ')}. They can't change their ` +
        'deadlines, which stay in the calendars of companies under the stored names.',
    );
  }

  const kinds: [string, string[], () => void | Promise<void>][] = [
    ['portal file', ['TAVLE_PORTAL'], reloadPortal],
    ['TLS certificate', ['TAVLE_TLS_CERT', 'TAVLE_TLS_KEY'], () => parts.useTls(readTls(set))],
    ['client CA', ['TAVLE_CLIENT_CA'], () => parts.useIssuers(readSetting(set, 'TAVLE_CLIENT_CA'))],
    ['key set', ['TAVLE_TOKEN_JWKS'], () => parts.reloadKeys()],
  ];
  for (const [what, names, use] of kinds) {
    if (!names.every(name => set[name] !== undefined)) continue;
    try {
      await use();
      log.info(`${names.join(', ')}: the ${what} was reloaded`);
    } catch (error) {
      log.error(
        {err: error},
        `${names.join(', ')}: the ${what} could not be reloaded; the old one stays in force`,
      );
    }
  }
}

/** Returns the authorities that only the former portal file names, each as `CVR (name)`. */
function missingAuthorities(former: Portal, next: Portal): string[] {
  return [...former.authorities.values()]
    .filter(({cvr}) => !next.authorities.has(cvr))
    .map(({cvr, navn}) => `${cvr} (${navn})`);
}
