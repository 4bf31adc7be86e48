import {setTimeout} from 'node:timers/promises';

import {withClient} from './redis-process.ts';
import type {RedisServer} from './redis-server.ts';

/* Simulates the loss of a Redis primary, for the tests of Sentinels and clusters, and for the proof of faults. */

/**
 * Kills a primary after it was disconnected from its replicas for a while, which simulates the loss of a machine. A kill alone loses
 * nothing on one machine: the kernel still delivers what the primary has written.
 *
 * @param cutOffMs How long the primary runs without its replicas.
 * @param beforeThaw Runs between the end of the primary and the return of the replicas. Default: nothing.
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
