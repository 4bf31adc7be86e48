import type {Redis} from 'ioredis';
import {setImmediate, setTimeout} from 'node:timers/promises';
import {isDeepStrictEqual} from 'node:util';

import {maxHeaderLength, newOperation} from '../document-codec.ts';
import {
  type Engine,
  type PathEntry,
  silent,
  type StoreLog,
  StoreUnavailable,
  VersionConflict,
  type WriteOptions,
} from '../engine.ts';
import {splitPath} from '../key.ts';
import {takeTurn} from '../turns.ts';
import {bounds} from '../../bounds.ts';
import {parseRedisAddress, type RedisAddress, type SentinelLogin} from './address.ts';
import {findUnsafeSettings} from './checks.ts';
import {connectCluster} from './cluster.ts';
import type {Command} from './command-batcher.ts';
import {type RedisConnection, wrapErrors} from './connection.ts';
import {createRedisContents} from './contents.ts';
import {createRetry, withRepeats} from './retry.ts';
import {
  entriesScript,
  groupScript,
  type Outcome,
  removeScript,
  startsScript,
  type Script,
  writeScript,
} from './scripts.ts';
import {connectSingle} from './single.ts';

/* The engine of the Redis stores: one server, Sentinels or a cluster. Only `open-store.ts` imports it. Implement a new
 * method of `Engine` in `openRedis`: `store/testing/contract.ts` tests what all engines must do. The keys of one
 * command must be in one slot, and stores contain the form of keys (`documentKey`). */

/** How many index entries or documents one batch has: more would block the other work of this process. */
const chunkLength = 1_000;

/** How long a change waits before it is tried again on a migrating slot. */
const migrationPauseMs = 20;

/** Longer replies, in characters, are parsed in turns. */
const longReplyLength = 64 * 1024;

export interface RedisOptions {
  /** How many replicas must have a change before it is acknowledged. Default: none. A change on fewer replicas rejects, and its outcome is unknown. */
  readonly replicas?: number;
  /** Default: none. */
  readonly sentinelLogin?: SentinelLogin | undefined;
  /**
   * How long a command that may run twice is repeated, and how long each command waits for its reply. Default: commands wait `bounds.storeTimeoutMs` and are
   * not repeated.
   */
  readonly retryTimeoutMs?: number | undefined;
}

/**
 * Opens a store in Redis: one server, a cluster, or a primary that Sentinels monitor. It connects in the background, without a limit of
 * attempts. While the server of a key is unreachable, every method rejects at once, unless commands are repeated.
 *
 * @param text See {@link parseRedisAddress}, also for `sentinelLogin`.
 * @throws When the address is invalid.
 */
export function openRedis(
  text: string,
  log: StoreLog,
  {replicas = 0, sentinelLogin, retryTimeoutMs}: RedisOptions = {},
): Engine {
  const address = parseRedisAddress(text, sentinelLogin);
  const target = {...address, timeoutMs: retryTimeoutMs ?? bounds.storeTimeoutMs};
  /** The connections that must be to the same primary. A cluster does not need this: its nodes redirect commands. */
  const companions: Redis[] = [];
  const retry = createRetry(retryTimeoutMs);
  function connect(to: StoreLog, copies: number): RedisConnection {
    const connection =
      target.kind === 'cluster'
        ? connectCluster(target, to, copies)
        : connectSingle(target, to, copies, companions);
    return withRepeats(connection, retry);
  }
  const changes = connect(log, replicas);
  // A connection that waits for replicas is blocked, so reads have a separate one.
  const reads = replicas ? connect(silent, 0) : changes;

  /** Braces mark the hash tag of Redis Cluster, so the keys of one group are on one node. `#` occurs in no path. `contents.ts` parses the keys. */
  function documentKey(path: string): string {
    const {group, rest} = splitPath(path);
    return `${address.prefix}:{${group}}${rest}`;
  }
  const indexKey = (path: string) => `${documentKey(path)}#index`;

  async function readSlot(keys: readonly string[], connection: RedisConnection): Promise<(string | null)[]> {
    const read = async (command: Command, key = '') => wrapErrors(connection.run(key, command));
    try {
      return (await read(['mget', ...keys], keys[0])) as (string | null)[];
    } catch (error) {
      if (!isSlotMigrating(error as Error)) throw error;
    }
    const readEach = async () =>
      (await Promise.all(keys.map(key => read(['get', key], key)))) as (string | null)[];
    // The texts may change between these commands, so reads until two results agree.
    for (let [before, now] = [await readEach(), await readEach()]; ; [before, now] = [now, await readEach()])
      if (isDeepStrictEqual(before, now)) return now;
  }

  /** Groups items by slot: the keys of a slot may be in one command. */
  function groupsOf<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<number, Item[]> {
    const groups = new Map<number, Item[]>();
    for (const item of items) {
      const slot = reads.slotOf(keyOf(item));
      const group = groups.get(slot);
      if (group) group.push(item);
      else groups.set(slot, [item]);
    }
    return groups;
  }

  /** Reads keys with one command for each slot. Returns the replies in the order of the keys. */
  async function readBySlot<Reply>(
    keys: readonly string[],
    read: (keysOfSlot: readonly string[]) => Promise<readonly Reply[]>,
  ): Promise<readonly Reply[]> {
    const groups = groupsOf(keys, key => key);
    if (groups.size === 1) return read(keys);
    const found = new Map<string, Reply>();
    const readGroup = async (group: string[]) => {
      for (const [at, reply] of (await read(group)).entries()) found.set(group[at] ?? '', reply);
    };
    await Promise.all(Array.from(groups.values(), readGroup));
    return keys.map(key => found.get(key) as Reply);
  }

  const readTexts = (keys: readonly string[], connection = reads) =>
    readBySlot(keys, group => readSlot(group, connection));

  /** Changes entries in chunks, with one command for each slot. Other work runs between two chunks. */
  async function changeEntries(command: 'ZADD' | 'ZREM', entries: readonly PathEntry[]): Promise<void> {
    for (let start = 0; start < entries.length; start += chunkLength) {
      if (start) await setImmediate();
      const chunk = entries
        .slice(start, start + chunkLength)
        .map(({path, member}) => ({key: indexKey(path), member}));
      const groups = groupsOf(chunk, ({key}) => key);
      await Promise.all(Array.from(groups.values(), group => changeSlot(command, group)));
    }
  }

  async function changeSlot(
    command: 'ZADD' | 'ZREM',
    entries: readonly {readonly key: string; readonly member: string}[],
  ): Promise<void> {
    const [{key, member} = {key: '', member: ''}] = entries;
    if (entries.length === 1) {
      await wrapErrors(
        changes.run(key, command === 'ZADD' ? ['zadd', key, 0, member] : ['zrem', key, member]),
      );
      return;
    }
    const keys = entries.map(each => each.key);
    const members = entries.map(each => each.member);
    const parameters = [entriesScript.digest, keys.length, ...keys, command, ...members];
    try {
      await wrapErrors(changes.run(key, ['evalsha', ...parameters]));
    } catch (error) {
      if (!isSlotMigrating(error as Error)) throw error;
      await Promise.all(entries.map(entry => changeSlot(command, [entry])));
    }
  }

  /**
   * Runs a script on a document and its parts, and returns the version after it.
   *
   * @param separately Does the same with one script for each key, while the slot of the keys migrates. Default: waits for the end of the migration.
   */
  async function runScript(
    script: Script,
    keys: readonly string[],
    parameters: (string | number)[],
    separately?: () => Promise<number>,
  ): Promise<number> {
    const [key = ''] = keys;
    const command: Command = ['evalsha', script.digest, keys.length, ...keys, ...parameters];
    const ends = performance.now() + bounds.storeTimeoutMs;
    let outcome: Outcome | undefined;
    while (!outcome) {
      try {
        outcome = (await wrapErrors(changes.run(key, command))) as Outcome;
      } catch (error) {
        if (!isSlotMigrating(error as Error) || performance.now() > ends) throw error;
        if (separately) return separately();
        await setTimeout(migrationPauseMs);
      }
    }
    if (outcome[0] === -1) throw new StoreUnavailable(new Error(outcome[1]));
    const [done, version] = outcome;
    if (!done) throw new VersionConflict(version);
    return version;
  }

  return {
    hasChecksums: false,

    async read(paths, isReplicated) {
      // The connection of changes also waits for the replicas after a read.
      const connection = isReplicated ? changes : reads;
      const keys = paths.map(documentKey);
      const found: (string | null)[] = [];
      for (let start = 0; start < keys.length; start += chunkLength) {
        found.push(...(await readTexts(keys.slice(start, start + chunkLength), connection)));
      }
      // Replies to many reads arrive at once. Parsing them takes longer than waiting for them, so reads take turns.
      if (keys.length > 1 && lengthOf(found) > longReplyLength) await takeTurn(true);
      return found.map(text => text ?? undefined);
    },

    async readStarts(paths) {
      const startOf = (key: string) => reads.run(key, ['getrange', key, 0, maxHeaderLength - 1]);
      const found = await readBySlot(paths.map(documentKey), async group => {
        const [key = ''] = group;
        if (group.length === 1) return [await wrapErrors(startOf(key))];
        const command: Command = ['evalsha', startsScript.digest, group.length, ...group, maxHeaderLength];
        return wrapErrors(reads.run(key, command)).catch((error: unknown) => {
          if (!isSlotMigrating(error as Error)) throw error;
          return wrapErrors(Promise.all(group.map(startOf)));
        }) as Promise<string[]>;
      });
      return (found as string[]).map(start => start || undefined);
    },

    write(path, json, operation, expected, parts) {
      const keys = [path, ...parts.map(part => part.path)].map(documentKey);
      const texts = [json, ...parts.map(part => part.json ?? '')];
      const writeOne = (key: string, id: string, text: string, version: WriteOptions['expected']) =>
        // One key only: without a cluster, the batcher joins such scripts of several documents.
        runScript(writeScript, [key], [expectation(version), id, text]);
      if (!parts.length) return writeOne(documentKey(path), operation, json, expected);

      // Writes stamps twice: without the first write, readers who compare stamps would never see a change after a crash before the second.
      const writeStamps = () =>
        Promise.all(keys.slice(1).map(key => writeOne(key, newOperation(), 'true', undefined)));
      const separately = async () => {
        await writeStamps();
        const version = await writeOne(documentKey(path), operation, json, expected);
        await writeStamps();
        return version;
      };
      const areStamps = parts.every(({isStamp}) => isStamp);
      const parameters = [expectation(expected), operation, ...texts];
      return runScript(groupScript, keys, parameters, areStamps ? separately : undefined);
    },

    async remove(path, expected, parts) {
      await runScript(removeScript, [path, ...parts].map(documentKey), [expectation(expected)]);
    },

    async put(texts) {
      await wrapErrors(
        Promise.all(
          texts.map(({path, text}) => {
            const key = documentKey(path);
            return changes.run(key, ['set', key, text]);
          }),
        ),
      );
    },

    addEntries: entries => changeEntries('ZADD', entries),
    removeEntries: entries => changeEntries('ZREM', entries),

    async scan(paths, {from = '', to, limit}) {
      const end = to === undefined ? '+' : `(${to}`;
      // The batcher joins the scans.
      const replies = paths.map(path => {
        const key = indexKey(path);
        return reads.run(key, ['zrange', key, `[${from}`, end, 'BYLEX', 'LIMIT', 0, limit]);
      });
      return (await wrapErrors(Promise.all(replies))) as string[][];
    },

    async add(path, amount) {
      const key = `${documentKey(path)}#counter`;
      return (await wrapErrors(changes.run(key, ['incrby', key, amount]))) as number;
    },

    ...createRedisContents(address.prefix, reads, readTexts, retry),

    async ping() {
      await wrapErrors(Promise.all([changes.ping(), reads.ping()]));
    },

    checkWritable: () => changes.checkWritable(),
    confirmReplicated: () => wrapErrors(changes.confirmReplicated()),

    async inspect() {
      const masters = await wrapErrors(reads.masters());
      const lines = masters.map(({redis, name}) => findUnsafeSettings(redis, name, replicas));
      return (await Promise.all(lines)).flat();
    },

    async login(nextText, nextLogin) {
      const next = parseRedisAddress(nextText, nextLogin);
      if (!isSameServer(address, next))
        throw new Error('Only the user and the password can change without a restart.');
      const connections = [...new Set([changes, reads])];
      const checks = await Promise.all(connections.map(connection => connection.login(next)));
      return checks.every(Boolean);
    },

    async close() {
      await Promise.all([changes.close(), reads.close()]);
    },
  };
}

/** Returns the parameter of a script for an expected version. */
function expectation(expected: WriteOptions['expected']): string | number {
  return typeof expected === 'object' ? `${expected.version} ${expected.operation}` : (expected ?? '');
}

/** Compares all but the credentials. */
function isSameServer(one: RedisAddress, other: RedisAddress): boolean {
  const [first, second] = [one, other].map(address =>
    JSON.stringify({...address, username: '', password: '', sentinelLogin: undefined}),
  );
  return first === second;
}

const lengthOf = (texts: readonly (string | null)[]) =>
  texts.reduce((sum, text) => sum + (text?.length ?? 0), 0);

/** Returns whether the keys of a command are on two nodes because their slot is migrating. */
function isSlotMigrating({cause}: {cause?: unknown}): boolean {
  return cause instanceof Error && cause.message.startsWith('TRYAGAIN');
}
