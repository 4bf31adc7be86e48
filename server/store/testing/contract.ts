import fc from 'fast-check';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';

import {anyCharacter} from '../../testing/any-character.ts';
import {keyPath, parsePath} from '../key.ts';
import {type Key, type Store, VersionConflict} from '../store.ts';

/**
 * What every {@link Store} owes its callers.
 *
 * @param open Opens the engine; called again to see what another process would see.
 */
export function storeContract(name: string, open: () => Promise<Store>) {
  describe(`Store: ${name}`, () => {
    let store: Store;
    let other: Store;
    let count = 0;
    /** A key that no other test uses. */
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
      it('are undefined where nothing was written', async () => {
        expect(await store.read([fresh(), fresh()])).toEqual([undefined, undefined]);
        expect(await store.read([])).toEqual([]);
      });

      it('come back as they were written, in the order of the keys', async () => {
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

      it('are returned to each of many who read and write at the same time', async () => {
        const keys = Array.from({length: 40}, fresh);
        const written = keys.map((key, place) => ({key, place})).filter(({place}) => place % 2);
        await Promise.all(written.map(({key, place}) => store.write(key, place)));
        const found = await Promise.all(
          keys.map(async (key, place) => {
            const [own, neighbour] = await store.read([key, keys[place + 1] ?? key]);
            await store.write(fresh(), place);
            return [own?.value, neighbour?.value];
          }),
        );
        const value = (place: number) => (place % 2 ? place : undefined);
        expect(found).toEqual(keys.map((_, place) => [value(place), value(Math.min(place + 1, 39))]));
      });

      it('hold any JSON text', async () => {
        const key = fresh();
        await fc.assert(
          fc.asyncProperty(fc.string({unit: 'grapheme'}), async value => {
            await store.write(key, {value});
            expect((await other.read([key]))[0]?.value).toEqual({value});
          }),
          {numRuns: 50},
        );
      });

      it('are not shared with whoever wrote or read them', async () => {
        const key = fresh();
        const value = {list: [1]};
        await store.write(key, value);
        value.list.push(2);
        const [read] = await store.read([key]);
        const copy = read?.value as typeof value;
        expect(() => copy.list.push(3)).toThrow(TypeError);
        expect((await store.read([key]))[0]?.value).toEqual({list: [1]});
      });

      it('count their versions', async () => {
        const key = fresh();
        for (const version of [1, 2, 3]) expect((await store.write(key, version)).version).toBe(version);
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

      it('are written over a document only where it is that very version of it', async () => {
        const key = fresh();
        const first = await store.write(key, 'first', {expected: 0});
        await store.write(key, 'second', {expected: first});
        await expect(store.write(key, 'late', {expected: first})).rejects.toEqual(new VersionConflict(2));
        // As after a failover that lost the change.
        const lost = {version: 2, operation: 'lost', value: 'second'};
        await expect(store.write(key, 'late', {expected: lost})).rejects.toEqual(new VersionConflict(2));
        await expect(store.write(fresh(), 'none', {expected: first})).rejects.toMatchObject({current: 0});
        expect((await store.read([key]))[0]).toMatchObject({version: 2, value: 'second'});
      });

      it('take exactly one of many writers that expect the same version', async () => {
        const key = fresh();
        const writers = Array.from({length: 50}, (_, place) =>
          (place % 2 ? store : other).write(key, place, {expected: 0}),
        );
        const outcomes = await Promise.allSettled(writers);
        const winners = outcomes.flatMap(({status}, place) => (status === 'fulfilled' ? [place] : []));
        expect(winners).toHaveLength(1);
        expect((await store.read([key]))[0]).toMatchObject({version: 1, value: winners[0]});
      });

      it('lose no update of writers that read, change and try again', async () => {
        const key = fresh();
        const add = async (by: Store): Promise<void> => {
          const [found] = await by.read([key]);
          const sum = (found?.value as number | undefined) ?? 0;
          await by.write(key, sum + 1, {expected: found?.version ?? 0}).catch((error: unknown) => {
            if (error instanceof VersionConflict) return add(by);
            throw error;
          });
        };
        await Promise.all(Array.from({length: 40}, (_, place) => add(place % 2 ? store : other)));
        expect((await store.read([key]))[0]).toMatchObject({version: 40, value: 40});
      });

      it('know a write that is sent again', async () => {
        const key = fresh();
        const operation = 'op-1';
        await store.write(key, 'once', {expected: 0, operation});
        expect(await store.write(key, 'once', {expected: 0, operation})).toMatchObject({
          version: 1,
          operation,
        });
        expect((await store.read([key]))[0]).toEqual({version: 1, operation, value: 'once'});
      });

      it('are gone once removed, and may be removed twice', async () => {
        const key = fresh();
        await store.write(key, 1);
        await expect(store.remove(key, 2)).rejects.toEqual(new VersionConflict(1));
        await store.remove(key, 1);
        await store.remove(key);
        expect(await other.read([key])).toEqual([undefined]);
      });

      it('keep owners apart, whatever characters their ids hold', async () => {
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

      it('are empty where nothing was added', async () => {
        expect(await store.scan(fresh(), all)).toEqual([]);
      });

      it('give members in byte order between two bounds, up to a limit', async () => {
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

      it('hold a member once, and forget one that was removed', async () => {
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

      it('do not mix with one another, nor with documents and counters of the same key', async () => {
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

      it('take thousands of entries over many keys at once', async () => {
        const entries = Array.from({length: 2500}, (_, place) => ({
          index: ['test', `${name}-many`, String(place % 500)] as const,
          member: String(place).padStart(5, '0'),
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

    it('counts from 1 and gives no number twice', async () => {
      const counter = fresh();
      expect(await store.next(counter)).toBe(1);
      const taken = await Promise.all(
        Array.from({length: 100}, (_, place) => (place % 2 ? store : other).next(counter)),
      );
      expect(new Set(taken)).toHaveLength(100);
      expect(Math.max(...taken)).toBe(101);
    });

    it('adds to a counter in one step, negative amounts too, and goes on with the next number', async () => {
      const counter = fresh();
      expect(await store.add(counter, 5_000_000_000)).toBe(5_000_000_000);
      expect(await other.add(counter, -4_999_999_990)).toBe(10);
      await Promise.all(
        Array.from({length: 100}, (_, place) => (place % 2 ? store : other).add(counter, place % 4 ? 3 : -1)),
      );
      expect(await other.add(counter, 0)).toBe(10 + 75 * 3 - 25);
      expect(await store.next(counter)).toBe(10 + 75 * 3 - 25 + 1);
    });

    describe('contents', () => {
      it('are found in any number, as they were written', async () => {
        const owner = `${name}-contents-${++count}`;
        const size = 1_700;
        const key = (place: number): Key => ['indhold', owner, 'å/{b}', String(place)];
        const path = (place: number) => keyPath(key(place));
        await Promise.all(Array.from({length: size}, (_, place) => store.write(key(place), {place})));
        await store.write(key(0), 'again', {operation: 'op-2'});
        const members = Array.from(
          {length: 1_200},
          (_, place) => `20270301:${String(place).padStart(6, '0')}`,
        );
        await store.addEntries(members.map(member => ({index: key(0), member})));
        await store.addEntries([{index: key(1), member: ''}]);
        for (let number = 1; number <= 3; number++) await store.next(key(2));

        const found = await collect(other, owner);
        expect(found.documents.size).toBe(size);
        expect(found.documents.get(path(0))).toEqual({version: 2, operation: 'op-2', value: 'again'});
        expect(found.documents.get(path(9))).toMatchObject({version: 1, value: {place: 9}});
        expect(found.members.get(path(0))).toEqual(new Set(members));
        expect(found.members.get(path(1))).toEqual(new Set(['']));
        expect(found.members.size).toBe(2);
        expect([...found.counters]).toEqual([[path(2), 3]]);
      });

      it('are walked over while others write, without missing what was there all the time', async () => {
        const owner = `${name}-contents-${++count}`;
        const key = (kind: string, place: number): Key => [kind, owner, String(place)];
        await Promise.all(Array.from({length: 1_200}, (_, place) => store.write(key('fast', place), place)));
        const walked = new AbortController();
        const writing = (async () => {
          for (let place = 0; !walked.signal.aborted; place++) {
            await Promise.all([
              other.write(key('ny', place), 'new'),
              other.write(key('fast', place % 1_200), 'changed'),
              other.remove(key('ny', place - 5)),
            ]);
          }
        })();
        for (let turn = 0; turn < 3; turn++) {
          const {documents} = await collect(store, owner);
          const stayed = [...documents.keys()].filter(path => path.startsWith('fast/'));
          expect(stayed).toHaveLength(1_200);
        }
        walked.abort();
        await writing;
      });

      it('are put back as they were, and counted on from there', async () => {
        const owner = `${name}-contents-${++count}`;
        const key: Key = ['indhold', owner, 'ø'];
        const path = keyPath(key);
        const many = Array.from({length: 1_300}, (_, place) => String(place).padStart(5, '0'));
        await store.contents.putDocuments([{path, version: 7, operation: 'op-7', value: {titel: 'Å'}}]);
        await store.contents.putMembers([
          {path, members: many},
          {path: keyPath([...key, 'x']), members: []},
        ]);
        await store.contents.putCounters([{path, number: 41}]);

        expect(await other.read([key])).toEqual([{version: 7, operation: 'op-7', value: {titel: 'Å'}}]);
        expect(await other.scan(key, {limit: 2_000})).toEqual(many);
        expect(await other.next(key)).toBe(42);
        expect(await other.write(key, 'next', {expected: 7})).toMatchObject({version: 8});
        await expect(store.write(key, 'late', {expected: 7})).rejects.toEqual(new VersionConflict(8));
      });

      it('read and lose a document by its path, digests of long segments included, and only in the expected version', async () => {
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

      it('are read only where they are wanted', async () => {
        const owner = `${name}-contents-${++count}`;
        await store.write(['en', owner], 1);
        await store.write(['to', owner], 2);
        const found: string[] = [];
        for await (const chunk of store.contents.documents(
          path => path.startsWith('en/') && parsePath(path)[1] === owner,
        )) {
          found.push(...chunk.map(({path}) => path));
        }
        expect(found).toEqual([keyPath(['en', owner])]);
      });
    });

    it('answers a ping', async () => {
      await expect(store.ping()).resolves.toBeUndefined();
    });

    it('can be closed twice', async () => {
      const third = await open();
      await third.close();
      await expect(third.close()).resolves.toBeUndefined();
    });
  });
}

/** All that a store holds under one owner's keys. */
async function collect(store: Store, owner: string) {
  const mine = (path: string) => parsePath(path)[1] === owner;
  const documents = new Map<string, unknown>();
  const members = new Map<string, Set<string>>();
  const counters = new Map<string, number>();
  for await (const chunk of store.contents.documents(mine)) {
    for (const {path, ...document} of chunk) documents.set(path, document);
  }
  for await (const chunk of store.contents.members()) {
    for (const {path, members: some} of chunk.filter(each => mine(each.path))) {
      members.set(path, new Set([...(members.get(path) ?? []), ...some]));
    }
  }
  for await (const chunk of store.contents.counters()) {
    for (const {path, number} of chunk.filter(each => mine(each.path))) counters.set(path, number);
  }
  return {documents, members, counters};
}
