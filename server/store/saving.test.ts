import {afterAll, describe, expect, it} from 'vitest';
import {z} from 'zod';

import {openEngine} from '../testing/engines.ts';
import {useStoreOf} from '../testing/store.ts';
import type {DocumentType} from './document-type.ts';
import {crashAtEachStep} from './testing/crashing-store.ts';
import {changing, discard, readStored, save, TooManyConflicts} from './saving.ts';
import {DocumentUnreadable, type Key, VersionConflict} from './engine.ts';
import type {Store} from './store.ts';

const engine = await openEngine('LMDB');
afterAll(() => engine.stop());
const [store, other] = [useStoreOf({engine}), useStoreOf({engine})];
const key = (name: string): Key => ['saving', name];

const counter: DocumentType<number> = {segments: ['saving', '*'], schema: z.int(), phase: 'main'};
const increment = (before: {readonly value: number} | undefined) => ({value: (before?.value ?? 0) + 1});

/** A document with a part and index entries. */
interface List {
  readonly generation: string;
  readonly hasItems: boolean;
}
const index: Key = ['saving', 'index'];
const list: DocumentType<List, {items: readonly string[]}> = {
  segments: ['saving', '*'],
  schema: z.looseObject({}),
  phase: 'main',
  parts: {items: z.array(z.string())},
  partsOf: ({hasItems}) => (hasItems ? ['items'] : []),
  entriesOf: ({generation}, _, {items = []}) => [
    {
      name: generation,
      isUnique: true,
      entries: () => items.map(item => ({index, member: `${item}:${generation}`})),
    },
  ],
};
const listOf = (generation: string, ...items: string[]) => ({
  value: {generation, hasItems: items.length > 0},
  ...(items.length && {parts: {items}}),
});
const members = () => store.scan(index, {limit: 100});

/** Returns the store with a counter of its reads. */
function counted(): {counting: Store; reads: () => number} {
  let reads = 0;
  const counting: Store = {
    ...store,
    get(...parameters) {
      reads += 1;
      return store.get(...parameters);
    },
  };
  return {counting, reads: () => reads};
}

describe('a change', () => {
  it('reads a document only before the first one', async () => {
    const {counting, reads} = counted();
    for (const expected of [1, 2, 3])
      expect((await changing(counting, counter, key('one'), increment)).after?.value).toBe(expected);
    expect(reads()).toBe(1);
  });

  it('reads again after another process wrote the document, removed it, or wrote the same version number', async () => {
    const {counting, reads} = counted();
    const next = async () => (await changing(counting, counter, key('two'), increment)).after?.value;
    await next();
    await store.write(key('two'), 10);
    expect(await next()).toBe(11);
    await store.remove(key('two'));
    expect(await next()).toBe(1);
    await store.remove(key('two'));
    await store.write(key('two'), 20);
    expect(await next()).toBe(21);
    expect(reads()).toBe(4);
  });

  it('is rejected, and leaves a document unchanged, only by what is stored now', async () => {
    const {counting} = counted();
    await changing(counting, counter, key('four'), increment);
    await store.write(key('four'), 100);
    const seen: number[] = [];
    const {before, after} = await changing(counting, counter, key('four'), current => {
      seen.push(current?.value ?? 0);
      return current;
    });
    expect(after).toBe(before);
    expect({seen, after: after?.value}).toEqual({seen: [1, 100], after: 100});
    await store.write(key('four'), 200);
    const refusal = changing(counting, counter, key('four'), current => {
      throw new Error(`refused ${current?.value}`);
    });
    await expect(refusal).rejects.toThrow('refused 200');
  });

  it('is not lost when two processes change the same document', async () => {
    // A writer rejects if the other process wins each of its attempts.
    const again = (by: Store): Promise<unknown> =>
      changing(by, counter, key('three'), increment).catch((error: unknown) => {
        if (error instanceof TooManyConflicts) return again(by);
        throw error;
      });
    await Promise.all(Array.from({length: 20}, () => [store, other].map(again)).flat());
    expect((await store.get(key('three')))?.value).toBe(40);
  });
});

describe('a document with a part', () => {
  it('is written, read and removed with its part and its index entries', async () => {
    const saved = await save(store, list, key('list'), listOf('a', 'x', 'y'), undefined);
    expect(await readStored(other, list, key('list'))).toEqual(saved);
    expect(await members()).toEqual(['x:a', 'y:a']);
    const moved = await save(store, list, key('list'), listOf('b', 'z'), saved);
    expect((await readStored(other, list, key('list')))?.parts).toEqual({items: ['z']});
    expect(await members()).toEqual(['z:b']);
    const emptied = await save(store, list, key('list'), listOf('c'), moved);
    expect(await store.read([[...key('list'), 'items']])).toEqual([undefined]);
    expect(await members()).toEqual([]);
    const filled = await save(store, list, key('list'), listOf('d', 'x'), emptied);
    await discard(store, list, key('list'), filled);
    expect(await store.read([key('list'), [...key('list'), 'items']])).toEqual([undefined, undefined]);
    expect(await members()).toEqual([]);
  });

  it('keeps its entries while it exists, also if its removal crashes', async () => {
    const crashes = await crashAtEachStep(store, async (broken, name) => {
      await save(store, list, key(name), listOf(name, 'x', 'y'), undefined);
      await changing(broken, list, key(name), () => undefined).catch(() => undefined);
      const left = (await members()).filter(member => member.endsWith(name));
      if (await readStored(store, list, key(name))) expect(left).toHaveLength(2);
      else await store.removeEntries(left.map(member => ({index, member})));
    });
    expect(crashes).toBe(6);
    expect(await members()).toHaveLength(4);
    await store.removeEntries((await members()).map(member => ({index, member})));
  });

  it('keeps a part that did not change, and removes the entries of a refused write', async () => {
    const saved = await save(store, list, key('kept'), listOf('k', 'x'), undefined);
    await save(store, list, key('kept'), {value: saved.value, parts: saved.parts}, saved);
    expect((await store.read([[...key('kept'), 'items']]))[0]).toMatchObject({version: 1});
    await expect(save(store, list, key('kept'), listOf('late', 'y'), saved)).rejects.toEqual(
      new VersionConflict(2),
    );
    expect(await members()).toEqual(['x:k']);
    expect((await readStored(store, list, key('kept')))?.parts).toEqual({items: ['x']});
  });

  it('is unreadable without its part', async () => {
    await save(store, list, key('torn'), listOf('t', 'x'), undefined);
    await store.remove([...key('torn'), 'items']);
    await expect(readStored(store, list, key('torn'))).rejects.toBeInstanceOf(DocumentUnreadable);
  });
});
