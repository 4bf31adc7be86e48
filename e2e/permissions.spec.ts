import {readdir, stat} from 'node:fs/promises';
import {join} from 'node:path';

import {dashboardOf} from './support/dashboard.ts';
import {startProcess} from './support/process.ts';
import {expect, test} from './support/test.ts';

const open = {shell: 'umask 022; exec "$@"'};

/** Returns the paths in a directory, itself included, that other users can access. */
async function findAccessible(directory: string): Promise<string[]> {
  const paths = ['', ...(await readdir(directory, {recursive: true}))].map(name => join(directory, name));
  const modes = await Promise.all(paths.map(async path => (await stat(path)).mode));
  return paths.filter((_, place) => (modes[place] ?? 0) & 0o077);
}

test('only the owner can read the files of a service, with any umask', async ({start, issuer, directory}) => {
  const service = await start({TAVLE_AUDIT: 'logs/audit.jsonl'}, open);
  await dashboardOf(service.url, await issuer.token('anna')).turn('cvr', true);
  for (const name of ['store', 'logs']) expect(await findAccessible(join(directory, name))).toEqual([]);
  expect((await stat(join(directory, 'store'))).mode & 0o777).toBe(0o700);
  expect((await stat(join(directory, 'store', 'data.mdb'))).mode & 0o777).toBe(0o600);
  expect((await stat(join(directory, 'logs', 'audit.jsonl'))).mode & 0o777).toBe(0o600);
});

test('only the owner can read the data and the keys of the demo', async ({directory}) => {
  const demo = await startProcess('demo', {TAVLE_PORT: '0'}, directory, open);
  await demo.kill();
  expect(await readdir(join(directory, 'data', 'demo'))).toEqual([
    'audit.jsonl',
    'certificates',
    'jwks.json',
    'portal.json',
    'store',
  ]);
  expect(await findAccessible(join(directory, 'data'))).toEqual([]);
});
