import {existsSync} from 'node:fs';
import {join} from 'node:path';

import {expect, it, vi} from 'vitest';

import {newDirectory} from '../testing/directory.ts';
import {openForTest} from '../testing/store.ts';
import {backupToFile} from './backup.ts';
import {restoreFile} from './restore.ts';

// A process that is killed before a rename does not come back from it.
vi.mock('node:fs/promises', async importOriginal => ({
  ...(await importOriginal<object>()),
  rename: () => new Promise(() => undefined),
}));

const newPath = () => join(newDirectory(), 'a');
const progress = {report: () => undefined, end: () => undefined};
const options = {version: '1.2.3', progress, stopped: new AbortController().signal};

it('a backup has its name only when it is complete, also if the process is killed', async () => {
  const store = await openForTest(`file:${newPath()}`);
  await store.write(['dashboard', 'ada'], {cvr: 'active'});
  const file = newPath();
  void backupToFile(store, file, options);
  await vi.waitFor(() => expect(existsSync(file)).toBe(true));
  const target = await openForTest(`file:${newPath()}`);
  expect(await restoreFile(target, file, progress)).toMatchObject({documents: 1});
});
