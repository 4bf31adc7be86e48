import {writeFileSync} from 'node:fs';
import {join} from 'node:path';

import type {Redis} from 'ioredis';

import {freePort, type RedisProcess, startProcess, until, withClient} from './redis-process.ts';
import {type RedisServer, startRedis} from './redis-server.ts';

const name = 'tavle-test';

/** Whom Sentinels with a password know beside the default user, by the same. */
export const sentinelUser = 'tavle';

/** A real master with two replicas, and three Sentinels that watch them. */
export interface RedisSentinels {
  readonly url: string;
  /** The one that was master at the start. */
  readonly master: RedisServer;
  readonly replicas: readonly RedisServer[];
  stop(): Promise<void>;
}

/**
 * @param patience Milliseconds after which a silent master counts as failed.
 * @param password What the Sentinels ask for, from each other too; the servers ask for none. Default: nothing.
 */
export async function startRedisSentinels(patience: number, password?: string): Promise<RedisSentinels> {
  const running: RedisProcess[] = [];
  const stop = async () => {
    await Promise.all(running.map(each => each.stop()));
  };
  const keep = <Process extends RedisProcess>(started: Process) => {
    running.push(started);
    return started;
  };
  try {
    const master = keep(await startRedis());
    const follow = ['--replicaof', '127.0.0.1', String(master.port)];
    const replicas = await Promise.all([startRedis(...follow).then(keep), startRedis(...follow).then(keep)]);
    await until('the replicas are in step', async () => {
      const replication = await withClient(master.port, client => client.info('replication'));
      return replication.split('state=online').length === 3;
    });
    const ports = await Promise.all([1, 2, 3].map(freePort));
    await Promise.all(ports.map(port => startSentinel(port, master.port, patience, password).then(keep)));
    await Promise.all(ports.map(port => until(`Sentinel ${port} sees all`, () => seesAll(port, password))));
    const hosts = ports.map(port => `127.0.0.1:${port}`);
    return {url: `redis+sentinel://${hosts.join(',')}/${name}`, master, replicas, stop};
  } catch (error) {
    await stop();
    throw error;
  }
}

function startSentinel(
  port: number,
  masterPort: number,
  patience: number,
  password: string | undefined,
): Promise<RedisProcess> {
  return startProcess(directory => {
    const file = join(directory, 'sentinel.conf');
    writeFileSync(
      file,
      [
        `port ${port}`,
        'bind 127.0.0.1',
        `dir ${directory}`,
        ...(password === undefined
          ? []
          : [`requirepass ${password}`, `user ${sentinelUser} on >${password} &* +@all`]),
        `sentinel monitor ${name} 127.0.0.1 ${masterPort} 2`,
        `sentinel down-after-milliseconds ${name} ${patience}`,
        `sentinel failover-timeout ${name} 5000`,
        `sentinel parallel-syncs ${name} 2`,
        '',
      ].join('\n'),
    );
    return [file, '--sentinel'];
  }, '+monitor');
}

async function seesAll(port: number, password: string | undefined): Promise<boolean> {
  const ask = (client: Redis) => client.call('SENTINEL', 'MASTER', name);
  const state = (await withClient(port, ask, password)) as string[];
  const count = (field: string) => state[state.indexOf(field) + 1];
  return count('num-slaves') === '2' && count('num-other-sentinels') === '2';
}
