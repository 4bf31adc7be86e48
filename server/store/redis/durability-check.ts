import type {Redis} from 'ioredis';

import {connectedReplicas} from './replicas.ts';
import type {StoreLog} from '../store-log.ts';

/** Logs the result of {@link findUnsafeSettings}. */
export async function warnOfUnsafeSettings(
  redis: Redis,
  name: string,
  log: StoreLog,
  replicas: number,
): Promise<void> {
  for (const line of await findUnsafeSettings(redis, name, replicas)) log.warn(line);
}

/**
 * Returns a line for each setting of a server that can lose data or stop the service.
 *
 * @param name The server's name in the lines.
 * @param replicas How many replicas each write waits for.
 */
export async function findUnsafeSettings(redis: Redis, name: string, replicas: number): Promise<string[]> {
  const [appendOnly, policy, connected, inCluster, fullCoverage] = await Promise.all([
    setting(redis, 'appendonly'),
    setting(redis, 'maxmemory-policy'),
    replicas ? connectedReplicas(redis) : replicas,
    setting(redis, 'cluster-enabled'),
    setting(redis, 'cluster-require-full-coverage'),
  ]);
  const lines: string[] = [];
  if (appendOnly === 'no') {
    lines.push(
      `${name} has "appendonly no": acknowledged changes can be lost when it stops. Set "appendonly yes".`,
    );
  }
  if (policy !== undefined && policy !== 'noeviction') {
    lines.push(`${name} has "maxmemory-policy ${policy}": it may drop data to make room. Set "noeviction".`);
  }
  if (inCluster === 'yes' && fullCoverage === 'yes') {
    lines.push(
      `${name} has "cluster-require-full-coverage yes": when a master without a replica is unreachable, no node responds. Set "no".`,
    );
  }
  if (connected < replicas) {
    lines.push(
      `${name} has ${connected} of the ${replicas} replicas that TAVLE_STORE_REPLICAS requires: it accepts no writes until they are connected.`,
    );
  }
  return lines;
}

/** Returns a setting; `undefined` if the server does not reveal it, as many managed ones do. */
async function setting(redis: Redis, name: string): Promise<string | undefined> {
  const pair = await redis.config('GET', name).catch(() => []);
  return Array.isArray(pair) ? (pair as string[])[1] : undefined;
}
