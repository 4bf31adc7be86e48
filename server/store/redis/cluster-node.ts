import {once} from 'node:events';

import type {Redis} from 'ioredis';

import {createCommandBatcher, type CommandBatcher} from './command-batcher.ts';

/** How long a command waits for a connection. */
export const connectTimeoutMs = 1_000;

/** A node of a cluster. After its connection is lost it is not used again: `ioredis` creates a new one. */
export interface ClusterNode {
  readonly redis: Redis;
  readonly batcher: CommandBatcher;
  /** Resolves once it is connected. @throws After {@link connectTimeoutMs}; a later call may succeed. */
  open(): Promise<unknown>;
}

/**
 * @param replicas How many replicas of the node must have a change before it is acknowledged.
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
