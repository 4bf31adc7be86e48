import {mkdtemp, open} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

import {expect, it} from 'vitest';

import {holdReadTransaction} from '../testing/hold-lmdb.ts';
import {openLmdb} from './lmdb-store.ts';

/** Where the lock file has the number of the newest transaction. */
const position = 8;

/** Sets the number of the newest transaction to an earlier one, as another process does that opens the store during a commit. */
async function regress(directory: string): Promise<void> {
  const file = await open(join(directory, 'lock.mdb'), 'r+');
  const number = Buffer.alloc(8);
  await file.read(number, 0, 8, position);
  number.writeBigUInt64LE(number.readBigUInt64LE() - 1n);
  await file.write(number, 0, 8, position);
  await file.close();
}

const newDirectory = () => mkdtemp(join(tmpdir(), 'tavle-opened-'));

it('keeps the newest commit when another process opens the store during it', async () => {
  const directory = await newDirectory();
  const engine = openLmdb(directory);
  for (const path of ['a', 'b']) await engine.write(path, '1', path, 0);
  await regress(directory);
  expect(await engine.write('c', '1', 'c', 0)).toBe(1);
  expect((await engine.read(['a', 'b', 'c'], false)).map(text => typeof text)).toEqual(
    Array(3).fill('string'),
  );
  await engine.close();
});

it('keeps the newest commit of another process that it opens the store during', async () => {
  const directory = await newDirectory();
  const before = openLmdb(directory);
  for (const path of ['a', 'b']) await before.write(path, '1', path, 0);
  await before.close();
  const other = await holdReadTransaction(directory);
  const engine = openLmdb(directory);
  await regress(directory);
  expect(await engine.write('c', '1', 'c', 0)).toBe(1);
  expect((await engine.read(['a', 'b', 'c'], false)).map(text => typeof text)).toEqual(
    Array(3).fill('string'),
  );
  await engine.close();
  await other.release();
});
