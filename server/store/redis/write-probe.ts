import type {Redis} from 'ioredis';

import {cacheFor} from '../../memoize.ts';
import {StoreUnavailable} from '../store.ts';

/** How long, in milliseconds, one probe counts for all that ask. */
const intervalMs = 1_000;

/** Writes a key that expires at once. A refusal is the reply instead of an error, which `ioredis` may take as a reason to reconnect. */
const script = `
  local reply = redis.pcall('SET', KEYS[1], '', 'PX', 1)
  return type(reply) == 'table' and reply.err or ''`;

/** Why a server that answers takes no changes. */
const refusals = /\b(?:READONLY|MISCONF|NOREPLICAS|OOM)\b.*/;

/** Returns why a server refuses changes; `undefined` where it takes them, or where that is not known. */
export async function findRefusal(redis: Redis, key: string): Promise<string | undefined> {
  const reply = await redis.eval(script, 1, key).catch((error: unknown) => (error as Error).message);
  return refusals.exec(String(reply))?.[0];
}

/**
 * Returns a function that proves with a write that changes are taken, at most once a second for all callers together.
 *
 * @param findRefusals Returns for each server why it refuses changes.
 * @throws {StoreUnavailable} while every server refuses them.
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
