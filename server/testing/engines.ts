import {randomUUID} from 'node:crypto';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

import {inject} from 'vitest';

import {type RedisServer, startRedis} from '../store/testing/redis-server.ts';

/** All that the service runs on. */
export const engines = ['LMDB', 'Redis', 'Redis Sentinel', 'Redis Cluster'] as const;

/** An empty store for one test file. */
export interface Engine {
  /** As `TAVLE_STORE` takes it. */
  readonly address: string;
  /** A server that the tests may kill, where they have one of their own. */
  readonly server?: RedisServer;
  readonly stop: () => Promise<void>;
}

export async function openEngine(name: (typeof engines)[number]): Promise<Engine> {
  switch (name) {
    case 'LMDB': {
      const directory = await mkdtemp(join(tmpdir(), 'tavle-data-'));
      return {address: `file:${directory}`, stop: () => rm(directory, {recursive: true, force: true})};
    }
    case 'Redis': {
      const server = await startRedis();
      return {address: server.url, server, stop: () => server.stop()};
    }
    case 'Redis Sentinel':
      return ownPart(inject('sentinelUrl'));
    case 'Redis Cluster':
      return ownPart(inject('clusterUrl'));
  }
}

/** Keys that no other test file has, of servers that all share. */
function ownPart(url: string): Engine {
  return {address: `${url}?prefix=${randomUUID()}`, stop: () => Promise.resolve()};
}
