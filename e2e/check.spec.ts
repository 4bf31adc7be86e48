import {once} from 'node:events';
import {readdir, readFile, writeFile} from 'node:fs/promises';
import {createServer, type RequestListener} from 'node:http';
import type {AddressInfo} from 'node:net';
import {join} from 'node:path';

import {createCertificateAuthority} from '../demo/certificates.ts';
import {startRedis} from '../server/store/testing/redis-server.ts';
import {startRedisSentinels} from '../server/store/testing/redis-sentinel.ts';
import {withClient} from '../server/store/testing/redis-process.ts';
import {dashboardOf} from './support/dashboard.ts';
import {runToEnd} from './support/process.ts';
import {expect, test} from './support/test.ts';

test.describe('tavle check', () => {
  test('needs no free port, beside a service that runs', async ({start, settings, directory}) => {
    const {port} = new URL((await start()).url);
    const {code, stdout, stderr} = await runToEnd(['check'], {...settings, TAVLE_PORT: port}, directory);
    expect({code, stderr}).toEqual({code: 0, stderr: ''});
    const lines = [
      'The settings are valid.',
      'Portal file .+: 53 apps, 0 authorities, 0 suppliers, 0 form masters.',
      'The store answers: embedded .+',
      'The store can be read: 2 documents.',
      'Interfaces A, B and C, for client certificates: off \\(set TAVLE_CLIENT_CA\\).',
      'Interfaces D and E, for tokens: on.',
      '0 errors, 0 warnings.',
    ];
    expect(stdout).toMatch(new RegExp(`^${lines.join('\n')}\n$`));
  });

  test('reports every file, folder, host and key set that cannot be used, and leaves nothing behind', async ({
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

  test('accepts an audit log and a store that do not exist yet, and does not create them', async ({
    settings,
    directory,
  }) => {
    const before = await readdir(directory);
    const fresh = {TAVLE_AUDIT: 'logs/2030/audit.log', TAVLE_STORE: 'file:data/store'};
    const {code, stdout, stderr} = await runToEnd(['check'], {...settings, ...fresh}, directory);
    expect({code, stderr}).toEqual({code: 0, stderr: ''});
    expect(stdout).toContain('The store is created by "tavle serve": embedded');
    expect(await readdir(directory)).toEqual(before);
  });

  test('reports a key set that is not one, or never arrives', async ({settings, directory}) => {
    const answers: RequestListener[] = [
      (_, response) => response.end('<html>'),
      (_, response) => response.writeHead(404).end(),
      (_, response) => response.end('{"keys": []}'),
      () => undefined,
    ];
    for (const answer of answers) {
      const issuer = createServer(answer).listen(0, '127.0.0.1');
      await once(issuer, 'listening');
      const TAVLE_TOKEN_JWKS = `http://127.0.0.1:${(issuer.address() as AddressInfo).port}/jwks`;
      const {code, stderr} = await runToEnd(['check'], {...settings, TAVLE_TOKEN_JWKS}, directory);
      issuer.close();
      issuer.closeAllConnections();
      expect(code).toBe(1);
      expect(stderr).toContain(
        `tavle check: TAVLE_TOKEN_JWKS: cannot fetch the key set from ${TAVLE_TOKEN_JWKS}: `,
      );
    }
  });

  test('warns of a portal file that names nobody and of interfaces that nobody can call', async ({
    settings: {TAVLE_PORTAL = '', ...settings},
    directory,
  }) => {
    await writeFile(TAVLE_PORTAL, '{}');
    const {TAVLE_PORT, TAVLE_STORE} = settings;
    const few = {TAVLE_PORTAL, TAVLE_PORT, TAVLE_STORE};
    const {code, stdout, stderr} = await runToEnd(['check'], few, directory);
    expect(code).toBe(0);
    expect(stdout).toContain('0 errors, 2 warnings.\n');
    expect(stderr).toContain('tavle check: warning: Interfaces A to E return 401 to every caller');
    expect(stderr).toContain(
      `tavle check: warning: ${TAVLE_PORTAL}: names no apps, authorities or suppliers`,
    );
  });

  test('warns when client certificates count but cannot arrive', async ({settings, directory}) => {
    const ca = join(directory, 'ca.pem');
    await writeFile(ca, (await createCertificateAuthority('Check CA')).certificate);
    const {code, stdout, stderr} = await runToEnd(['check'], {...settings, TAVLE_CLIENT_CA: ca}, directory);
    expect(code).toBe(0);
    expect(stdout).toContain(
      'A, B and C, for client certificates: off (set TAVLE_TLS_CERT and TAVLE_TLS_KEY',
    );
    expect(stderr).toMatch(/^tavle check: warning: TAVLE_CLIENT_CA: no client certificate can arrive .*\n$/);
  });

  test('lists everything that is wrong', async ({directory}) => {
    const wrong = {TAVLE_PORT: 'many', TAVLE_STORE: 'mysql://x', TAVLE_PORTAL: 'missing.json'};
    const {code, stdout, stderr} = await runToEnd(['check'], wrong, directory);
    expect({code, stdout}).toEqual({code: 1, stdout: '3 errors, 0 warnings.\n'});
    for (const name of Object.keys(wrong)) expect(stderr).toContain(`tavle check: ${name}: `);
  });

  test('tells of a Redis server that forgets', async ({settings, directory}) => {
    const redis = await startRedis('--appendonly', 'no', '--maxmemory-policy', 'allkeys-lru');
    const {code, stdout, stderr} = await runToEnd(
      ['check'],
      {...settings, TAVLE_STORE: redis.url},
      directory,
    );
    await redis.stop();
    expect(code).toBe(1);
    expect(stdout).toContain(`The store answers: Redis at 127.0.0.1:${redis.port}, prefix tavle.`);
    expect(stderr).toMatch(
      /^tavle check: .*"appendonly no".*\ntavle check: .*"maxmemory-policy allkeys-lru".*\n$/,
    );
  });

  test('tells of a store that does not answer', async ({settings, directory}) => {
    const redis = await startRedis();
    await redis.kill();
    const {code, stderr} = await runToEnd(['check'], {...settings, TAVLE_STORE: redis.url}, directory);
    await redis.stop();
    expect(code).toBe(1);
    expect(stderr).toMatch(/tavle check: The store does not answer: Redis at 127\.0\.0\.1:\d+.*ECONNREFUSED/);
  });

  test('gets past Sentinels that ask for a password, as all commands do', async ({
    settings,
    start,
    directory,
    issuer,
  }) => {
    const sentinels = await startRedisSentinels(15_000, 'kodeord-47');
    try {
      const store = {TAVLE_STORE: sentinels.url, TAVLE_STORE_REPLICAS: '1'};
      const login = {TAVLE_STORE_SENTINEL_PASSWORD: 'kodeord-47'};
      const refused = await runToEnd(['check'], {...settings, ...store}, directory);
      expect(refused).toMatchObject({code: 1, stderr: expect.stringContaining('NOAUTH')});

      const service = await start({...store, ...login, TAVLE_RATE_LIMIT: '100', TAVLE_LOG_LEVEL: 'trace'});
      const dashboard = dashboardOf(service.url, await issuer.token('anna'));
      await dashboard.turn('cvr', true);
      // Of every second call a process tells the others.
      await dashboard.states(['cvr']);
      const counted = () => withClient(sentinels.master.port, client => client.keys('tavle:calls*'));
      await expect.poll(async () => (await counted()).length).toBe(1);
      for (const command of [['check'], ['backup', 'saved'], ['repair']]) {
        const {code, stdout, stderr} = await runToEnd(command, {...settings, ...store, ...login}, directory);
        expect({command, code, stderr}).toMatchObject({command, code: 0});
        expect(stdout + stderr).not.toContain('kodeord');
      }
      await service.stop();
      const empty = {TAVLE_STORE: `${sentinels.url}?prefix=new`, ...login};
      const restored = await runToEnd(['restore', 'saved'], {...settings, ...empty}, directory);
      expect(restored).toMatchObject({
        code: 0,
        stdout: expect.stringContaining('Restored 3 documents'),
      });
      expect(service.output.stdout + service.output.stderr).not.toContain('kodeord');
    } finally {
      await sentinels.stop();
    }
  });
});

test('tavle --version tells the version of the package', async ({directory}) => {
  const {version} = JSON.parse(await readFile('package.json', 'utf8')) as {version: string};
  expect(await runToEnd(['--version'], {}, directory)).toEqual({code: 0, stdout: `${version}\n`, stderr: ''});
});
