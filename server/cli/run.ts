/* Runs the service until a signal ends it, for `tavle serve` and the demo. Add a field of the log line `started` to
 * `startFields`. Scripts wait for the printed line `tavle ready URL`, which must not change. SIGTERM must drain the
 * service before it stops. */

import type {Middleware} from 'koa';

import type {AppParts} from '../app.ts';
import {type Config, readConfig} from '../config.ts';
import {interfaces, packageRoutes} from '../interfaces.ts';
import {callerKinds} from '../operations/callers.ts';
import {createLogDestination} from '../logs/log-destination.ts';
import {createLog, printable} from '../logs/log.ts';
import {version} from '../package.ts';
import {type Service, startService} from '../service.ts';
import {ConfigError} from '../settings.ts';
import {describeEngine} from '../store/open-store.ts';
import {StoreUnavailable} from '../store/engine.ts';
import {notifyReady, takePassedSocket} from './systemd.ts';

/** What the demo adds to the service; `tavle serve` uses none of it. */
export interface RunOptions extends Partial<Pick<AppParts, 'hosts' | 'mailer'>> {
  /** Creates routes in addition to those of the package. */
  readonly extraRoutes?: (publicUrl: string) => readonly Middleware[];
  /** Runs once the service is ready. Resolves to a cleanup function. */
  readonly onReady?: (service: Service) => Promise<() => Promise<void>>;
}

/**
 * Runs the service until a signal stops it. SIGTERM and SIGINT shut it down gracefully; SIGHUP reloads the files that the settings name.
 * Prints one line when the service is ready, as JSON if `TAVLE_LOG_FORMAT` is `json`. Writes logs to standard error.
 */
export async function run(
  variables: NodeJS.ProcessEnv,
  {extraRoutes, hosts, mailer, onReady}: RunOptions = {},
): Promise<void> {
  // Handles SIGHUP before the files are read: a signal during the start reloads them once the service runs.
  reloadOnHangup(async () => (await starting).reload(variables));
  // A closed pipe or a full disk must not end the process. This also makes pipes non-blocking.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const config = orExit(() => readConfig(variables));
  const socket = orExit(() => takePassedSocket(variables));
  const logDestination = createLogDestination(2);
  const log = createLog(
    config.logLevel,
    logDestination,
    config.logFormat ?? (process.stderr.isTTY ? 'text' : 'json'),
  );
  const starting = startService(
    config,
    log,
    // The extra routes come first, so that they can replace a route of the package.
    publicUrl => [...(extraRoutes?.(publicUrl) ?? []), ...packageRoutes(publicUrl)],
    {lostLogLines: logDestination.lost, hosts, mailer, socket},
  ).catch(exitWith);
  const service = await starting;

  let cleanUp: () => Promise<void> = () => Promise.resolve();
  const stopping = new AbortController();
  async function end(signal: 'SIGTERM' | 'SIGINT'): Promise<never> {
    stopping.abort();
    log.info({signal}, 'stopping');
    try {
      await cleanUp();
      if (signal === 'SIGTERM') await service.drain();
      await service.stop();
    } catch (error) {
      log.error({err: error}, 'stopping failed');
      // `process.exit` waits for a commit that waits for the store's write lock. A second signal ends the process at once.
      if (error instanceof StoreUnavailable) process.kill(process.pid, signal);
      process.exit(1);
    }
    process.exit(0);
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void end(signal));

  const isReady = await service.ready.catch(exitWith);
  if (!isReady) return;
  log.info(startFields(config, service), 'started');
  try {
    if (onReady) cleanUp = await onReady(service);
  } catch (error) {
    // `onReady` may fail because the service is closing.
    if (!stopping.signal.aborted) exitWith(error);
  }
  if (stopping.signal.aborted) return;
  notifyReady(variables, error => log.error({err: error}, 'systemd could not be notified'));
  const {url} = service;
  const line = {level: 'info', time: new Date().toISOString(), url, msg: 'tavle ready'};
  process.stdout.write(`${config.logFormat === 'json' ? JSON.stringify(line) : `tavle ready ${url}`}\n`);
}

/** Runs `reload` at each SIGHUP, one at a time. Merges the signals that arrive while a reload waits. */
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

function orExit<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (error instanceof ConfigError) return exitWith(error);
    throw error;
  }
}

function exitWith(error: unknown): never {
  const problems = error instanceof ConfigError ? error.problems : [(error as Error).message];
  process.stderr.write(
    `tavle can't start:\n${problems.map(problem => `  ${printable(problem)}\n`).join('')}`,
  );
  process.exit(1);
}

/** Returns whether the interfaces of each kind of callers are on: `interfacesABC`, `interfacesDEG`, `interfaceF`. */
function interfaceFields(config: Config): Record<string, string> {
  // The first operation of an interface has its kind of callers. A later one may differ: the link that ends mails is for anyone.
  const callers = new Map(interfaces.toReversed().map(({letter = '', caller}) => [letter, caller]));
  const fields = Object.entries(callerKinds).map(([kind, {needs}]) => {
    const name = [...callers.keys()]
      .filter(letter => callers.get(letter) === kind)
      .sort()
      .join('');
    const isOn = !needs || config[needs.config] !== undefined;
    return [
      `interface${name.length > 1 ? 's' : ''}${name}`,
      isOn ? 'on' : `off: ${needs.setting} is not set`,
    ];
  });
  return Object.fromEntries(fields) as Record<string, string>;
}

/** Returns the fields of the log line `started`. */
function startFields(config: Config, {url, metricsUrl}: Service): object {
  const {audit, maxConnections, maxRequests, callsPerMinute} = config;
  return {
    version,
    node: process.version,
    url,
    publicUrl: config.publicUrl ?? url,
    metrics: metricsUrl,
    store: describeEngine(config.store),
    ...interfaceFields(config),
    audit: audit ?? 'off',
    maxConnections,
    maxRequests,
    maxRequestsPerMinute: callsPerMinute ?? 'off',
  };
}
