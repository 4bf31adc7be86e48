import {readStoreConfig, type StoreConfig} from '../config.ts';
import {hasKnownShape} from '../document-types.ts';
import {checkDocuments} from '../store/checked-store.ts';
import {firstAnswer} from '../store/first-answer.ts';
import {isMissing, nameOfEngine, openStore} from '../store/open-store.ts';
import {requireKnownFormat} from '../store/store-format.ts';
import type {Store} from '../store/store.ts';
import {Refusal} from './refusal.ts';

/** How long, in milliseconds, the store may take to answer for the first time. */
const patience = 10_000;

/** How many documents a command names at most. */
const maxNamed = 1_000;

/**
 * What is done with a store.
 *
 * @param unreadable The paths of documents that were read and left out, because they can't be read. It grows during the work.
 */
export type Work<Result> = (store: Store, unreadable: ReadonlySet<string>) => Promise<Result>;

/** Where data comes from must be there; where it goes to is made. */
export type Need = 'filled' | 'any';

/**
 * Lends the store of the settings, once it answers.
 *
 * @throws {ConfigError} when the settings are wrong; {@link Refusal} when the store is not there or does not answer; {@link StoreTooNew}.
 */
export async function withStore<Result>(
  variables: NodeJS.ProcessEnv,
  need: Need,
  work: Work<Result>,
): Promise<Result> {
  return lendStore(readStoreConfig(variables), need, work);
}

/** The same with settings that were read. */
export async function lendStore<Result>(
  {store: address, storeReplicas, sentinelLogin}: StoreConfig,
  need: Need,
  work: Work<Result>,
): Promise<Result> {
  const name = nameOfEngine(address);
  if (need === 'filled' && isMissing(address)) throw new Refusal(`There is no store: ${name}.`);
  // What it says of the servers' settings is for the service's own log; what keeps it from answering is told below.
  const warnings: string[] = [];
  const log = {info: () => undefined, warn: (line: string) => void warnings.push(line)};
  const store = openOrRefuse(() => openStore(address, log, storeReplicas, sentinelLogin));
  try {
    if (!(await firstAnswer(store, AbortSignal.timeout(patience)))) {
      throw new Refusal(`The store does not answer: ${name}. ${warnings.at(-1) ?? ''}`.trim());
    }
    await requireKnownFormat(store);
    const unreadable = new Set<string>();
    const note = (path: string) => void (unreadable.size < maxNamed && unreadable.add(path));
    return await work(checkDocuments(store, hasKnownShape, note), unreadable);
  } finally {
    await store.close();
  }
}

function openOrRefuse(open: () => Store): Store {
  try {
    return open();
  } catch (error) {
    throw new Refusal((error as Error).message);
  }
}
