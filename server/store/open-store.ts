import {existsSync} from 'node:fs';
import {resolve} from 'node:path';

import {describeFileError} from '../files/file-error.ts';
import {openLmdbStore} from './lmdb/lmdb-store.ts';
import {parseRedisAddress, redisSchemes, type SentinelLogin} from './redis/address.ts';
import {openRedisStore} from './redis/redis-store.ts';
import type {Store} from './store.ts';
import type {StoreLog} from './store-log.ts';

const embedded = 'file:';

/** The schemes of `TAVLE_STORE`. */
const storeSchemes = [embedded, ...redisSchemes];

/**
 * Checks an address that {@link openStore} is to open, without opening it.
 *
 * @throws {Error} that says what is wrong with it.
 */
export function checkStoreAddress(address: string): void {
  const scheme = storeSchemes.find(each => address.startsWith(each));
  if (!scheme || address === scheme) {
    throw new Error(`Write an address that begins with ${storeSchemes.join(', ')}.`);
  }
  if (scheme !== embedded) parseRedisAddress(address);
}

/** Whether an address names a directory of this machine. */
export function isEmbedded(address: string): boolean {
  return address.startsWith(embedded);
}

/** Whether the engine that an address names can copy what is written to replicas. */
export function hasReplicas(address: string): boolean {
  return !isEmbedded(address);
}

/** Whether the engine that an address names is found through Sentinels. */
export function hasSentinels(address: string): boolean {
  return /^rediss?\+sentinel:/.test(address);
}

/** Whether the engine is the embedded one and its directory is not there. */
export function isMissing(address: string): boolean {
  return !hasReplicas(address) && !existsSync(directoryOf(address));
}

/** What an operator calls the engine of an address, without passwords. */
export function nameOfEngine(address: string): string {
  if (!hasReplicas(address)) return `embedded (LMDB) in ${directoryOf(address)}`;
  const {kind, hosts, prefix} = parseRedisAddress(address);
  const kinds = {single: 'Redis', cluster: 'Redis Cluster', sentinel: 'Redis behind Sentinels'};
  return `${kinds[kind]} at ${hosts.map(({host, port}) => `${host}:${port}`).join(', ')}, prefix ${prefix}`;
}

/**
 * Opens the store that an address names: `file:DIRECTORY`, relative to where the process was started, or Redis, as
 * {@link parseRedisAddress} reads it.
 *
 * @param replicas How many replicas must have a change before it counts as done; only of Redis. Default: none.
 * @param sentinelLogin As whom Sentinels are asked; only of Redis behind Sentinels. Default: nobody.
 * @throws {Error} that names the setting when the directory of an embedded store can't be made or written.
 */
export function openStore(
  address: string,
  log: StoreLog,
  replicas = 0,
  sentinelLogin?: SentinelLogin,
): Store {
  if (hasReplicas(address)) return openRedisStore(address, log, replicas, sentinelLogin);
  const directory = directoryOf(address);
  try {
    return openLmdbStore(directory);
  } catch (error) {
    throw new Error(`TAVLE_STORE: ${describeFileError(`open ${directory}`, error)}`, {cause: error});
  }
}

/** The directory of an embedded store, absolute. */
export function directoryOf(address: string): string {
  return resolve(address.slice(embedded.length));
}
