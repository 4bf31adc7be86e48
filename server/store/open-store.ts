import {openLmdbStore} from './lmdb-store.ts';
import {openRedisStore, type StoreLog} from './redis-store.ts';
import type {Store} from './store.ts';

/** The schemes of `TAVLE_STORE`. */
export const storeSchemes = ['file:', 'redis:', 'rediss:'];

/**
 * Opens the store that an address names: `file:DIRECTORY`, relative to where the process was started, or the URL of a
 * Redis server.
 *
 * @throws When the directory of an embedded store can't be made or written.
 */
export function openStore(address: string, log: StoreLog): Store {
  return address.startsWith('file:')
    ? openLmdbStore(address.slice('file:'.length))
    : openRedisStore(address, log);
}
