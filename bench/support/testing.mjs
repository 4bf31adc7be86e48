import {chromium} from 'playwright';
import {runnerImport} from 'vite';

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
