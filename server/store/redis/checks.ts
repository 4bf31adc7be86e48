import type {Redis} from 'ioredis';

import {cacheFor} from '../../memoize.ts';
import {type StoreLog, StoreUnavailable} from '../engine.ts';

/* Finds out whether Redis accepts changes and has safe settings, for all kinds of Redis stores. Add a warning to
 * `findUnsafeSettings`, and another error of a server that refuses changes to `refusalForm`. Managed servers may hide a
 * setting. A hidden setting must not cause a warning. */

/** How long the result of a probe is shared. */
const intervalMs = 1_000;

/** Writes a key that expires at once. Returns an error as the reply, since `ioredis` may reconnect after an error. */
const script = `
  local reply = redis.pcall('SET', KEYS[1], '', 'PX', 1)
  return type(reply) == 'table' and reply.err or ''`;

/** The errors of a server that responds and refuses changes. The last one is that of a script whose user may not write. */
const refusalForm = /\b(?:READONLY|MISCONF|NOREPLICAS|OOM|NOPERM|The user executing the script)\b.*/;

/** Returns why a server refuses changes; `undefined` if it accepts them, or if that is unknown. */
export async function findRefusal(redis: Redis, key: string): Promise<string | undefined> {
  const reply = await redis.eval(script, 1, key).catch((error: unknown) => (error as Error).message);
  return refusalForm.exec(String(reply))?.[0];
}

/**
 * Returns a function that checks with a write whether changes are accepted, at most once a second for all callers together. It rejects
 * with {@link StoreUnavailable} while every server refuses changes.
 *
 * @param findRefusals Returns for each server why it refuses changes.
 */
export function createWriteProbe(
  findRefusals: () => Promise<readonly (string | undefined)[]>,
): () => Promise<void> {
  return cacheFor(intervalMs, async () => {
    const found = await findRefusals();
    if (!found.length || found.includes(undefined)) return;
    throw new StoreUnavailable(undefined, `Redis takes no changes, so they get 503: ${found[0]}`);
  });
}

/** Returns how many replicas are connected to a primary; `Infinity` if the server does not report it. */
async function connectedReplicas(redis: Redis): Promise<number> {
  const text = await redis.info('replication').catch(() => '');
  return Number(/^connected_slaves:(\d+)/m.exec(text)?.[1] ?? Infinity);
}

/** @throws {StoreUnavailable} when no responding primary has the required number of connected replicas. */
export async function requireReplicas(masters: readonly Redis[], replicas: number): Promise<void> {
  if (!replicas || !masters.length) return;
  const connected = Math.max(0, ...(await Promise.all(masters.map(connectedReplicas))));
  if (connected >= replicas) return;
  throw new StoreUnavailable(
    undefined,
    `Redis has ${connected} of the ${replicas} replicas that TAVLE_STORE_REPLICAS requires: changes get 503 until they are connected.`,
  );
}

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
      `${name} has "cluster-require-full-coverage yes": when a primary without a replica is unreachable, no node responds. Set "no".`,
    );
  }
  if (connected < replicas) {
    lines.push(
      `${name} has ${connected} of the ${replicas} replicas that TAVLE_STORE_REPLICAS requires: it accepts no writes until they are connected.`,
    );
  }
  return lines;
}

/** Returns a setting; `undefined` if the server does not reveal it, as many managed servers do. */
async function setting(redis: Redis, name: string): Promise<string | undefined> {
  const pair = await redis.config('GET', name).catch(() => []);
  return Array.isArray(pair) ? (pair as string[])[1] : undefined;
}
