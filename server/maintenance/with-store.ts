/* Opens the store for a command, for `cli/` and `tavle check`. Change the longest wait in `timeoutMs`, and add a check
 * of the store before `work`. Only a restore may create a missing store. The store must be closed also after a
 * failure. */

import {bounds} from '../bounds.ts';
import type {StoreConfig} from '../config.ts';
import {hasKnownShape} from '../document-types.ts';
import {requireFinishedRestore, requireKnownFormat, waitUntilReachable} from '../store/readiness.ts';
import {isMissing, describeEngine, openStore} from '../store/open-store.ts';
import type {Store} from '../store/store.ts';
import {CommandError} from './messages.ts';

/** How long to wait for the first response of the store. */
const timeoutMs = 10_000;

/** Maximum number of unreadable documents to collect. */
const maxUnreadable = 1_000;

/** An `existing` store must exist, without an unfinished restore; `any` store is created if it is missing. */
export type StoreRequirement = 'existing' | 'any';

/**
 * Opens a store, runs work on it once it responds, and closes it.
 *
 * @param work Also gets the paths of unreadable documents. The set grows while documents are read.
 * @throws {CommandError} if the store is missing or does not respond. {@link StoreTooNew} {@link RestoreUnfinished}
 */
export async function withStore<Result>(
  {store: address, storeReplicas, sentinelLogin}: StoreConfig,
  requirement: StoreRequirement,
  work: (store: Store, unreadable: ReadonlySet<string>) => Promise<Result>,
): Promise<Result> {
  const name = describeEngine(address);
  const missing = new CommandError(`The store does not exist: ${name}.`);
  const mustExist = requirement === 'existing';
  if (mustExist && isMissing(address)) throw missing;
  // If the store does not respond, only the last warning is printed.
  const warnings: string[] = [];
  const log = {info: () => undefined, warn: (line: string) => void warnings.push(line)};
  const unreadable = new Set<string>();
  const store = openStore(address, log, {
    replicas: storeReplicas,
    sentinelLogin,
    retryTimeoutMs: bounds.storeRetryTimeoutMs,
    hasKnownShape,
    onUnreadable: path => void (unreadable.size < maxUnreadable && unreadable.add(path)),
  });
  try {
    if (!(await waitUntilReachable(store, AbortSignal.timeout(timeoutMs)))) {
      throw new CommandError(`The store does not respond: ${name}. ${warnings.at(-1) ?? ''}`.trim());
    }
    if (mustExist) await requireFinishedRestore(store);
    // Every service and restore writes the format: without it, a prefix of Redis is unused.
    const format = await requireKnownFormat(store);
    if (mustExist && format === undefined) throw missing;
    return await work(store, unreadable);
  } finally {
    await store.close();
  }
}
