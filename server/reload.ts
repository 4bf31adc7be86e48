import type {Logger} from 'pino';

import {withoutEmpty} from './config.ts';
import type {Portal} from './portal/portal.ts';

/** A kind of file that can be replaced while the service runs. */
export interface ReloadableFile {
  readonly what: string;
  /** The settings that name it. */
  readonly settings: readonly string[];
  /** Reads it and puts it into force. @throws When it is invalid. The former file then stays in force. */
  readonly use: (set: NodeJS.ProcessEnv) => void | Promise<void>;
}

/** Reloads each kind of file whose settings are set, and logs one line for each. Never throws. */
export async function reloadFiles(
  variables: NodeJS.ProcessEnv,
  log: Logger,
  files: readonly ReloadableFile[],
): Promise<void> {
  const set = withoutEmpty(variables);
  for (const {what, settings, use} of files) {
    if (!settings.every(name => set[name] !== undefined)) continue;
    const names = settings.join(', ');
    try {
      await use(set);
      log.info(`${names}: the ${what} was reloaded`);
    } catch (error) {
      log.error({err: error}, `${names}: the ${what} could not be reloaded; the old one stays in force`);
    }
  }
}

export function warnOfMissingAuthorities(former: Portal, next: Portal, log: Logger): void {
  const missing = [...former.authorities.values()]
    .filter(({cvr}) => !next.authorities.has(cvr))
    .map(({cvr, navn}) => `${cvr} (${navn})`);
  if (!missing.length) return;
  log.warn(
    `TAVLE_PORTAL: authorities that the former portal file names are missing: ${missing.join(', ')}. They can't change their ` +
      'deadlines, which stay in the calendars of companies under the stored names.',
  );
}
