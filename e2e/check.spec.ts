import {readFile} from 'node:fs/promises';

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
    expect(stdout).toMatch(
      /^The settings are right\.\nPortal file .+: 53 apps.*\nThe store answers: embedded .+\n$/,
    );
  });

  test('lists everything that is wrong', async ({directory}) => {
    const wrong = {TAVLE_PORT: 'many', TAVLE_STORE: 'mysql://x', TAVLE_PORTAL: 'missing.json'};
    const {code, stdout, stderr} = await runToEnd(['check'], wrong, directory);
    expect({code, stdout}).toEqual({code: 1, stdout: ''});
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
        stdout: expect.stringContaining('Restored 2 documents'),
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
