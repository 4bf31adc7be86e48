import type {Logger} from 'pino';

import {readVariables, type Settings} from './config.ts';
import {ConfigError} from './settings.ts';
import type {OpenAuditLog} from './logs/audit-log.ts';
import type {Portal} from './portal/portal.ts';
import {unusableCertificates} from './unusable-certificates.ts';

/* Reloads files at SIGHUP, for `service.ts`, which lists the files: add a kind of file there, and a check of a new
 * portal file to `requireLists` or `warnOfMissingNames`. If a file is invalid, the former content must stay in force,
 * and the log must say why. */

/** A kind of file that the service can reload. */
export interface ReloadableFile {
  readonly what: string;
  /** The settings that name the file. */
  readonly settings: readonly string[];
  /** Reads and applies the file. Resolves to a warning if its content is not checked yet. @throws If it is invalid. The former file then stays in force. */
  readonly use: (env: NodeJS.ProcessEnv) => unknown;
}

/** Reloads the files whose settings are set, at SIGHUP, and logs one line for each. Never throws. */
export async function reloadFiles(
  variables: NodeJS.ProcessEnv,
  log: Logger,
  files: readonly ReloadableFile[],
): Promise<void> {
  const env = readVariables(variables);
  for (const {what, settings, use} of files) {
    if (!settings.every(name => env[name] !== undefined)) continue;
    const names = settings.join(', ');
    try {
      const warning = await use(env);
      if (typeof warning === 'string') log.warn(`${names}: the ${what} ${warning}`);
      else log.info(`${names}: the ${what} was reloaded`);
    } catch (error) {
      log.error(
        {problems: problemsOf(error)},
        `${names}: the ${what} could not be reloaded; the old one stays in force`,
      );
    }
  }
}

function problemsOf(error: unknown): readonly string[] {
  if (error instanceof ConfigError) return error.problems;
  const {message, cause} = error as Error;
  return [cause instanceof Error ? `${message}: ${cause.message}` : message];
}

/** Reopens the audit log after `logrotate` has renamed its file. Never throws. */
export function reopenAuditLog(audit: OpenAuditLog | undefined, log: Logger): void {
  try {
    if (audit?.reopen()) log.info('TAVLE_AUDIT: the audit log was opened again');
  } catch (error) {
    log.error(
      {err: error},
      'TAVLE_AUDIT: the audit log could not be opened again; the old file stays in use',
    );
  }
}

/** Rejects certificates with which every client would fail. @throws {ConfigError} */
export function requireUsableCertificates(values: Partial<Settings>): void {
  const problems = unusableCertificates(values);
  if (problems.length) throw new ConfigError(problems);
}

/** Rejects a portal file that has lost a whole list: it may be incomplete. @throws {ConfigError} */
export function requireLists(former: Portal, next: Portal): void {
  const lists = {
    apps: 'apps',
    authorities: 'myndigheder',
    suppliers: 'leverandoerer',
    masters: 'formularmastre',
  } as const;
  const problems = Object.entries(lists).flatMap(([list, key]) => {
    const size = former[list as keyof typeof lists].size;
    return size && !next[list as keyof typeof lists].size
      ? [`${key}: the new file has none, and the former one has ${size}. To remove all, restart the service.`]
      : [];
  });
  if (problems.length) throw new ConfigError(problems);
}

/** Logs a warning about authorities and suppliers that are missing in the new portal file. */
export function warnOfMissingNames(former: Portal, next: Portal, log: Logger): void {
  const isNamed = (cvr: string) => next.authorities.has(cvr) || next.suppliers.has(cvr);
  const warn = (
    group: 'authorities' | 'suppliers',
    missing: readonly {cvr: string; navn: string}[],
    consequence: string,
  ) => {
    const names = missing.map(({cvr, navn}) => `${cvr} (${navn})`).join(', ');
    if (names)
      log.warn(
        `TAVLE_PORTAL: ${group} that the former portal file names are missing: ${names}. ${consequence}`,
      );
  };
  warn(
    'authorities',
    [...former.authorities.values()].filter(({cvr}) => !next.authorities.has(cvr)),
    "They can't change their deadlines, which stay in the calendars of companies.",
  );
  warn(
    'suppliers',
    [...former.suppliers.values()].filter(({cvr}) => !isNamed(cvr)),
    "They can't use interface A. Their form variants stay in the registry, with the CVR number in place of the name.",
  );
}
