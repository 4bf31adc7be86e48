import {execFileSync} from 'node:child_process';
import {mkdtemp, readFile, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setImmediate} from 'node:timers/promises';

import {expect, it} from 'vitest';

import {holdReadTransaction} from '../testing/hold-lmdb.ts';
import {type Engine, StoreReplaced} from '../engine.ts';
import {openLmdb} from './lmdb-store.ts';

/** The offset of the newest transaction's number in the lock file. */
const position = 8;

/**
 * Reduces the number of the newest transaction by `commits`, like another process that opens the store during so many commits. Runs in a
 * child process: closing the file would release the locks of this process.
 */
function regress(directory: string, commits: number): void {
  const script = `
    import {closeSync, openSync, readSync, writeSync} from 'node:fs';
    const file = openSync(process.argv[1], 'r+');
    const number = Buffer.alloc(8);
    readSync(file, number, 0, 8, ${position});
    number.writeBigUInt64LE(number.readBigUInt64LE() - ${commits}n);
    writeSync(file, number, 0, 8, ${position});
    closeSync(file);`;
  execFileSync(process.execPath, ['--input-type=module', '--eval', script, join(directory, 'lock.mdb')]);
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
    regress(directory, commits);
    await write(engine, 'd');
    const third = await holdReadTransaction(directory);
    await write(engine, 'e');
    await expectStored(engine, 'a', 'b', 'c', 'd', 'e');
    await third.release();
    await engine.close();
  },
);

it('serves reads while it opens the store again in a child process', async () => {
  const directory = await newDirectory();
  const engine = openLmdb(directory);
  await engine.addEntries([{path: 'index', member: 'x'}]);
  await write(engine, 'a', 'b');
  regress(directory, 1);
  const state = {isWritten: false};
  const writing = write(engine, 'c').finally(() => (state.isWritten = true));
  let reads = 0;
  for (; !state.isWritten; reads += 1) {
    await expectStored(engine, 'a');
    expect(await engine.scan(['index'], {limit: 2})).toEqual([['x']]);
    for await (const paths of engine.paths()) expect(paths).toContain('a');
    await setImmediate();
  }
  await writing;
  // The child process takes longer to start than many turns of the event loop.
  expect(reads).toBeGreaterThan(20);
  await expectStored(engine, 'a', 'b', 'c');
  await engine.close();
});

it('keeps the newest commit of another process when it opened the store during that commit', async () => {
  const directory = await newDirectory();
  const before = openLmdb(directory);
  await write(before, 'a', 'b');
  await before.close();
  const other = await holdReadTransaction(directory);
  const engine = openLmdb(directory);
  regress(directory, 1);
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
