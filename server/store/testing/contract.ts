import fc from 'fast-check';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';

import {anyCharacter} from '../../testing/any-character.ts';
import {isThorough} from '../../testing/thoroughness.ts';
import {keyPath, parsePath} from '../key.ts';
import {type Key, maxChunkBytes, VersionConflict} from '../engine.ts';
import type {Store} from '../store.ts';

/**
 * Tests the contract of {@link Store}, for the test file of each engine. Add what all engines must do; tests of one engine belong in its file.
 *
 * @param open Opens the engine. Called several times to simulate several processes.
 * @param requiresReplicas Whether changes wait for replicas. If so, only the long run tests walks over all contents: walks do not
 *   wait for replicas.
 */
export function storeContract(
  name: string,
  open: () => Promise<Store>,
  {requiresReplicas = false}: {requiresReplicas?: boolean} = {},
) {
  const itWalks = it.skipIf(requiresReplicas && !isThorough);

  describe(`Store: ${name}`, () => {
    let store: Store;
    let other: Store;
    let count = 0;
    /** Returns a key that no other test uses. */
    const fresh = (): Key => ['test', `${name}-${++count}`, 'x'];

    beforeAll(async () => {
      store = await open();
      other = await open();
    });
    afterAll(async () => {
      await store.close();
      await other.close();
    });

    describe('documents', () => {
      it('are undefined if they were not written', async () => {
        expect(await store.read([fresh(), fresh()])).toEqual([undefined, undefined]);
        expect(await store.read([])).toEqual([]);
      });

      it('are returned as written, in the order of the keys', async () => {
        const [one, two] = [fresh(), fresh()];
        const written = await store.write(one, {titel: 'Årsrapport 🚢', tal: [1, null, true]});
        await store.write(two, 'to');
        expect(written).toMatchObject({version: 1, value: {titel: 'Årsrapport 🚢', tal: [1, null, true]}});
        expect(await store.read([two, fresh(), one])).toEqual([
          expect.objectContaining({version: 1, value: 'to'}),
          undefined,
          written,
        ]);
      });

      it('are returned to each of many concurrent readers and writers', async () => {
        const keys = Array.from({length: 40}, fresh);
        const written = keys.map((key, index) => ({key, index})).filter(({index}) => index % 2);
        await Promise.all(written.map(({key, index}) => store.write(key, index)));
        const found = await Promise.all(
          keys.map(async (key, index) => {
            const [own, neighbour] = await store.read([key, keys[index + 1] ?? key]);
            await store.write(fresh(), index);
            return [own?.value, neighbour?.value];
          }),
        );
        const value = (index: number) => (index % 2 ? index : undefined);
        expect(found).toEqual(keys.map((_, index) => [value(index), value(Math.min(index + 1, 39))]));
      });

      it('can contain any JSON text', async () => {
        const key = fresh();
        await fc.assert(
          fc.asyncProperty(fc.string({unit: 'grapheme'}), async value => {
            await store.write(key, {value});
            expect((await other.read([key]))[0]?.value).toEqual({value});
          }),
          {numRuns: 50},
        );
      });

      it('do not change when a written or read object is changed', async () => {
        const key = fresh();
        const value = {list: [1]};
        await store.write(key, value);
        value.list.push(2);
        const [read] = await store.read([key]);
        const copy = read?.value as typeof value;
        expect(() => copy.list.push(3)).toThrow(TypeError);
        expect((await store.read([key]))[0]?.value).toEqual({list: [1]});
      });

      it('have versions that are read without their values', async () => {
        const [long, short] = [fresh(), fresh()];
        await store.write(long, 'x'.repeat(300_000));
        const {value, ...version} = await store.write(long, 'æ'.repeat(300_000));
        expect(value).toHaveLength(300_000);
        await store.write(short, 1, {operation: 'o'.repeat(100)});
        const keys = [long, ...Array.from({length: 1_500}, fresh), short];
        const [first, ...others] = await other.readVersions(keys);
        expect(first).toEqual(version);
        expect(others.pop()).toEqual({version: 1, operation: 'o'.repeat(100)});
        expect(others.every(each => each === undefined)).toBe(true);
      });

      it('are written only over the expected version', async () => {
        const key = fresh();
        await store.write(key, 'first', {expected: 0});
        await store.write(key, 'second', {expected: 1});
        await expect(store.write(key, 'late', {expected: 1})).rejects.toEqual(new VersionConflict(2));
        await expect(store.write(key, 'late', {expected: 0})).rejects.toMatchObject({current: 2});
        await expect(store.write(fresh(), 'none', {expected: 1})).rejects.toMatchObject({current: 0});
        expect((await store.read([key]))[0]).toMatchObject({version: 2, value: 'second'});
      });

      it('are written over an expected document only if version and operation match', async () => {
        const key = fresh();
        const first = await store.write(key, 'first', {expected: 0});
        await store.write(key, 'second', {expected: first});
        await expect(store.write(key, 'late', {expected: first})).rejects.toEqual(new VersionConflict(2));
        // Simulates a failover that lost the change.
        const lost = {version: 2, operation: 'lost', value: 'second'};
        await expect(store.write(key, 'late', {expected: lost})).rejects.toEqual(new VersionConflict(2));
        await expect(store.write(fresh(), 'none', {expected: first})).rejects.toMatchObject({current: 0});
        expect((await store.read([key]))[0]).toMatchObject({version: 2, value: 'second'});
      });

      it('accept exactly one of many writes that expect the same version', async () => {
        const key = fresh();
        const writers = Array.from({length: 50}, (_, index) =>
          (index % 2 ? store : other).write(key, index, {expected: 0}),
        );
        const outcomes = await Promise.allSettled(writers);
        const winners = outcomes.flatMap(({status}, index) => (status === 'fulfilled' ? [index] : []));
        expect(winners).toHaveLength(1);
        expect((await store.read([key]))[0]).toMatchObject({version: 1, value: winners[0]});
      });

      it('lose no update of writers that retry after conflicts', async () => {
        const key = fresh();
        const add = async (by: Store): Promise<void> => {
          const [found] = await by.read([key]);
          const sum = (found?.value as number | undefined) ?? 0;
          await by.write(key, sum + 1, {expected: found?.version ?? 0}).catch((error: unknown) => {
            if (error instanceof VersionConflict) return add(by);
            throw error;
          });
        };
        await Promise.all(Array.from({length: 40}, (_, index) => add(index % 2 ? store : other)));
        expect((await store.read([key]))[0]).toMatchObject({version: 40, value: 40});
      });

      it('accept a repeated write with the same operation without effect', async () => {
        const key = fresh();
        const operation = 'op-1';
        await store.write(key, 'once', {expected: 0, operation});
        expect(await store.write(key, 'once', {expected: 0, operation})).toMatchObject({
          version: 1,
          operation,
        });
        expect((await store.read([key]))[0]).toEqual({version: 1, operation, value: 'once'});
      });

      it('are returned one by one', async () => {
        const key = fresh();
        expect(await store.get(key)).toBeUndefined();
        const written = await store.write(key, {titel: 'Å'});
        expect(await other.get(key)).toEqual(written);
        expect(await other.get(key, {isReplicated: true})).toEqual(written);
      });

      it('can be removed, also twice', async () => {
        const key = fresh();
        await store.write(key, 1);
        await expect(store.remove(key, 2)).rejects.toEqual(new VersionConflict(1));
        await store.remove(key, 1);
        await store.remove(key);
        expect(await other.read([key])).toEqual([undefined]);
      });

      it('of different owners are separate, whatever characters their ids contain', async () => {
        const id = fc.oneof(
          fc.string({unit: anyCharacter, maxLength: 20}),
          fc.constantFrom('', 'a', 'a/b', 'b', '{a}', '#index', '../a', '*', '\0', 'ø'.repeat(1500)),
        );
        await fc.assert(
          fc.asyncProperty(
            fc.uniqueArray(fc.tuple(id, id), {selector: String, maxLength: 8}),
            async pairs => {
              const keys = pairs.map(([owner, app]): Key => [fresh()[1], owner, app]);
              const distinct = [...new Map(keys.map(key => [JSON.stringify(key), key])).values()];
              await Promise.all(distinct.map(key => store.write(key, key)));
              const read = await other.read(distinct);
              expect(read.map(found => found?.value)).toEqual(
                distinct.map(key => JSON.parse(JSON.stringify(key)) as Key),
              );
            },
          ),
          {numRuns: 15},
        );
      });
    });

    describe('indexes', () => {
      const all = {limit: 1000};

      it('returns each index its own range when many are scanned at once', async () => {
        const indexes = Array.from({length: 250}, () => fresh());
        await store.addEntries(
          indexes.flatMap((index, at) => [`a${at}`, `b${at}`, 'c'].map(member => ({index, member}))),
        );
        const ranges = [all, {from: 'b', limit: 1}, {from: 'a', to: 'b', limit: 10}];
        const found = await Promise.all(
          indexes.map(async (index, at) => store.scan(index, ranges[at % 3] ?? all)),
        );
        const again = await Promise.all([
          store.scan(indexes[0] ?? fresh(), all),
          store.scan(indexes[0] ?? fresh(), all),
        ]);
        expect(found).toEqual(
          indexes.map((_, at) => [[`a${at}`, `b${at}`, 'c'], [`b${at}`], [`a${at}`]][at % 3]),
        );
        expect(again).toEqual([found[0], found[0]]);
        const [first = all] = ranges;
        expect(await store.scanAll([...indexes, fresh()], first)).toEqual([
          ...indexes.map((_, at) => [`a${at}`, `b${at}`, 'c']),
          [],
        ]);
      });

      it('returns the versions of many documents in the order of their keys, undefined for missing ones', async () => {
        const keys = Array.from({length: 250}, () => fresh());
        await Promise.all(keys.map(async (each, at) => (at % 3 ? store.write(each, at) : undefined)));
        await store.write(keys[1] ?? fresh(), 'again');
        const found = await store.readVersions(keys);
        expect(found.map(each => each?.version)).toEqual(
          keys.map((_, at) => (at === 1 ? 2 : at % 3 ? 1 : undefined)),
        );
      });

      it('are empty if nothing was added', async () => {
        expect(await store.scan(fresh(), all)).toEqual([]);
      });

      it('return members in byte order between two bounds, up to a limit', async () => {
        const index = fresh();
        const members = ['20261201:2', '20261130:9', '20261201:10', 'å', 'z', '𐀀', '\uffff', ''];
        await store.addEntries(members.map(member => ({index, member})));
        const sorted = [...members].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
        expect(await other.scan(index, all)).toEqual(sorted);
        expect(await store.scan(index, {from: '20261201', to: '20261202', limit: 10})).toEqual([
          '20261201:10',
          '20261201:2',
        ]);
        expect(await store.scan(index, {from: '20261201:2', to: 'z', limit: 10})).toEqual(['20261201:2']);
        expect(await store.scan(index, {from: '20261130', limit: 1})).toEqual(['20261130:9']);
        expect(await store.scan(index, {from: 'b', to: 'a', limit: 10})).toEqual([]);
      });

      it('contain each member once, and no removed ones', async () => {
        const index = fresh();
        await store.addEntries([
          {index, member: 'a'},
          {index, member: 'a'},
          {index, member: 'b'},
        ]);
        await store.removeEntries([
          {index, member: 'a'},
          {index, member: 'never'},
        ]);
        await store.removeEntries([{index, member: 'a'}]);
        expect(await store.scan(index, all)).toEqual(['b']);
      });

      it('are separate from each other, and from documents and counters with the same key', async () => {
        const key = fresh();
        const longer: Key = [...key, 'y'];
        await store.write(key, 'document');
        await store.next(key);
        await store.addEntries([
          {index: key, member: 'a'},
          {index: longer, member: 'b'},
        ]);
        expect(await store.scan(key, all)).toEqual(['a']);
        expect(await store.scan(longer, all)).toEqual(['b']);
        expect((await store.read([key]))[0]?.value).toBe('document');
      });

      it('accept thousands of entries of many indexes at once', async () => {
        const entries = Array.from({length: 2500}, (_, index) => ({
          index: ['test', `${name}-many`, String(index % 500)] as const,
          member: String(index).padStart(5, '0'),
        }));
        await store.addEntries(entries);
        expect(await other.scan(['test', `${name}-many`, '7'], all)).toEqual([
          '00007',
          '00507',
          '01007',
          '01507',
          '02007',
        ]);
        await store.removeEntries(entries);
        expect(await other.scan(['test', `${name}-many`, '7'], all)).toEqual([]);
      });
    });

    it('counts from 1 and returns no number twice', async () => {
      const counter = fresh();
      expect(await store.next(counter)).toBe(1);
      const taken = await Promise.all(
        Array.from({length: 100}, (_, index) => (index % 2 ? store : other).next(counter)),
      );
      expect(new Set(taken)).toHaveLength(100);
      expect(Math.max(...taken)).toBe(101);
    });

    it('adds positive and negative amounts to a counter atomically, and continues with the next number', async () => {
      const counter = fresh();
      expect(await store.add(counter, 5_000_000_000)).toBe(5_000_000_000);
      expect(await other.add(counter, -4_999_999_990)).toBe(10);
      await Promise.all(
        Array.from({length: 100}, (_, index) => (index % 2 ? store : other).add(counter, index % 4 ? 3 : -1)),
      );
      expect(await other.add(counter, 0)).toBe(10 + 75 * 3 - 25);
      expect(await store.next(counter)).toBe(10 + 75 * 3 - 25 + 1);
    });

    describe('contents', () => {
      itWalks('include many documents, members and counters as written', async () => {
        const owner = `${name}-contents-${++count}`;
        const size = 1_700;
        const key = (index: number): Key => ['indhold', owner, 'å/{b}', String(index)];
        const path = (index: number) => keyPath(key(index));
        await Promise.all(Array.from({length: size}, (_, index) => store.write(key(index), {index})));
        await store.write(key(0), 'again', {operation: 'op-2'});
        const members = Array.from(
          {length: 1_200},
          (_, index) => `20270301:${String(index).padStart(6, '0')}`,
        );
        await store.addEntries(members.map(member => ({index: key(0), member})));
        await store.addEntries([{index: key(1), member: ''}]);
        for (let number = 1; number <= 3; number++) await store.next(key(2));

        const found = await collect(other, owner);
        expect(found.documents.size).toBe(size);
        expect(found.documents.get(path(0))).toEqual({version: 2, operation: 'op-2', value: 'again'});
        expect(found.documents.get(path(9))).toMatchObject({version: 1, value: {index: 9}});
        expect(found.members.get(path(0))).toEqual(new Set(members));
        expect(found.members.get(path(1))).toEqual(new Set(['']));
        expect(found.members.size).toBe(2);
        expect([...found.counters]).toEqual([[path(2), 3]]);
      });

      itWalks('include all unremoved documents when others write during a walk', async () => {
        const owner = `${name}-contents-${++count}`;
        const key = (kind: string, index: number): Key => [kind, owner, String(index)];
        await Promise.all(Array.from({length: 1_200}, (_, index) => store.write(key('fast', index), index)));
        const walked = new AbortController();
        const writing = (async () => {
          for (let index = 0; !walked.signal.aborted; index++) {
            await Promise.all([
              other.write(key('ny', index), 'new'),
              other.write(key('fast', index % 1_200), 'changed'),
              other.remove(key('ny', index - 5)),
            ]);
          }
        })();
        for (let turn = 0; turn < 3; turn++) {
          const {documents} = await collect(store, owner);
          const found = [...documents.keys()].filter(path => path.startsWith('fast/'));
          expect(found).toHaveLength(1_200);
        }
        walked.abort();
        await writing;
      });

      itWalks('are walked over in chunks of a few documents if these are large', async () => {
        const owner = `${name}-contents-${++count}`;
        const text = 'x'.repeat(1_500_000);
        const keys = Array.from({length: 12}, (_, index): Key => ['indhold', owner, String(index)]);
        for (const key of keys) await store.write(key, text);
        const paths: string[] = [];
        for await (const chunk of other.contents.documents(path => parsePath(path)[1] === owner)) {
          expect((chunk.length - 1) * text.length).toBeLessThan(maxChunkBytes);
          paths.push(...chunk.map(({path}) => path));
        }
        await Promise.all(keys.map(key => store.remove(key)));
        expect(new Set(paths)).toEqual(new Set(keys.map(keyPath)));
      });

      it('can be restored, with versions that continue', async () => {
        const owner = `${name}-contents-${++count}`;
        const key: Key = ['indhold', owner, 'ø'];
        const path = keyPath(key);
        await store.contents.putDocuments([{path, version: 7, operation: 'op-7', value: {titel: 'Å'}}]);

        expect(await other.read([key])).toEqual([{version: 7, operation: 'op-7', value: {titel: 'Å'}}]);
        expect(await other.write(key, 'next', {expected: 7})).toMatchObject({version: 8});
        await expect(store.write(key, 'late', {expected: 7})).rejects.toEqual(new VersionConflict(8));
      });

      it('read and remove documents by their paths, also with digests, and only in the expected version', async () => {
        const owner = `${name}-contents-${++count}`;
        const keys: Key[] = [
          ['indhold', owner, 'å/{b}'],
          ['indhold', owner, 'ø'.repeat(300)],
        ];
        await Promise.all(keys.map(key => store.write(key, 1)));
        const paths: string[] = [];
        for await (const chunk of other.contents.paths()) paths.push(...chunk);
        expect(paths).toEqual(expect.arrayContaining(keys.map(keyPath)));
        const unknown = keyPath(fresh());
        expect(await other.contents.read([unknown, ...keys.map(keyPath)])).toEqual([
          undefined,
          ...(await store.read(keys)),
        ]);
        expect(await other.contents.read([])).toEqual([]);
        await store.contents.removeDocument(unknown);
        for (const path of keys.map(keyPath)) {
          await expect(store.contents.removeDocument(path, 2)).rejects.toEqual(new VersionConflict(1));
          await store.contents.removeDocument(path, 1);
        }
        expect(await other.read(keys)).toEqual([undefined, undefined]);
      });
    });

    it('confirms all changes so far, also those of other processes', async () => {
      await other.write(fresh(), 1);
      await expect(store.confirmReplicated()).resolves.toBeUndefined();
    });

    it('can be closed twice', async () => {
      const third = await open();
      await third.close();
      await expect(third.close()).resolves.toBeUndefined();
    });
  });
}

/** Returns the content of a store with the keys of one owner. */
async function collect(store: Store, owner: string) {
  const isOwned = (path: string) => parsePath(path)[1] === owner;
  const documents = new Map<string, unknown>();
  const members = new Map<string, Set<string>>();
  const counters = new Map<string, number>();
  for await (const chunk of store.contents.documents(isOwned)) {
    for (const {path, ...document} of chunk) documents.set(path, document);
  }
  for await (const chunk of store.contents.members()) {
    for (const {path, members: some} of chunk.filter(each => isOwned(each.path))) {
      members.set(path, new Set([...(members.get(path) ?? []), ...some]));
    }
  }
  for await (const chunk of store.contents.counters()) {
    for (const {path, number} of chunk.filter(each => isOwned(each.path))) counters.set(path, number);
  }
  return {documents, members, counters};
}
