import {chromium} from 'playwright';
import {runnerImport} from 'vite';

import {withDirectory} from './directory.mjs';

/* Loads TypeScript modules of the tests, which Node.js 20 cannot run. */

const [redis, cluster, browser] = await Promise.all(
  [
    'server/store/testing/redis-server.ts',
    'server/store/testing/redis-cluster.ts',
    'e2e/support/chromium.ts',
  ].map(async path => (await runnerImport(`./${path}`)).module),
);

export const {startRedis} = /** @type {typeof import('../../server/store/testing/redis-server.ts')} */ (
  redis
);
export const {startRedisCluster} =
  /** @type {typeof import('../../server/store/testing/redis-cluster.ts')} */ (cluster);

const {chromiumLaunch} = /** @type {typeof import('../../e2e/support/chromium.ts')} */ (browser);

export const launchChromium = () => chromium.launch(chromiumLaunch);

/**
 * Runs work with a new directory and a Redis server.
 *
 * @template Result
 * @param {readonly string[]} settings
 * @param {(directory: string, url: string) => Promise<Result>} work
 */
export function withRedis(settings, work) {
  return withDirectory(async directory => {
    const redis = await startRedis(...settings);
    try {
      return await work(directory, redis.url);
    } finally {
      await redis.stop();
    }
  });
}
