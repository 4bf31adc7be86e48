import {freePort, type RedisProcess, startProcess} from './redis-process.ts';

/** A real Redis server for one test, with an unused port of the loopback address and an append-only file in a new directory. */
export interface RedisServer extends RedisProcess {
  readonly port: number;
  readonly url: string;
}

export async function startRedis(...settings: string[]): Promise<RedisServer> {
  return startRedisOn(await freePort(), ...settings);
}

export async function startRedisOn(port: number, ...settings: string[]): Promise<RedisServer> {
  return startRedisIn([], port, ...settings);
}

/** @param prefix Goes before the command, such as `nsenter --net=file`. */
export async function startRedisIn(
  prefix: readonly string[],
  port: number,
  ...settings: string[]
): Promise<RedisServer> {
  const started = await startProcess(
    directory => [
      ...['--port', String(port), '--bind', '127.0.0.1', '--dir', directory, '--save', ''],
      ...['--appendonly', 'yes', '--repl-diskless-sync-delay', '0', ...settings],
    ],
    'Ready to accept connections',
    prefix,
  );
  return {...started, port, url: `redis://127.0.0.1:${port}`};
}
