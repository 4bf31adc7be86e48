import {afterAll, expect, it} from 'vitest';

import {openEngine} from '../testing/engines.ts';
import {useStoreOf} from '../testing/store.ts';
import type {Key, Store} from './store.ts';
import {createUpdate, TooManyConflicts, type Update} from './update.ts';

const engine = await openEngine('LMDB');
afterAll(() => engine.stop());
const [store, other] = [useStoreOf({engine}), useStoreOf({engine})];
const key = (name: string): Key => ['update', name];
const increment = (current: number | undefined) => (current ?? 0) + 1;

/** Returns the store with a counter of its reads. */
function counted(): {counting: Store; reads: () => number} {
  let reads = 0;
  const counting: Store = {
    ...store,
    get(each) {
      reads += 1;
      return store.get(each);
    },
  };
  return {counting, reads: () => reads};
}

it('reads a document only before the first update', async () => {
  const {counting, reads} = counted();
  const update = createUpdate(counting);
  for (const expected of [1, 2, 3]) expect(await update(key('one'), increment)).toBe(expected);
  expect(reads()).toBe(1);
});

it('reads again after another process wrote the document, removed it, or wrote the same version number', async () => {
  const {counting, reads} = counted();
  const update = createUpdate(counting);
  await update(key('two'), increment);
  await store.write(key('two'), 10);
  expect(await update(key('two'), increment)).toBe(11);
  await store.remove(key('two'));
  expect(await update(key('two'), increment)).toBe(1);
  await store.remove(key('two'));
  await store.write(key('two'), 20);
  expect(await update(key('two'), increment)).toBe(21);
  expect(reads()).toBe(4);
});

it('loses no update when two processes update the same document', async () => {
  const processes = [createUpdate(store), createUpdate(other)];
  // One process may win each of a writer's attempts, which then says so.
  const updateAgain = (update: Update): Promise<number> =>
    update(key('three'), increment).catch((error: unknown) => {
      if (error instanceof TooManyConflicts) return updateAgain(update);
      throw error;
    });
  await Promise.all(Array.from({length: 20}, () => processes.map(updateAgain)).flat());
  expect((await store.get(key('three')))?.value).toBe(40);
});
