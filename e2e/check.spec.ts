import {readFile} from 'node:fs/promises';

import {startRedis} from '../server/store/testing/redis-server.ts';
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
});

test('tavle --version tells the version of the package', async ({directory}) => {
  const {version} = JSON.parse(await readFile('package.json', 'utf8')) as {version: string};
  expect(await runToEnd(['--version'], {}, directory)).toEqual({code: 0, stdout: `${version}\n`, stderr: ''});
});
