import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {rmSync} from 'node:fs';
import {mkdtemp} from 'node:fs/promises';
import {createServer} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout} from 'node:timers/promises';

import {Redis} from 'ioredis';

/** A process of a test's own, with a directory that lasts until it is stopped, or this process ends. */
export interface RedisProcess {
  /** Ends it without a chance to tidy up, keeping its files. */
  kill(): Promise<void>;
  /** Freezes it: connections stay open and nothing answers. */
  freeze(): void;
  thaw(): void;
  /** Starts it again after `kill`, on the same port and files. */
  restart(): Promise<void>;
  /** Ends it and removes its files. */
  stop(): Promise<void>;
}

/** Cleanups that run when this process ends, however it ends. */
const leftovers = new Set<() => void>();
const removeAll = () => {
  for (const remove of leftovers) remove();
};
process.once('exit', removeAll);
// How Vitest ends a worker; by itself that would not count as an exit.
process.once('SIGTERM', () => {
  removeAll();
  process.exit(143);
});

/**
 * Starts `redis-server` and resolves when it prints a text.
 *
 * @param parameters Made for its new directory.
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
  leftovers.add(remove);

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
      leftovers.delete(remove);
    },
  };
}

/** The ports of one test worker: no two workers of Vitest or Playwright, and no outgoing connections, use the same. */
const portsPerWorker = 2_000;
const {VITEST_POOL_ID, TEST_PARALLEL_INDEX = 0} = process.env;
const worker =
  VITEST_POOL_ID === undefined ? 5 + (Number(TEST_PARALLEL_INDEX) % 6) : Number(VITEST_POOL_ID) % 5;
let ports = Math.floor(Math.random() * portsPerWorker);

/** Returns a port of the loopback address that nobody listens on, and returns it only once. */
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

/** Tries until a condition holds. @throws After 30 seconds. */
export async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + 30_000;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`Timed out: ${what}`);
    await setTimeout(20);
  }
}

/** Lends a connection to one server, which may ask for a password. */
export async function withClient<Result>(
  port: number,
  work: (client: Redis) => Promise<Result>,
  password?: string,
  host = '127.0.0.1',
): Promise<Result> {
  const client = new Redis({port, host, ...(password !== undefined && {password})});
  // A server that dies during it is what some tests are about; the command under way rejects.
  client.on('error', () => undefined);
  try {
    return await work(client);
  } finally {
    client.disconnect();
  }
}
