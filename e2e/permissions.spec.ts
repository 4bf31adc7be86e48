import {chmod, mkdir, readdir, stat} from 'node:fs/promises';
import {join} from 'node:path';

import {dashboardOf} from './support/dashboard.ts';
import {openUmask, sampleData} from './support/sample-data.ts';
import {expect, test} from './support/test.ts';

/** Returns the paths in a directory, itself included, that other users can access. */
async function findAccessible(directory: string): Promise<string[]> {
  const paths = ['', ...(await readdir(directory, {recursive: true}))].map(name => join(directory, name));
  const modes = await Promise.all(paths.map(async path => (await stat(path)).mode));
  return paths.filter((_, place) => (modes[place] ?? 0) & 0o077);
}

test('only the owner can read the files of a service, with any umask', async ({start, issuer, directory}) => {
  const service = await start({TAVLE_AUDIT: 'logs/audit.jsonl'}, openUmask);
  await dashboardOf(service.url, await issuer.token('anna')).turn('cvr', true);
  for (const name of ['store', 'logs']) expect(await findAccessible(join(directory, name))).toEqual([]);
  expect((await stat(join(directory, 'store'))).mode & 0o777).toBe(0o700);
  expect((await stat(join(directory, 'store', 'data.mdb'))).mode & 0o777).toBe(0o600);
  expect((await stat(join(directory, 'logs', 'audit.jsonl'))).mode & 0o777).toBe(0o600);
});

test('only the owner can read the data and the keys of the demo', async () => {
  const names = await readdir(join(sampleData(), 'data/demo'));
  expect(names.join()).toBe('audit.jsonl,certificates,jwks-0.json,mails.json,portal-0.json,store');
  expect(await findAccessible(join(sampleData(), 'data'))).toEqual([]);
});

/** Runs as another user of group 0. A capability lets the user read the build anywhere. Only modes let the user write. */
const as = (user: number) => ({
  shell: `exec setpriv --reuid=${user} --regid=0 --clear-groups --inh-caps=+dac_read_search --ambient-caps=+dac_read_search "$@"`,
});

test('a second user of group 0 can go on with the files of the first, and no other group can', async ({
  start,
  issuer,
  directory,
}) => {
  test.skip(process.getuid?.() !== 0, 'Only root can start a process as another user.');
  const data = join(directory, 'data');
  await mkdir(data);
  await chmod(data, 0o770);
  // `access(2)` ignores the capability, so the user must have access by the mode.
  await chmod(directory, 0o711);
  const TAVLE_STORE = `file:${data}/store`;
  const first = await start({TAVLE_STORE}, as(54_321));
  await dashboardOf(first.url, await issuer.token('anna')).turn('cvr', true);
  expect(await first.stop()).toMatchObject({code: 0});
  const second = await start({TAVLE_STORE}, as(1_000_680_000));
  const dashboard = dashboardOf(second.url, await issuer.token('anna'));
  expect(await dashboard.states(['cvr'])).toEqual({cvr: 'active'});
  await dashboard.turn('cvr', false);
  const store = join(data, 'store');
  expect((await stat(store)).mode & 0o777).toBe(0o770);
  expect(await readdir(store)).toEqual(['audit.jsonl', 'data.mdb', 'lock.mdb']);
  for (const name of await readdir(store)) expect((await stat(join(store, name))).mode & 0o777).toBe(0o660);
});
