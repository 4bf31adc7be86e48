import type {StoreConfig} from '../config.ts';
import {hasKnownShape} from '../document-types.ts';
import {checkDocuments} from '../store/checked-store.ts';
import {waitUntilReachable} from '../store/readiness.ts';
import {isMissing, describeEngine, openStore} from '../store/open-store.ts';
import {requireKnownFormat} from '../store/store-format.ts';
import type {Store} from '../store/store.ts';
import {Refusal} from './messages.ts';

/** For the first response of the store. */
const timeoutMs = 10_000;

/** How many documents a command names at most. */
const maxNamed = 1_000;

/** Where data comes from must exist; where it goes to is created. */
export type Need = 'filled' | 'any';

/**
 * Lends a store once it responds.
 *
 * @param work Also gets the paths of documents that were read and left out because they can't be read. They grow during the work.
 * @throws {Refusal} when the store is missing or does not respond; {@link StoreTooNew}.
 */
export async function lendStore<Result>(
  {store: address, storeReplicas, sentinelLogin}: StoreConfig,
  need: Need,
  work: (store: Store, unreadable: ReadonlySet<string>) => Promise<Result>,
): Promise<Result> {
  const name = describeEngine(address);
  if (need === 'filled' && isMissing(address)) throw new Refusal(`There is no store: ${name}.`);
  // Only what keeps the store from responding is printed; the rest is for the service's own log.
  const warnings: string[] = [];
  const log = {info: () => undefined, warn: (line: string) => void warnings.push(line)};
  const store = openStore(address, log, storeReplicas, sentinelLogin);
  try {
    if (!(await waitUntilReachable(store, AbortSignal.timeout(timeoutMs)))) {
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
