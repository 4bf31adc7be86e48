import {fileURLToPath} from 'node:url';

import type {Router} from '@koa/router';
import {pino} from 'pino';

import {type Config, ConfigError, readConfig} from './config.ts';
import {createLog} from './log.ts';
import {createPages} from './pages.ts';
import {type Service, startService} from './service.ts';
import {version} from './version.ts';

/** What `npm run build` made. */
const built = fileURLToPath(new URL('../', import.meta.url));

/**
 * The routes of what the package has beside the interfaces: the script for pages, and `/openapi.json` with `/docs`.
 *
 * @param publicUrl The service's address, as it is given out; without a trailing slash.
 */
export function packagePages(publicUrl: string): Router[] {
  return createPages(built, version, publicUrl);
}

/** What runs beside the interfaces. */
export interface Extras {
  /** Makes further routes, given the public address. */
  readonly pages?: (publicUrl: string) => readonly Router[];
  /** Starts what needs the service; resolves to what ends it again. */
  readonly beside?: (service: Service) => Promise<() => Promise<void>>;
}

/**
 * Runs the service until the process is told to stop: SIGTERM and SIGINT end it in order, SIGHUP reloads the files that the settings
 * name. Prints one line when it can serve. Logs go to standard error.
 */
export async function run(variables: NodeJS.ProcessEnv, {pages, beside}: Extras = {}): Promise<void> {
  // Before the files are read: one that is replaced from then on is read again once the service is up.
  reloadOnHangup(async () => (await starting).reload(variables));
  const config = readOrExit(variables);
  const log = createLog(config.logLevel, pino.destination({dest: 2, sync: true}));
  const starting = startService(config, log, publicUrl => [
    ...packagePages(publicUrl),
    ...(pages?.(publicUrl) ?? []),
  ]).catch((error: unknown) => exitWith([(error as Error).message]));
  const service = await starting;

  let endBeside: () => Promise<void> = () => Promise.resolve();
  const stopping = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      stopping.abort();
      log.info({signal}, 'stopping');
      endBeside()
        .then(() => service.stop())
        .then(
          () => process.exit(0),
          (error: unknown) => {
            log.error({err: error}, 'stopping failed');
            process.exit(1);
          },
        );
    });
  }

  if (!(await service.ready)) return;
  try {
    if (beside) endBeside = await beside(service);
  } catch (error) {
    // What it needed may be closed by then.
    if (!stopping.signal.aborted) throw error;
  }
  if (stopping.signal.aborted) return;
  process.stdout.write(`tavle ready ${service.url}\n`);
}

/** Runs `reload` at each SIGHUP, one at a time. Signals that come while one waits for its turn are the same request. */
function reloadOnHangup(reload: () => Promise<void>): void {
  let running = Promise.resolve();
  let isWaiting = false;
  process.on('SIGHUP', () => {
    if (isWaiting) return;
    isWaiting = true;
    running = running.then(() => {
      isWaiting = false;
      return reload();
    });
  });
}

function readOrExit(variables: NodeJS.ProcessEnv): Config {
  try {
    return readConfig(variables);
  } catch (error) {
    if (error instanceof ConfigError) return exitWith(error.problems);
    throw error;
  }
}

function exitWith(problems: readonly string[]): never {
  process.stderr.write(`tavle can't start:\n${problems.map(problem => `  ${problem}\n`).join('')}`);
  process.exit(1);
}
