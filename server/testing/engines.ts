import {randomUUID} from 'node:crypto';
import {rm} from 'node:fs/promises';

import {inject} from 'vitest';

import {freePort} from '../store/testing/redis-process.ts';
import {type RedisServer, startRedisOn} from '../store/testing/redis-server.ts';
import {newDirectory} from './directory.ts';
import {isThorough} from './thoroughness.ts';

/** Every engine that the service supports. Add a new one here and to `prepareEngine`. */
const allEngines = ['LMDB', 'Redis', 'Redis Sentinel', 'Redis Cluster'] as const;

export type EngineName = (typeof allEngines)[number];

/**
 * The engines on which tests run. The normal run leaves Redis Sentinel, which is the same Redis, to `sentinel.test.ts`.
 */
export const engines = allEngines.filter(name => isThorough || name !== 'Redis Sentinel');

/** The engines for tests that depend only on the contract of the store: see `store/testing/contract.ts`. */
export const enginesOfLongRun: readonly EngineName[] = isThorough ? allEngines : ['LMDB'];

/** An empty store for one test file. */
export interface Engine {
  /** A value of `TAVLE_STORE`. */
  readonly address: string;
  /** A server that tests may kill. Only the engine `Redis` has one. */
  readonly server: RedisServer | undefined;
  readonly stop: () => Promise<void>;
}

export interface PreparedEngine extends Engine {
  readonly start: () => Promise<void>;
}

/** Starts an engine. The caller stops it. */
export async function openEngine(name: EngineName): Promise<Engine> {
  const engine = await prepareEngine(name);
  await engine.start();
  return engine;
}

/** Returns an engine that `start` starts. */
export async function prepareEngine(name: EngineName): Promise<PreparedEngine> {
  switch (name) {
    case 'LMDB': {
      const directory = newDirectory();
      return {
        address: `file:${directory}`,
        server: undefined,
        start: () => Promise.resolve(),
        stop: () => rm(directory, {recursive: true, force: true}),
      };
    }
    case 'Redis': {
      const port = await freePort();
      let server: RedisServer | undefined;
      return {
        address: `redis://127.0.0.1:${port}`,
        get server() {
          return server;
        },
        start: async () => void (server = await startRedisOn(port)),
        stop: async () => server?.stop(),
      };
    }
    case 'Redis Sentinel':
      return sharedEngine('sentinel');
    case 'Redis Cluster':
      return sharedEngine('cluster');
  }
}

/** Returns an engine on servers that all test files share, with a unique key prefix. */
function sharedEngine(kind: 'sentinel' | 'cluster'): PreparedEngine {
  const prefix = randomUUID();
  let url: string | undefined;
  return {
    get address() {
      if (url === undefined) throw new Error(`The shared ${kind} has not been started.`);
      return `${url}?prefix=${prefix}`;
    },
    server: undefined,
    start: async () => {
      const response = await fetch(`${inject('sharedRedisUrl')}/${kind}`);
      if (!response.ok) throw new Error(await response.text());
      url = await response.text();
    },
    stop: () => Promise.resolve(),
  };
}
