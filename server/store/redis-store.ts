import {randomUUID} from 'node:crypto';
import {setImmediate} from 'node:timers/promises';

import {type ChainableCommander, Redis, type Result} from 'ioredis';

import {keyGroup, keyRest} from './key.ts';
import {fromStoredText} from './stored-text.ts';
import {type Entry, type Key, type Store, StoreUnavailable, VersionConflict} from './store.ts';

/** How long one command may take, in milliseconds, before its outcome counts as unknown. */
const commandTimeout = 2_000;

/** The longest pause, in milliseconds, between two attempts to reach a server that is away. */
const longestPause = 1_000;

/** How many index entries go out in one pipeline: more would hold up the other work of this process. */
const pipelineLength = 1_000;

/** Reads the head of the document and refuses another version; `ARGV[1]` is the expected one or ''. */
const guard = `
  local stored = redis.call('GET', KEYS[1])
  local version, operation = 0, nil
  if stored then
    version, operation = string.match(stored, '^(%d+) (%S+) ')
    version = tonumber(version)
  end
  if operation and operation == ARGV[2] then return {1, version} end
  if ARGV[1] ~= '' and tonumber(ARGV[1]) ~= version then return {0, version} end
`;

type Outcome = [done: 0 | 1, version: number];

declare module 'ioredis' {
  interface RedisCommander<Context> {
    tavleWrite(key: string, expected: number | '', operation: string, json: string): Result<Outcome, Context>;
    tavleRemove(key: string, expected: number | ''): Result<Outcome, Context>;
  }
}

const scripts = {
  tavleWrite: {
    numberOfKeys: 1,
    lua: `${guard}
      redis.call('SET', KEYS[1], string.format('%.0f %s ', version + 1, ARGV[2]) .. ARGV[3])
      return {1, version + 1}`,
  },
  tavleRemove: {
    numberOfKeys: 1,
    lua: `${guard}
      redis.call('DEL', KEYS[1])
      return {1, version}`,
  },
};

/** Braces are Redis Cluster's hash tag: keys of one group live on one node. `#` is in no path. */
const documentKey = (key: Key) => `tavle:{${keyGroup(key)}}${keyRest(key)}`;
const indexKey = (key: Key) => `${documentKey(key)}#index`;
const counterKey = (key: Key) => `${documentKey(key)}#counter`;

/** Where the store tells an operator what happens to it. */
export interface StoreLog {
  info(message: string): void;
  warn(message: string): void;
}

/**
 * Opens a store on one Redis server. It connects in the background and for as long as it takes; until then, and
 * whenever the server is away, every method rejects at once.
 *
 * @param url `redis://[user:password@]host[:port][/database]`, or `rediss://` for TLS.
 */
export function openRedisStore(url: string, log: StoreLog): Store {
  const redis = new Redis(url, {
    scripts,
    commandTimeout,
    connectTimeout: commandTimeout,
    retryStrategy: attempt => Math.min(50 * attempt, longestPause),
    // What is under way when the connection breaks is rejected, neither kept waiting nor sent a second time.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    enableAutoPipelining: true,
  });
  tellOfChanges(redis, log);

  /** Runs one command for each entry, some at a time, and lets other work in between. */
  async function forEntries(
    entries: readonly Entry[],
    command: (pipeline: ChainableCommander, key: string, member: string) => void,
  ) {
    for (let start = 0; start < entries.length; start += pipelineLength) {
      if (start) await setImmediate();
      const pipeline = redis.pipeline();
      for (const {index, member} of entries.slice(start, start + pipelineLength)) {
        command(pipeline, indexKey(index), member);
      }
      for (const [error] of (await answered(pipeline.exec())) ?? [])
        if (error) throw new StoreUnavailable(error);
    }
  }

  return {
    async read(keys) {
      if (!keys.length) return [];
      const stored = await answered(redis.mget(keys.map(documentKey)));
      return stored.map(text => (text === null ? undefined : fromStoredText(text)));
    },

    async write(key, value, {expected, operation = randomUUID()} = {}) {
      const json = JSON.stringify(value);
      const outcome = await answered(redis.tavleWrite(documentKey(key), expected ?? '', operation, json));
      return {version: versionAfter(outcome), operation, value};
    },

    async remove(key, expected) {
      versionAfter(await answered(redis.tavleRemove(documentKey(key), expected ?? '')));
    },

    addEntries: entries => forEntries(entries, (pipeline, key, member) => pipeline.zadd(key, 0, member)),
    removeEntries: entries => forEntries(entries, (pipeline, key, member) => pipeline.zrem(key, member)),

    scan: (index, {from = '', to, limit}) =>
      answered(
        redis.zrange(
          indexKey(index),
          `[${from}`,
          to === undefined ? '+' : `(${to}`,
          'BYLEX',
          'LIMIT',
          0,
          limit,
        ),
      ),

    next: counter => answered(redis.incr(counterKey(counter))),

    async ping() {
      await answered(redis.ping());
    },

    async close() {
      if (redis.status === 'ready') await redis.quit().catch(() => undefined);
      redis.disconnect();
    },
  };
}

function versionAfter([done, version]: Outcome): number {
  if (!done) throw new VersionConflict(version);
  return version;
}

async function answered<Reply>(reply: Promise<Reply>): Promise<Reply> {
  try {
    return await reply;
  } catch (cause) {
    throw new StoreUnavailable(cause);
  }
}

/** Says once that the server is away and once that it is back, and what in its settings would lose data. */
function tellOfChanges(redis: Redis, log: StoreLog) {
  let away = false;
  redis.on('error', (error: Error) => {
    if (away) return;
    away = true;
    log.warn(`Redis is away: ${error.message}`);
  });
  redis.on('close', () => {
    if (away || redis.status === 'end') return;
    away = true;
    log.warn('Redis is away: the connection was closed.');
  });
  redis.on('ready', () => {
    if (away) log.info('Redis is back.');
    away = false;
    void warnOfForgetfulness(redis, log);
  });
}

async function warnOfForgetfulness(redis: Redis, log: StoreLog) {
  const [appendOnly, policy] = await Promise.all([
    setting(redis, 'appendonly'),
    setting(redis, 'maxmemory-policy'),
  ]);
  if (appendOnly === 'no') {
    log.warn(
      'Redis has "appendonly no": what was acknowledged can be lost when it stops. Set "appendonly yes".',
    );
  }
  if (policy !== undefined && policy !== 'noeviction') {
    log.warn(`Redis has "maxmemory-policy ${policy}": it may drop data to make room. Set "noeviction".`);
  }
}

/** A server setting, or `undefined` where the server does not tell, as many rented ones do not. */
async function setting(redis: Redis, name: string): Promise<string | undefined> {
  const pair = await redis.config('GET', name).catch(() => []);
  return Array.isArray(pair) ? (pair as string[])[1] : undefined;
}
