import {mkdtemp, open, readFile, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

import {expect, it} from 'vitest';

import {holdReadTransaction} from '../testing/hold-lmdb.ts';
import {type Engine, StoreReplaced} from '../engine.ts';
import {openLmdb} from './lmdb-store.ts';

/** Where the lock file has the number of the newest transaction. */
const position = 8;

/** Sets the number of the newest transaction to an earlier one, as another process does that opens the store during `commits` commits. */
async function regress(directory: string, commits: number): Promise<void> {
  const file = await open(join(directory, 'lock.mdb'), 'r+');
  const number = Buffer.alloc(8);
  await file.read(number, 0, 8, position);
  number.writeBigUInt64LE(number.readBigUInt64LE() - BigInt(commits));
  await file.write(number, 0, 8, position);
  await file.close();
}

const newDirectory = () => mkdtemp(join(tmpdir(), 'tavle-commits-'));

async function write(engine: Engine, ...paths: string[]): Promise<void> {
  for (const path of paths) expect(await engine.write(path, '1', path, 0, [])).toBe(1);
}

async function expectStored(engine: Engine, ...paths: string[]): Promise<void> {
  for (const text of await engine.read(paths, false)) expect(text).toBeDefined();
}

it.each([1, 2, 3])(
  'keeps all commits when another process opens the store during %i of them, and a third one later',
  async commits => {
    const directory = await newDirectory();
    const engine = openLmdb(directory);
    await write(engine, 'a', 'b', 'c');
    await regress(directory, commits);
    await write(engine, 'd');
    const third = await holdReadTransaction(directory);
    await write(engine, 'e');
    await expectStored(engine, 'a', 'b', 'c', 'd', 'e');
    await third.release();
    await engine.close();
  },
);

it('keeps the newest commit of another process when it opened the store during that commit', async () => {
  const directory = await newDirectory();
  const before = openLmdb(directory);
  await write(before, 'a', 'b');
  await before.close();
  const other = await holdReadTransaction(directory);
  const engine = openLmdb(directory);
  await regress(directory, 1);
  await write(engine, 'c');
  await expectStored(engine, 'a', 'b', 'c');
  await engine.close();
  await other.release();
});

it('refuses changes when its file was overwritten by an older one', async () => {
  const directory = await newDirectory();
  const file = join(directory, 'data.mdb');
  const engine = openLmdb(directory);
  await write(engine, 'a');
  const older = await readFile(file);
  await write(engine, 'b', 'c');
  await writeFile(file, older);
  for (const path of ['d', 'e'])
    await expect(engine.write(path, '1', path, 0, [])).rejects.toBeInstanceOf(StoreReplaced);
  await expect(engine.ping()).rejects.toThrow('was overwritten. Changes are refused.');
  await engine.close();
});
