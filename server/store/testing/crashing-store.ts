import {type Store, StoreUnavailable} from '../store.ts';

/** How the last step before a crash ends: not done, done without a response, or done for half of its entries. */
export type LastStep = 'undone' | 'done' | 'halfway';

/**
 * A store whose process dies at its n-th change: that step ends as `last` says, and nothing works after it.
 *
 * @param steps How many changes go well before that.
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
  const alive = <Result>(read: () => Promise<Result>) =>
    crashed ? Promise.reject(new StoreUnavailable('crashed')) : read();

  return {
    get crashed() {
      return crashed;
    },
    read: keys => alive(() => store.read(keys)),
    scan: (index, range) => alive(() => store.scan(index, range)),
    ping: () => alive(() => store.ping()),
    write: (key, value, options) => step(() => store.write(key, value, options), nothing),
    remove: (key, expected) => step(() => store.remove(key, expected), nothing),
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
    checkWritable: () => alive(() => store.checkWritable()),
    inspect: () => alive(() => store.inspect()),
    contents: store.contents,
    close: () => store.close(),
  };
}

/**
 * Runs a change on a store that crashes at the change's first step, at its second, and so on, with every ending of the last
 * step, until the change is done without a crash.
 *
 * @param attempt Runs the change on `broken` and checks what is left of it; `name` differs each time.
 * @returns How many crashes there were.
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
