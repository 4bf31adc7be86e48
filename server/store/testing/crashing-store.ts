import {countingOnly, createStorageQuotas} from '../storage-quota.ts';
import {StoreUnavailable} from '../engine.ts';
import type {Store} from '../store.ts';

/* A store that crashes, for tests of features that must survive a crash. A new method of `Store` that writes must run in `step`. */

/** The state of the last step at a crash: not done, done without a response, or done for half of its entries. */
export type LastStep = 'undone' | 'done' | 'halfway';

/**
 * Simulates a crash of the process during a step, which is one change of the store. This step ends as `last` says, and every later
 * operation rejects.
 *
 * @param steps How many steps succeed before the crash.
 */
export function crashingStore(
  store: Store,
  steps: number,
  last: LastStep,
): Store & {readonly crashed: boolean} {
  let left = steps;
  let crashed = false;

  async function step<Result>(whole: () => Promise<Result>, half: () => Promise<unknown>): Promise<Result> {
    if (crashed) throw new StoreUnavailable('crashed');
    if (left-- > 0) return whole();
    crashed = true;
    if (last === 'done') await whole();
    if (last === 'halfway') await half();
    throw new StoreUnavailable('crashed');
  }

  const nothing = () => Promise.resolve();
  const firstHalf = <Item>(items: readonly Item[]) => items.slice(0, Math.ceil(items.length / 2));
  const unlessCrashed = <Result>(read: () => Promise<Result>) =>
    crashed ? Promise.reject(new StoreUnavailable('crashed')) : read();

  return {
    get crashed() {
      return crashed;
    },
    read: keys => unlessCrashed(() => store.read(keys)),
    get: (key, options) => unlessCrashed(() => store.get(key, options)),
    readVersions: keys => unlessCrashed(() => store.readVersions(keys)),
    scan: (index, range) => unlessCrashed(() => store.scan(index, range)),
    scanAll: (indexes, range) => unlessCrashed(() => store.scanAll(indexes, range)),
    ping: () => unlessCrashed(() => store.ping()),
    write: (key, value, options) => step(() => store.write(key, value, options), nothing),
    remove: (...removal) => step(() => store.remove(...removal), nothing),
    next: counter => step(() => store.next(counter), nothing),
    add: (counter, amount) => step(() => store.add(counter, amount), nothing),
    addEntries: entries =>
      step(
        () => store.addEntries(entries),
        () => store.addEntries(firstHalf(entries)),
      ),
    removeEntries: entries =>
      step(
        () => store.removeEntries(entries),
        () => store.removeEntries(firstHalf(entries)),
      ),
    checkWritable: () => unlessCrashed(() => store.checkWritable()),
    confirmReplicated: () => unlessCrashed(() => store.confirmReplicated()),
    inspect: () => unlessCrashed(() => store.inspect()),
    contents: store.contents,
    quotas: createStorageQuotas(
      (counter, amount) => step(() => store.add(counter, amount), nothing),
      countingOnly,
    ),
    close: () => store.close(),
  };
}

/**
 * Runs a change on a store that crashes at its first step, then at its second, and so on, with every ending of the last step, until the
 * change completes without a crash.
 *
 * @param attempt Runs the change on `broken` and checks the result. `name` is unique for each attempt.
 * @returns The number of crashes.
 */
export async function crashAtEachStep(
  store: Store,
  attempt: (broken: Store, name: string, at: {steps: number; last: LastStep}) => Promise<void>,
  endings: readonly LastStep[] = ['undone', 'done', 'halfway'],
): Promise<number> {
  let crashes = 0;
  for (const last of endings) {
    for (let steps = 0, crashed = true; crashed; steps++) {
      const broken = crashingStore(store, steps, last);
      const name = `${steps}-steps-last-${last}`;
      await attempt(broken, name, {steps, last}).catch((error: unknown) => {
        throw new Error(`A crash after ${steps} steps, the last ${last}.`, {cause: error});
      });
      ({crashed} = broken);
      if (crashed) crashes++;
    }
  }
  return crashes;
}
