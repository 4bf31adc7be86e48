import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {rmSync} from 'node:fs';
import {mkdtemp} from 'node:fs/promises';
import {createServer} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout} from 'node:timers/promises';

import {Redis} from 'ioredis';

/* Processes, ports and connections of the Redis servers and Sentinels that the tests and the proof start. `redis-server.ts` and
 * `redis-sentinel.ts` have the settings. Every process must end with the tests (`cleanups`). */

/** A process for one test, with a directory that is removed when it is stopped or this process ends. */
export interface RedisProcess {
  /** Kills the process and keeps its files. */
  kill(): Promise<void>;
  /** Freezes the process: connections stay open without responses. */
  freeze(): void;
  thaw(): void;
  /** Starts the process again after `kill`, with the same port and files. */
  restart(): Promise<void>;
  /** Ends the process and removes its files. */
  stop(): Promise<void>;
}

/** Functions that run when this process ends. */
const cleanups = new Set<() => void>();
const removeAll = () => {
  for (const remove of cleanups) remove();
};
process.once('exit', removeAll);
// Vitest ends workers with SIGTERM, which does not emit `exit` by default.
process.once('SIGTERM', () => {
  removeAll();
  process.exit(143);
});

/**
 * Starts `redis-server` and resolves when it prints `readyText`.
 *
 * @param parameters Returns the parameters of the server for a new directory.
 * @param prefix Goes before the command, such as `nsenter --net=file`.
 */
export async function startProcess(
  parameters: (directory: string) => string[],
  readyText: string,
  prefix: readonly string[] = [],
): Promise<RedisProcess> {
  const directory = await mkdtemp(join(tmpdir(), 'tavle-redis-'));
  let child: ChildProcess | undefined;
  const remove = () => {
    child?.kill('SIGKILL');
    rmSync(directory, {recursive: true, force: true});
  };
  cleanups.add(remove);

  async function launch() {
    const [command = '', ...others] = [...prefix, 'redis-server', ...parameters(directory)];
    const started = spawn(command, others, {stdio: ['ignore', 'pipe', 'ignore']});
    child = started;
    await new Promise<void>((resolve, reject) => {
      started.once('error', error =>
        reject(new Error('redis-server does not start: run "apt-get install redis-server".', {cause: error})),
      );
      started.once('exit', code =>
        reject(new Error(`redis-server ended at once with code ${String(code)}.`)),
      );
      started.stdout.on('data', (chunk: Buffer) => {
        if (chunk.includes(readyText)) resolve();
      });
    });
  }

  async function kill() {
    if (child?.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }

  await launch();
  return {
    kill,
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    restart: launch,
    async stop() {
      await kill();
      remove();
      cleanups.delete(remove);
    },
  };
}

/** The number of ports of one test worker. Different workers of Vitest and Playwright, and outgoing connections, use other ports. */
const portsPerWorker = 2_000;
const {VITEST_POOL_ID, TEST_PARALLEL_INDEX = 0} = process.env;
const worker =
  VITEST_POOL_ID === undefined ? 5 + (Number(TEST_PARALLEL_INDEX) % 6) : Number(VITEST_POOL_ID) % 5;
let ports = Math.floor(Math.random() * portsPerWorker);

/** Returns an unused port of the loopback address, and each port only once. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 10_000 + worker * portsPerWorker + (ports++ % portsPerWorker);
    const probe = createServer().listen(port, '127.0.0.1');
    const free = await once(probe, 'listening').then(
      () => true,
      () => false,
    );
    probe.close();
    if (free) return port;
  }
}

/** Polls until a condition holds. @throws After 30 seconds. */
export async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + 30_000;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`Timed out: ${what}`);
    await setTimeout(100);
  }
}

/** Runs `work` with a connection to one server, which may require a password. */
export async function withClient<Result>(
  port: number,
  work: (client: Redis) => Promise<Result>,
  password?: string,
  host = '127.0.0.1',
): Promise<Result> {
  const client = new Redis({port, host, ...(password !== undefined && {password})});
  // Some tests kill the server during `work`. Then the pending command rejects.
  client.on('error', () => undefined);
  try {
    return await work(client);
  } finally {
    client.disconnect();
  }
}

/** Returns a server's replication status: `role:master` and its replicas. */
export function replicationOf({port}: {readonly port: number}): Promise<string> {
  return withClient(port, client => client.info('replication'));
}

export async function isMaster(server: {readonly port: number}): Promise<boolean> {
  return (await replicationOf(server)).includes('role:master');
}
