import type {Redis} from 'ioredis';

import {cacheFor} from '../../memoize.ts';
import {StoreUnavailable} from '../store.ts';

/** How long the result of a probe is shared. */
const intervalMs = 1_000;

/** Writes a key that expires at once. Returns an error as the reply, since `ioredis` may reconnect after an error. */
const script = `
  local reply = redis.pcall('SET', KEYS[1], '', 'PX', 1)
  return type(reply) == 'table' and reply.err or ''`;

/** The errors of a server that responds and refuses changes. */
const refusalForm = /\b(?:READONLY|MISCONF|NOREPLICAS|OOM)\b.*/;

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
