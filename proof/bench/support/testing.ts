/* Modules of the tests, which Node.js 20 cannot run: `start.mjs` loads them with Vite. */

export {chromiumLaunch} from '../../../e2e/support/chromium.ts';
export {startRedisCluster} from '../../../server/store/testing/redis-cluster.ts';
export {until} from '../../../server/store/testing/redis-process.ts';
export {startRedis} from '../../../server/store/testing/redis-server.ts';
