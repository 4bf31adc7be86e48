import {readdir, readFile} from 'node:fs/promises';
import {basename, dirname, join} from 'node:path';

import {expect, it, vi} from 'vitest';

import {newDirectory} from '../testing/directory.ts';
import {openForTest} from '../testing/store.ts';
import {backupToFile} from './backup.ts';
import {restoreFile} from './restore.ts';

// As on exFAT and on many shares of other machines.
vi.mock('node:fs/promises', async importOriginal => ({
  ...(await importOriginal<object>()),
  link: () => Promise.reject(Object.assign(new Error('EPERM'), {code: 'EPERM', syscall: 'link'})),
}));

const newPath = () => join(newDirectory(), 'a');
const progress = {report: () => undefined, end: () => undefined};
const options = {version: '1.2.3', progress, stopped: new AbortController().signal};

it('a backup is written to a file system without hard links, and replaces no file that another process has created', async () => {
  const store = await openForTest(`file:${newPath()}`);
  await store.write(['dashboard', 'ada'], {cvr: 'active'});
  const file = newPath();
  const results = await Promise.allSettled([1, 2].map(() => backupToFile(store, file, options)));
  expect(results.map(({status}) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const rejected = results.find(result => result.status === 'rejected');
  expect(String(rejected?.reason)).toContain(`${file} already exists`);
  expect(await readdir(dirname(file))).toEqual([basename(file)]);
  const written = await readFile(file);
  await expect(backupToFile(store, file, options)).rejects.toThrow('already exists');
  expect(await readFile(file)).toEqual(written);
  const target = await openForTest(`file:${newPath()}`);
  expect(await restoreFile(target, file, progress)).toMatchObject({documents: 1});
});
