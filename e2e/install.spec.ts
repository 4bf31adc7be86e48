import {existsSync} from 'node:fs';
import {cp, mkdir, readFile, writeFile} from 'node:fs/promises';
import {basename, join} from 'node:path';
import {fileURLToPath} from 'node:url';

import {isThorough} from '../server/testing/thoroughness.ts';
import {readNamedBlocks} from './support/doc-blocks.ts';
import {runShell, startUntil, writePrograms} from './support/shell.ts';
import {expect, test} from './support/test.ts';

const repository = fileURLToPath(new URL('..', import.meta.url));

/** The directories that the steps write to. */
const places = ['/opt/tavle', '/etc/tavle', '/etc/systemd/system', '/var/lib/tavle'];

test.describe('with systemd', () => {
  test.skip(!isThorough, 'It installs the package: npm run proof -- e2e.');

  test('the steps install the tarball, and the unit starts the service', async ({
    tarballs,
    directory,
    settings,
  }) => {
    const [root, bin, work] = [join(directory, 'root'), join(directory, 'bin'), join(directory, 'work')];
    for (const each of [bin, work, join(root, 'etc/systemd/system')]) await mkdir(each, {recursive: true});
    await cp(tarballs.server, join(work, basename(tarballs.server)));
    const inRoot = (text: string) =>
      places.reduce(
        (rest, place) => rest.replaceAll(new RegExp(`(?<![\\w/])${place}\\b`, 'g'), root + place),
        text,
      );

    // The test has no user "tavle", no systemd and no interactive input.
    const edited = {
      ...settings,
      TAVLE_PORTAL: `${root}/etc/tavle/portal.json`,
      TAVLE_STORE: `file:${root}/var/lib/tavle/store`,
    };
    await writeFile(
      join(directory, 'edited'),
      Object.entries(edited)
        .map(([name, value]) => `${name}=${value}`)
        .join('\n'),
    );
    const commands = {
      sudo: 'case "$1" in -u) shift 2;; install) exec /usr/bin/install $(shift; echo "$@" | sed -E "s/-[og] tavle//g");; esac; exec "$@"',
      useradd: `echo "useradd $*" >> ${join(directory, 'calls')}`,
      systemctl: `echo "systemctl $*" >> ${join(directory, 'calls')}`,
      editor: `case "$1" in *.env) cp ${join(directory, 'edited')} "$1";; esac`,
    };
    await writePrograms(bin, commands);

    const steps = (await readNamedBlocks('operate/install.md', 'install')).map(inRoot);
    expect(steps).toHaveLength(4);
    const env = {
      PATH: `${bin}:${process.env.PATH ?? ''}`,
      EDITOR: 'editor',
      npm_config_prefer_offline: 'true',
    };
    const printed = await runShell(steps.join('\n'), work, env);
    expect(printed).toContain('Portal file');
    expect(printed).toContain('0 errors, 0 warnings.');
    expect(await readFile(join(directory, 'calls'), 'utf8')).toBe(
      [
        `useradd --system --home-dir ${root}/var/lib/tavle --no-create-home --shell /usr/sbin/nologin tavle`,
        'systemctl daemon-reload',
        'systemctl enable --now tavle',
        'systemctl status tavle\n',
      ].join('\n'),
    );

    const unit = inRoot(await readFile(join(root, 'etc/systemd/system/tavle.service'), 'utf8'));
    const [, start = ''] = /^ExecStart=\/usr\/bin\/(node .*)$/m.exec(unit) ?? [];
    const [, file = ''] = /^EnvironmentFile=(.*)$/m.exec(unit) ?? [];
    const [, place = ''] = /^WorkingDirectory=(.*)$/m.exec(unit) ?? [];
    const service = await startUntil(`set -a && . ${file} && exec ${start}`, /^tavle ready (\S+)$/m, place);
    try {
      expect((await fetch(`${service.match[1]}/health/ready`)).status).toBe(200);
      expect((await fetch(`${service.match[1]}/embed/tavle.js`)).status).toBe(200);
    } finally {
      await service.stop();
    }
  });
});

test('the unit restarts the service after any number of failures, and systemd knows each of its keys', async ({
  directory,
}) => {
  const text = await readFile(join(repository, 'deploy/tavle.service'), 'utf8');
  const [, unit = '', service = ''] =
    /^\[Unit\]\n([^]*)\n\[Service\]\n([^]*)\n\[Install\]$/m.exec(text) ?? [];
  expect(unit).toMatch(/^StartLimitIntervalSec=0$/m);
  expect(service).toMatch(/^Restart=on-failure$/m);
  expect(service).toMatch(/^RestartSec=1$/m);
  await writeFile(join(directory, 'tavle.service'), text);
  // It also reports that this machine lacks the installed files.
  expect(await runShell('systemd-analyze verify ./tavle.service 2>&1 || true', directory)).not.toMatch(
    /unknown|ignoring/i,
  );
});

test('a shell reads each setting of the sample, also those in comments', async ({directory}) => {
  const sample = await readFile(join(repository, 'deploy/tavle.env.example'), 'utf8');
  await writeFile(join(directory, 'tavle.env'), sample.replaceAll(/^#(?=TAVLE_)/gm, ''));
  const env = await runShell('set -a && . ./tavle.env && set +a && env', directory);
  expect(env).toMatch(/^TAVLE_MAIL_FROM=Portalen <frister@example\.dk>$/m);
  expect(env.match(/^TAVLE_/gm)).toHaveLength(sample.match(/^#?TAVLE_/gm)?.length ?? 0);
});

/** The manifest of each installation in a container, and the files that it names. */
const manifests = {
  container: ['deploy/compose.yaml', ['deploy/portal.json', 'deploy/tavle.env']],
  kubernetes: [
    'deploy/kubernetes/kustomization.yaml',
    ['portal.json', 'secret.env', 'settings.env'].map(name => `deploy/kubernetes/${name}`),
  ],
} as const;

for (const [what, [manifest, files]] of Object.entries(manifests)) {
  test(`the steps of the installation with ${what} create every file that ${manifest} names, in a fresh clone`, async ({
    directory,
  }) => {
    const tracked = await runShell('git ls-files deploy demo/portal.json', repository);
    for (const path of tracked.trim().split('\n')) await cp(join(repository, path), join(directory, path));
    const [steps = ''] = await readNamedBlocks('operate/install.md', what);
    expect(await runShell(steps, directory, {EDITOR: 'ls'})).not.toBe('');
    const text = await readFile(join(directory, manifest), 'utf8');
    for (const file of files) {
      expect(text).toContain(file.split('/').at(-1));
      expect(existsSync(join(directory, file)), file).toBe(true);
    }
  });
}
