import type * as Client from 'ioredis';
import type {Redis} from 'ioredis';
import {createRequire} from 'node:module';

import {bounds} from '../../bounds.ts';
import {StoreUnavailable} from '../engine.ts';
import type {RedisAddress} from './address.ts';
import type {Command} from './command-batcher.ts';

/* The interface of a connection to Redis, which `single.ts` and `cluster.ts` implement, and the options that both use:
 * add an option of `ioredis` to `serverOptions`. For `redis-store.ts`. A connection must run each command at most once:
 * only `retry.ts` may repeat commands. */

const require = createRequire(import.meta.url);

/** Loads `ioredis` when a store on Redis opens: loading takes a fifth of the time in which a process starts. */
export const loadClient = (): typeof Client => require('ioredis') as typeof Client;

const maxReconnectDelayMs = 1_000;

/** Where to connect, and how long a command waits. */
export interface RedisTarget extends RedisAddress {
  readonly timeoutMs: number;
}

export type Credentials = Pick<RedisAddress, 'username' | 'password' | 'sentinelLogin'>;

/** Checks credentials on the connections that are open, and returns whether there are any. @throws When a server refuses them. */
export async function authenticate(
  connections: readonly Redis[],
  {username, password}: Credentials,
): Promise<boolean> {
  const ready = connections.filter(({status}) => status === 'ready');
  if (password !== undefined)
    await Promise.all(ready.map(redis => redis.auth(username ?? 'default', password)));
  return ready.length > 0;
}

/** A primary: a server that accepts writes. */
export interface Master {
  readonly redis: Redis;
  /** Its name in messages. */
  readonly name: string;
  /** Identifies the keys that the server holds. */
  readonly slots: string;
}

/**
 * Implemented by `single.ts` and `cluster.ts`. Connects in the background, without a limit of attempts. While the server of a key is
 * unreachable, every method rejects at once.
 */
export interface RedisConnection {
  /** Keys of the same slot may be in one command. */
  slotOf(key: string): number;

  /**
   * Runs a command on one key, or on keys of one slot, at most once, and resolves to the server's reply.
   *
   * @throws When the server refuses the command, is unreachable or does not respond in time. The command may have run then.
   */
  run(key: string, command: Command): Promise<unknown>;

  /** Returns the servers that hold all keys together. @throws When one of them is unreachable. */
  masters(): Promise<Master[]>;

  ping(): Promise<void>;

  /** @throws {StoreUnavailable} when every primary refuses changes, or has fewer replicas connected than a change waits for. */
  checkWritable(): Promise<void>;

  /** Resolves when the required number of replicas of every primary have all changes so far. */
  confirmReplicated(): Promise<void>;

  /**
   * Uses other credentials from now on. Returns whether a server has accepted them, which is false while no server is connected.
   *
   * @throws When a connected server refuses them. The former credentials then stay in use.
   */
  login(credentials: Credentials): Promise<boolean>;

  close(): Promise<void>;
}

/** Returns the delay in milliseconds before an attempt to connect. */
export const reconnectDelay = (attempt: number) => Math.min(50 * attempt, maxReconnectDelayMs);

/** Returns the options of the connection to each server. */
export function serverOptions({username, password, tls, database, timeoutMs}: RedisTarget) {
  return {
    ...(username === undefined ? {} : {username}),
    ...(password === undefined ? {} : {password}),
    ...(tls ? {tls: {}} : {}),
    db: database,
    // The outcome of a command that times out is unknown.
    commandTimeout: timeoutMs,
    connectTimeout: bounds.storeTimeoutMs,
    // A timer of this length delays the exit of a `tavle` command that has closed its connections.
    disconnectTimeout: 100,
    // Pending commands are rejected when the connection breaks, neither queued nor resent.
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
  };
}

/** Returns a reply. @throws {StoreUnavailable} when it rejects. */
export async function wrapErrors<Reply>(reply: Promise<Reply>): Promise<Reply> {
  try {
    return await reply;
  } catch (cause) {
    throw cause instanceof StoreUnavailable ? cause : new StoreUnavailable(cause);
  }
}
