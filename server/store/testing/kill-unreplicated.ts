import {setTimeout} from 'node:timers/promises';

import {withClient} from './redis-process.ts';
import type {RedisServer} from './redis-server.ts';

/**
 * Kills a master that has been cut off from its replicas for 300 milliseconds, as a machine that is lost. A kill alone loses
 * nothing on one machine: its kernel still delivers what the master had written.
 */
export async function killUnreplicated(master: RedisServer, replicas: readonly RedisServer[]): Promise<void> {
  for (const replica of replicas) replica.freeze();
  await withClient(master.port, client => client.call('CLIENT', 'KILL', 'TYPE', 'replica'));
  await setTimeout(300);
  await master.kill();
  for (const replica of replicas) replica.thaw();
}
