import {setTimeout} from 'node:timers/promises';

import {withClient} from './redis-process.ts';
import type {RedisServer} from './redis-server.ts';

/**
 * Kills a master that has been cut off from its replicas for a while, as a machine that is lost. A kill alone loses nothing on one
 * machine: its kernel still delivers what the master had written.
 *
 * @param cutOffMs How long the master goes on without its replicas, in milliseconds.
 * @param beforeThaw What happens between the end of the master and the return of these replicas. Default: nothing.
 */
export async function killUnreplicated(
  master: RedisServer,
  replicas: readonly RedisServer[],
  cutOffMs = 300,
  beforeThaw = () => Promise.resolve(),
): Promise<void> {
  for (const replica of replicas) replica.freeze();
  await withClient(master.port, client => client.call('CLIENT', 'KILL', 'TYPE', 'replica'));
  await setTimeout(cutOffMs);
  await master.kill();
  await beforeThaw();
  for (const replica of replicas) replica.thaw();
}
