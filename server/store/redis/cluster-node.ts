import {once} from 'node:events';

import type {Redis} from 'ioredis';

import {createCommandBatcher, type CommandBatcher} from './command-batcher.ts';

/** How long, in milliseconds, somebody waits for a connection that is not there yet. */
export const connectTimeoutMs = 1_000;

/** One node, by its address. Once its connection is lost it is of no more use; `ioredis` makes a new one. */
export interface ClusterNode {
  readonly redis: Redis;
  readonly batcher: CommandBatcher;
  /** Resolves once it is connected. @throws When that takes too long; it may be there by the next time. */
  open(): Promise<unknown>;
}

/**
 * @param replicas How many of the node's replicas must have what a command changed before it counts as done.
 * @param fallbackMarkers See {@link createCommandBatcher}.
 */
export function createNode(
  redis: Redis,
  replicas: number,
  fallbackMarkers: () => readonly string[],
): ClusterNode {
  let opening: Promise<unknown> | undefined;

  async function open(): Promise<void> {
    if (redis.status === 'ready') return;
    const ready = once(redis, 'ready', {signal: AbortSignal.timeout(connectTimeoutMs)});
    if (redis.status === 'wait') void redis.connect().catch(() => undefined);
    await ready;
  }

  return {
    redis,
    batcher: createCommandBatcher(redis, replicas, fallbackMarkers),
    open: () => (opening ??= open().finally(() => (opening = undefined))),
  };
}
