import {afterAll, onTestFinished} from 'vitest';

import {openStore, type StoreOptions} from '../store/open-store.ts';
import {silent} from '../store/engine.ts';
import type {Store} from '../store/store.ts';
import {whenReachable} from '../store/testing/reachable.ts';
import {type RedisServer, startRedis} from '../store/testing/redis-server.ts';
import {type EngineName, openEngine} from './engines.ts';
import type {BlockService} from './service.ts';

/* Stores and Redis servers for tests without a service; `service.ts` starts services. All except `openEmptyStore`
 * close what they open. */

/** Opens an empty store. The caller stops it. */
export async function openEmptyStore(name: EngineName): Promise<{store: Store; stop: () => Promise<void>}> {
  const {address, stop} = await openEngine(name);
  const store = await whenReachable(openStore(address, silent));
  return {store, stop: () => store.close().then(stop)};
}

/** Opens an empty store for one test. */
export async function newStore(name: EngineName = 'LMDB'): Promise<Store> {
  const {store, stop} = await openEmptyStore(name);
  onTestFinished(stop);
  return store;
}

/** Opens a store, which may have data, for one test. */
export async function openForTest(address: string, log = silent, options: StoreOptions = {}): Promise<Store> {
  const store = await whenReachable(openStore(address, log, options));
  onTestFinished(() => store.close());
  return store;
}

/** Starts a Redis server for one test. */
export async function startRedisForTest(...settings: string[]): Promise<RedisServer> {
  const server = await startRedis(...settings);
  onTestFinished(() => server.stop());
  return server;
}

/** Returns an empty store on LMDB for the tests of the enclosing block or file. */
export async function useStore(): Promise<Store> {
  const {store, stop} = await openEmptyStore('LMDB');
  afterAll(stop);
  return store;
}

/** Returns the store of a service on LMDB for the tests of the enclosing block or file. */
export function useStoreOf({engine}: Pick<BlockService, 'engine'>): Store {
  const store = openStore(engine.address, silent);
  afterAll(() => store.close());
  return store;
}
