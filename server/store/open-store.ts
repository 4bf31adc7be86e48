import {statSync} from 'node:fs';
import {join, resolve} from 'node:path';

import {isSystemError} from '../files.ts';
import type {Engine, StoreLog} from './engine.ts';
import {createStore, type DocumentCheck, type Store, uncheckedDocuments} from './store.ts';
import {dataFile, openLmdb} from './lmdb/lmdb-store.ts';
import {describeOpenError} from './lmdb/open-errors.ts';
import {parseRedisAddress, redisSchemes} from './redis/address.ts';
import {openRedis, type RedisOptions} from './redis/redis-store.ts';
import {countingOnly, type QuotaRules} from './storage-quota.ts';

/* Opens the store of `TAVLE_STORE`, for the service and the commands. Add a kind of store to `storeSchemes`,
 * `describeEngine` and `openEngine`. Messages must not contain the password. Operators have written the present
 * schemes: keep them. */

const embedded = 'file:';

/** The schemes of `TAVLE_STORE`. */
const storeSchemes = [embedded, ...redisSchemes];

/** Checks and returns an address for {@link openStore} without opening it. @throws {Error} that says what is wrong with the address. */
export function checkStoreAddress(address: string): string {
  const scheme = storeSchemes.find(each => address.startsWith(each));
  if (!scheme || address === scheme) {
    throw new Error(`Write an address that begins with ${storeSchemes.join(', ')}.`);
  }
  if (scheme !== embedded) parseRedisAddress(address);
  return address;
}

/** Returns whether an address is that of an embedded store, which has no replicas. */
export const isEmbedded = (address: string): boolean => address.startsWith(embedded);

/** Returns whether the engine is found through Sentinels. */
export const hasSentinels = (address: string): boolean => /^rediss?\+sentinel:/.test(address);

/** Returns whether an embedded store is missing: its directory, or the file in it. */
export function isMissing(address: string): boolean {
  if (!isEmbedded(address)) return false;
  try {
    statSync(join(directoryOf(address), dataFile));
    return false;
  } catch (error) {
    // After another error, the directory is a file or cannot be read. Opening the store reports that.
    return isSystemError(error) && error.code === 'ENOENT';
  }
}

/** Describes the engine of an address for operators, without passwords. */
export function describeEngine(address: string): string {
  if (isEmbedded(address)) return `embedded (LMDB) in ${directoryOf(address)}`;
  const {kind, hosts, prefix} = parseRedisAddress(address);
  const kinds = {single: 'Redis', cluster: 'Redis Cluster', sentinel: 'Redis behind Sentinels'};
  return `${kinds[kind]} at ${hosts.map(({host, port}) => `${host}:${port}`).join(', ')}, prefix ${prefix}`;
}

export interface StoreOptions extends RedisOptions, Partial<DocumentCheck> {
  /** Default: counts what organisations store, and refuses nothing. */
  readonly quotas?: QuotaRules;
}

/** Opens the store at an address, for commands and tests. @throws {Error} as `openEngine` does. */
export function openStore(address: string, log: StoreLog, options: StoreOptions = {}): Store {
  const {quotas = countingOnly, ...others} = options;
  return createStore(openEngine(address, log, options), {...uncheckedDocuments, ...others}, quotas);
}

/**
 * Opens the engine at an address: `file:DIRECTORY`, relative to the working directory, or Redis, as {@link parseRedisAddress} describes it.
 *
 * @throws {Error} that names the setting when the directory of an embedded store can't be created or written.
 */
export function openEngine(address: string, log: StoreLog, options: RedisOptions): Engine {
  if (!isEmbedded(address)) return openRedis(address, log, options);
  const directory = directoryOf(address);
  try {
    return openLmdb(directory);
  } catch (error) {
    throw new Error(`TAVLE_STORE: ${describeOpenError(directory, error)}`, {cause: error});
  }
}

/** Returns the absolute path of an embedded store's directory. */
export const directoryOf = (address: string): string => resolve(address.slice(embedded.length));
