import {mkdtemp, rm, stat} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

import {afterAll, expect, it} from 'vitest';

import {openStore} from '../open-store.ts';
import {silent} from '../engine.ts';
import {holdReadTransaction} from '../testing/hold-lmdb.ts';
import {storeContract} from '../testing/contract.ts';

const directory = await mkdtemp(join(tmpdir(), 'tavle-lmdb-'));
afterAll(() => rm(directory, {recursive: true, force: true}));

storeContract('LMDB', () => Promise.resolve(openStore(`file:${join(directory, 'store.v1')}`, silent)));

it('reuses free pages after a reading process was killed', async () => {
  const path = join(directory, 'killed-reader');
  const store = openStore(`file:${path}`, silent);
  const key = ['test', 'growth', 'x'] as const;
  const text = 'x'.repeat(60_000);
  const write = async (times: number) => {
    for (let turn = 0; turn < times; turn++) await store.write(key, text);
    return (await stat(join(path, 'data.mdb'))).size;
  };
  await write(1);
  const reader = await holdReadTransaction(path);
  const before = await write(50);
  expect(await write(50)).toBeGreaterThan(before);
  await reader.kill();

  await expect.poll(async () => (await write(50)) === (await write(50))).toBe(true);
  await store.close();
});
