import {readdir, readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';

import {startRedisSentinels} from '../server/store/testing/redis-sentinel.ts';
import {deliver} from '../server/testing/bodies.ts';
import {callerWith, organisation} from '../server/testing/certificates.ts';
import {runToEnd} from './support/process.ts';
import {expect, skat, test} from './support/test.ts';

test('while a service runs, tavle check needs no free port, and tavle prune prints what it removes and keeps', async ({
  start,
  withOrganisations,
  settings,
  directory,
}) => {
  const {url} = await start(withOrganisations);
  const check = await runToEnd(['check'], {...settings, TAVLE_PORT: new URL(url).port}, directory);
  const lines = [
    'The settings are valid.',
    'Portal file .+: 53 apps, 0 authorities, 0 suppliers, 0 form masters.',
    'The store responds: embedded .+',
    'The store can be read: 2 documents.',
    'The store accepts writes.',
    'Interfaces A, B and C, for client certificates: off \\(set TAVLE_CLIENT_CA\\).',
    'Interfaces D, E and G, for tokens: on.',
    '0 errors, 0 warnings.',
  ];
  const stdout = expect.stringMatching(new RegExp(`^${lines.join('\n')}\n$`)) as unknown;
  expect(check).toEqual({code: 0, stdout, stderr: ''});

  const authority = callerWith(url, await organisation(skat));
  const withdrawn = await deliver(authority);
  await deliver(authority);
  expect((await authority('DELETE', `/calendar/1/frister/${withdrawn}`)).status).toBe(200);
  const table = [
    '  0 of 2 deadlines; kept: 1 withdrawn in the last 30 days, 1 with the highest number',
    '  0 of 0 months of marks',
    '  0 of 0 idempotency keys',
    '  0 of 0 mail addresses\n',
  ].join('\n');
  const prune = (...options: string[]) =>
    runToEnd(['prune', ...options], {TAVLE_STORE: settings.TAVLE_STORE}, directory);
  expect(await prune('--dry-run')).toEqual({code: 0, stdout: `Would remove:\n${table}`, stderr: ''});
  expect(await prune()).toEqual({code: 0, stdout: `Removed:\n${table}`, stderr: ''});
});

test.describe('tavle check', () => {
  test('reports every unusable file, folder, host and key set, and creates nothing', async ({
    settings,
    directory,
  }) => {
    const before = await readdir(directory);
    const unusable = {
      TAVLE_HOST: '192.0.2.1',
      TAVLE_AUDIT: '/proc/nope/audit.log',
      TAVLE_STORE: 'file:/proc/nope',
      TAVLE_TOKEN_JWKS: 'http://127.0.0.1:9/jwks',
      TAVLE_ORIGIN: 'https://portal.example.dk',
    };
    const {code, stdout, stderr} = await runToEnd(['check'], {...settings, ...unusable}, directory);
    expect({code, stdout}).toEqual({code: 1, stdout: '5 errors, 0 warnings.\n'});
    for (const name of Object.keys(unusable)) expect(stderr).toContain(`tavle check: ${name}: `);
    expect(await readdir(directory)).toEqual(before);
  });

  test('logs in to Sentinels that require a password, and prints it nowhere', async ({
    settings,
    directory,
  }) => {
    const sentinels = await startRedisSentinels(15_000, 'kodeord-47');
    try {
      const check = (login: NodeJS.ProcessEnv) =>
        runToEnd(
          ['check'],
          {...settings, TAVLE_STORE: sentinels.url, TAVLE_STORE_REPLICAS: '1', ...login},
          directory,
        );
      expect(await check({})).toMatchObject({code: 1, stderr: expect.stringContaining('NOAUTH')});
      const {code, stdout, stderr} = await check({TAVLE_STORE_SENTINEL_PASSWORD: 'kodeord-47'});
      expect({code, stderr}).toMatchObject({code: 0});
      expect(stdout + stderr).not.toContain('kodeord');
    } finally {
      await sentinels.stop();
    }
  });
});

test('commands print one line for each invalid setting, and no stack', async ({directory}) => {
  const commands = [
    ...[
      'serve',
      'check',
      'repair',
      'prune',
      'backup new',
      'restore new',
      'export person a',
      'erase person a',
    ],
    ...['inspect deadline 1', 'inspect form 24256790 a', 'export company 24256790', 'erase company 24256790'],
  ];
  const wrong = {TAVLE_STORE: '"file:store"', TAVLE_STORE_REPLICAS: 'all', TAVLE_STORES: 'x'};
  await Promise.all(
    commands.map(async command => {
      const {code, stderr} = await runToEnd(command.split(' '), wrong, directory);
      expect(code).toBe(1);
      expect(stderr).not.toMatch(/^ +at |Error/m);
      for (const name of Object.keys(wrong))
        expect(stderr.match(new RegExp(`\\b${name}: `, 'g')), `${command}: ${stderr}`).toHaveLength(1);
    }),
  );
});

test('a command whose standard output cannot be written says so, and fails', async ({
  directory,
  start,
  settings,
}) => {
  const service = await start();
  await service.stop();
  for (const command of ['check', 'export person a', 'prune --dry-run']) {
    const how = {shell: 'exec "$@" >/dev/full'};
    const {code, stderr} = await runToEnd(command.split(' '), settings, directory, how);
    expect(stderr).toMatch(/^tavle \w+: cannot write to standard output \(ENOSPC\)\.$/m);
    expect(stderr).not.toMatch(/^ +at /m);
    expect(code).toBe(1);
  }
});

test('commands escape control characters, bidirectional controls and line breaks of stored texts and files', async ({
  start,
  withOrganisations,
  settings,
  directory,
}) => {
  const {url} = await start(withOrganisations);
  const authority = callerWith(url, await organisation(skat));
  const overskrift = 'Moms\u202e\u2066 a';
  const id = await deliver(authority, {overskrift});
  for (const options of [[], ['--json']]) {
    const command = ['inspect', 'deadline', String(id), ...options];
    const {stdout} = await runToEnd(command, {TAVLE_STORE: settings.TAVLE_STORE}, directory);
    expect(stdout).toContain('Moms\\u202e\\u2066 a');
    expect(stdout).not.toMatch(/[^\P{C}\n]/u);
    if (options.length)
      expect(JSON.parse(stdout)).toMatchObject({facts: {title: `${overskrift}\u2069\u202c`}});
  }
  const TAVLE_PORTAL = join(directory, 'hostile.json');
  const key = '\u001b[2J\u009b1m\u202e\ntavle check: 0 errors';
  for (const command of ['check', 'serve']) {
    for (const content of [JSON.stringify({[key]: 1}), JSON.stringify({portal: {url: 1, [key]: 1}}), key]) {
      await writeFile(TAVLE_PORTAL, content);
      const {code, stdout, stderr} = await runToEnd([command], {...settings, TAVLE_PORTAL}, directory);
      expect(code).toBe(1);
      expect(stdout + stderr).not.toMatch(/[^\P{C}\n]|^tavle check: 0 errors/mu);
    }
  }
});

test('tavle --version prints the version of the package', async ({directory}) => {
  const {version} = JSON.parse(await readFile('package.json', 'utf8')) as {version: string};
  expect(await runToEnd(['--version'], {}, directory)).toEqual({code: 0, stdout: `${version}\n`, stderr: ''});
});
