/* Exports modules of the tests to `start.mjs`, which loads them with Vite, since Node.js 20 cannot run TypeScript. Add an export for another benchmark. */

export {chromiumLaunch} from '../../../e2e/support/chromium.ts';
export {startRedisCluster} from '../../../server/store/testing/redis-cluster.ts';
export {until} from '../../../server/store/testing/redis-process.ts';
export {startRedis} from '../../../server/store/testing/redis-server.ts';
