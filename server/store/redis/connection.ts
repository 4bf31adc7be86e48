import type {Redis} from 'ioredis';

import {bounds} from '../../limits/bounds.ts';
import type {RedisAddress} from './address.ts';
import type {Command} from './command-batcher.ts';

/** The longest pause, in milliseconds, between two attempts to reach a server that is away. */
const maxReconnectDelayMs = 1_000;

/** A server that takes writes. */
export interface Master {
  readonly redis: Redis;
  /** What it is called in messages. */
  readonly name: string;
  /** Which keys it holds: another text for other keys. */
  readonly slots: string;
}

/**
 * The way to whichever server holds a key. It connects in the background and for as long as it takes; until then, and
 * whenever the server is away, every method rejects at once.
 */
export interface RedisConnection {
  /** Keys for which this returns the same number may be in one command. */
  slotOf(key: string): number;

  /**
   * Runs a command on one key, or on keys of one place, at most once, and resolves to what the server answers.
   *
   * @throws When the server refuses it, is away or does not answer in time; it may have run then, or not.
   */
  run(key: string, command: Command): Promise<unknown>;

  /** The servers that hold all keys between them. @throws When one of them is away. */
  masters(): Promise<Master[]>;

  ping(): Promise<void>;

  /** @throws {StoreUnavailable} when every master refuses changes, or has fewer replicas connected than a change waits for. */
  checkWritable(): Promise<void>;

  close(): Promise<void>;
}

export const reconnectDelay = (attempt: number) => Math.min(50 * attempt, maxReconnectDelayMs);

/** What holds for the connection to each server. */
export function serverOptions({username, password, tls, database}: RedisAddress) {
  return {
    ...(username === undefined ? {} : {username}),
    ...(password === undefined ? {} : {password}),
    ...(tls ? {tls: {}} : {}),
    db: database,
    // After that the outcome of a command counts as unknown.
    commandTimeout: bounds.storeTimeoutMs,
    connectTimeout: bounds.storeTimeoutMs,
    // Commands under way when the connection breaks are rejected, neither kept waiting nor sent a second time.
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
  };
}
