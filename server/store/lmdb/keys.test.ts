import {mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

import {afterAll, expect, it} from 'vitest';

import {openStore} from '../open-store.ts';
import {silent} from '../engine.ts';

const directory = await mkdtemp(join(tmpdir(), 'tavle-lmdb-keys-'));
afterAll(() => rm(directory, {recursive: true, force: true}));

async function readAll(part: AsyncGenerator<unknown[]>): Promise<number> {
  let count = 0;
  for await (const chunk of part) count += chunk.length;
  return count;
}

const isDamaged = /^The store is damaged\./;

const header = 24;

it.each<[string, (page: Buffer) => void]>([
  // An iteration of lmdb-js ends without an error at a key without length.
  ['a key is overwritten', page => page.writeUInt16LE(0, header + page.readUInt16LE(header + 2 * 5) + 6)],
  ['the number of keys of a page is too low', page => page.writeUInt16LE(page.readUInt16LE(20) - 2, 20)],
])('a walk over a store rejects if %s', async (name, damage) => {
  const path = join(directory, name);
  const store = openStore(`file:${path}`, silent);
  const paths = Array.from({length: 2_000}, (_, index) => `test/${index}`);
  await store.contents.putDocuments(
    paths.map(each => ({path: each, version: 1, operation: 'a', value: 'x'})),
  );
  await store.addEntries(paths.map(member => ({index: ['test', 'index'], member})));
  expect(await readAll(store.contents.documents())).toBe(2_000);
  await store.close();

  const file = join(path, 'data.mdb');
  const bytes = await readFile(file);
  for (let start = 2 * 4_096; start < bytes.length; start += 4_096) {
    const page = bytes.subarray(start, start + 4_096);
    const isLeaf = page.readUInt16LE(18) === 2;
    if (isLeaf && page.readUInt16LE(20) > 20) damage(page);
  }
  await writeFile(file, bytes);

  const damaged = openStore(`file:${path}`, silent);
  await expect(readAll(damaged.contents.documents())).rejects.toThrow(isDamaged);
  await expect(readAll(damaged.contents.paths())).rejects.toThrow(isDamaged);
  await expect(readAll(damaged.contents.members())).rejects.toThrow(isDamaged);
  if (name === 'a key is overwritten') {
    await expect(damaged.scan(['test', 'index'], {limit: 2_000})).rejects.toThrow(isDamaged);
  }
  await damaged.close();
});
