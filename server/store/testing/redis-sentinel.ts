import {existsSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';

import type {Redis} from 'ioredis';

import {freePort, type RedisProcess, startProcess, until, withClient} from './redis-process.ts';
import {type RedisServer, startRedis} from './redis-server.ts';

/* Redis Sentinel on this machine, for the tests and the proof. Each server is a real process, which a test may
 * stop. */

/** The primary's name in the Sentinels' configuration. */
export const masterName = 'tavle-test';

/** A user of the Sentinels. It has the same password as the default user. */
export const sentinelUser = 'tavle';

/** A real primary with two replicas, and three Sentinels that monitor them. `startSentinel` has the settings of Sentinels. */
export interface RedisSentinels {
  readonly url: string;
  /** The primary at the start. */
  readonly master: RedisServer;
  readonly replicas: readonly RedisServer[];
  readonly sentinels: readonly RedisProcess[];
  stop(): Promise<void>;
}

/**
 * @param downAfter Milliseconds after which an unresponsive primary counts as failed.
 * @param password The password of the Sentinels, also between them. The servers have none. Default: none.
 */
export async function startRedisSentinels(downAfter: number, password?: string): Promise<RedisSentinels> {
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
    const sentinels = await Promise.all(
      ports.map(port => startSentinel(port, master.port, downAfter, password).then(keep)),
    );
    await Promise.all(ports.map(port => until(`Sentinel ${port} sees all`, () => seesAll(port, password))));
    const hosts = ports.map(port => `127.0.0.1:${port}`);
    return {url: `redis+sentinel://${hosts.join(',')}/${masterName}`, master, replicas, sentinels, stop};
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The addresses of a Sentinel and of the primary, and what goes before the command, such as `nsenter`. Default: the loopback address. */
export interface SentinelPlace {
  readonly bind: string;
  readonly masterHost: string;
  readonly prefix: readonly string[];
}

const local: SentinelPlace = {bind: '127.0.0.1', masterHost: '127.0.0.1', prefix: []};

export function startSentinel(
  port: number,
  masterPort: number,
  downAfter: number,
  password?: string,
  {bind, masterHost, prefix} = local,
): Promise<RedisProcess> {
  return startProcess(
    directory => {
      const file = join(directory, 'sentinel.conf');
      // After a restart a Sentinel uses the file that it has rewritten itself.
      if (existsSync(file)) return [file, '--sentinel'];
      writeFileSync(
        file,
        [
          `port ${port}`,
          `bind ${bind}`,
          'protected-mode no',
          `dir ${directory}`,
          ...(password === undefined
            ? []
            : [`requirepass ${password}`, `user ${sentinelUser} on >${password} &* +@all`]),
          `sentinel monitor ${masterName} ${masterHost} ${masterPort} 2`,
          `sentinel down-after-milliseconds ${masterName} ${downAfter}`,
          `sentinel failover-timeout ${masterName} 5000`,
          `sentinel parallel-syncs ${masterName} 2`,
          '',
        ].join('\n'),
      );
      return [file, '--sentinel'];
    },
    '+monitor',
    prefix,
  );
}

/** Returns whether a Sentinel knows both replicas and both other Sentinels. */
export async function seesAll(port: number, password?: string, host?: string): Promise<boolean> {
  const ask = (client: Redis) => client.call('SENTINEL', 'MASTER', masterName);
  const state = (await withClient(port, ask, password, host)) as string[];
  const count = (field: string) => state[state.indexOf(field) + 1];
  return count('num-slaves') === '2' && count('num-other-sentinels') === '2';
}
