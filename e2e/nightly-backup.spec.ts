import {mkdir, readdir, readFile, utimes, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';

import {silent} from '../server/store/engine.ts';
import {openStore} from '../server/store/open-store.ts';
import {callerWith} from '../server/testing/certificates.ts';
import {readNamedBlocks} from './support/doc-blocks.ts';
import {runShell, writePrograms} from './support/shell.ts';
import {expect, test} from './support/test.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const day = 86_400_000;

test('the nightly backup is restored as a trial, and removes old backups only if both succeed', async ({
  directory,
  start,
  startDurableRedis,
  settings,
  issuer,
}) => {
  const service = await start();
  const path = '/dashboard/1/apps/state?app=cvr&activated=true';
  const {status} = await callerWith(service.url)('PUT', path, undefined, await issuer.authorize('anna'));
  expect(status).toBe(200);

  // The test has no systemd, and the package is the repository.
  const [backups, bin, etc] = ['backups', 'bin', 'etc'].map(name => join(directory, name)) as [
    string,
    string,
    string,
  ];
  for (const each of [bin, etc, join(directory, 'metrics')]) await mkdir(each);
  const inTest = (text: string) =>
    text
      .replaceAll('/opt/tavle/node_modules/tavle-server', root)
      .replaceAll('/opt/tavle/node_modules/.bin/tavle', join(bin, 'tavle'))
      .replaceAll('/etc/systemd/system', etc)
      .replaceAll('/var/lib/prometheus/node-exporter', join(directory, 'metrics'))
      .replaceAll(/(?<![\w/])\/backups/g, backups);
  const tavle = `exec ${process.execPath} ${root}/dist/server/cli.js "$@"`;
  await writePrograms(bin, {
    sudo: 'case "$1" in install) shift; exec /usr/bin/install $(echo "$@" | sed -E "s/-[og] tavle//g");; esac; exec "$@"',
    'apt-get': 'true',
    systemctl: 'true',
    tavle,
  });
  const PATH = `${bin}:${process.env.PATH ?? ''}`;
  const [steps = ''] = await readNamedBlocks('operate/backup.md', 'nightly');
  await runShell(inTest(steps), directory, {PATH});
  expect(await readdir(etc)).toEqual(['tavle-backup.service', 'tavle-backup.timer']);

  const unit = inTest(await readFile(join(etc, 'tavle-backup.service'), 'utf8'));
  const [, command = ''] = /^ExecStart=(.*)$/m.exec(unit) ?? [];
  const [, after = ''] = /^ExecStartPost=\+(.*)$/m.exec(unit) ?? [];
  const script = join(directory, 'tavle-backup.sh');
  await writeFile(script, inTest(await readFile(join(root, 'deploy/backup/tavle-backup.sh'), 'utf8')));
  expect(command).toBe(`/bin/sh ${root}/deploy/backup/tavle-backup.sh`);
  const run = (changes: NodeJS.ProcessEnv = {}) =>
    // As systemd replaces $$ and %%.
    runShell(`sh ${script}\n${after.replaceAll('$$', '$').replaceAll('%%', '%')}`, directory, {
      ...settings,
      PATH,
      ...changes,
    });

  for (const [name, age] of [
    ['tavle-2026-01-01T020000', 40],
    ['tavle-2026-02-01T020000', 20],
    ['other', 40],
  ] as const) {
    await writeFile(join(backups, name), '');
    const time = new Date(Date.now() - age * day);
    await utimes(join(backups, name), time, time);
  }
  await expect(run({TAVLE_STORE: 'redis://127.0.0.1:1'})).rejects.toThrow('127.0.0.1:1');
  const unused = {TAVLE_STORE: `${(await startDurableRedis()).url}?prefix=unused`};
  await expect(run(unused)).rejects.toThrow('The store does not exist');
  expect(await readdir(backups)).toHaveLength(3);
  expect(await readdir(join(directory, 'metrics'))).toEqual([]);

  // A run that is killed during its trial leaves a copy of the store, which the next run removes.
  await writePrograms(bin, {
    tavle: 'case "$1" in restore) mkdir -p "${TAVLE_STORE#file:}"; kill -9 $PPID;; esac',
  });
  await expect(run()).rejects.toThrow();
  expect(await readdir(backups)).toHaveLength(4);
  // This also makes room for a backup that would fail on a full disk.
  await writePrograms(bin, {tavle: 'exit 1'});
  await expect(run()).rejects.toThrow();
  expect(await readdir(backups)).toHaveLength(3);
  await writePrograms(bin, {tavle});

  const before = Date.now();
  await run();
  const kept = await readdir(backups);
  expect(kept).toEqual([
    'other',
    'tavle-2026-02-01T020000',
    expect.stringMatching(/^tavle-\d{4}-\d\d-\d\dT\d{6}$/),
  ]);
  const alerts = await readFile(join(root, 'deploy/backup/alerts.yml'), 'utf8');
  const [metric = '', time] = (await readFile(join(directory, 'metrics/tavle-backup.prom'), 'utf8')).split(
    ' ',
  );
  expect(alerts).toContain(`time() - ${metric} >`);
  expect(Number(time)).toBeGreaterThanOrEqual(Math.floor(before / 1000));

  await run({BACKUPS: join(directory, 'elsewhere')});
  expect(await readdir(join(directory, 'elsewhere'))).toHaveLength(1);
  expect(await readdir(backups)).toEqual(kept);

  // A backup that lacks only what cannot be read is restored as a trial, but does not replace old ones.
  await utimes(join(backups, 'tavle-2026-02-01T020000'), 0, 0);
  await writePrograms(bin, {tavle: `echo "$1" >> ${directory}/called; ${tavle}`});
  const store = openStore(`file:${join(directory, 'store')}`, silent);
  await store.write(['frist', '1'], 'damaged');
  await store.close();
  await expect(run()).rejects.toThrow('frist/1');
  expect(await readFile(join(directory, 'called'), 'utf8')).toBe('backup\nrestore\n');
  expect(await readdir(backups)).toHaveLength(4);

  // From here on, `tavle backup` writes a file that cannot be restored.
  await writePrograms(bin, {
    tavle: `case "$1" in backup) echo '{"format"' > "$2";; *) ${tavle};; esac`,
  });
  await expect(run()).rejects.toThrow('tavle restore');
  expect(await readdir(backups)).toContain('tavle-2026-02-01T020000');
});
