import {startRedisCluster} from '../../server/store/testing/redis-cluster.ts';
import {until} from '../../server/store/testing/redis-process.ts';
import {nodeTimeoutMs} from './failovers.ts';
import type {FaultSetup} from './fault-setup.ts';
import type {TestSystem} from './test-system.ts';

/* A fault for `scenarios.ts`: a Redis Cluster loses a primary without a replica. */

/** The number of people, with keys on all masters, whose requests are counted while a master is down. */
const people = 24;

/**
 * Kills a master without replicas (SIGKILL), and restarts it later.
 *
 * @param coverage `cluster-require-full-coverage`: whether the other masters stop serving until the lost one is back.
 */
export async function lostShard(coverage: 'yes' | 'no'): Promise<FaultSetup> {
  const settings = ['--cluster-require-full-coverage', coverage, '--appendfsync', 'always'];
  const cluster = await startRedisCluster(nodeTimeoutMs, 0, ...settings);
  return {
    settings: {TAVLE_STORE: cluster.url},

    async inject(system) {
      const lost = cluster.masters[Math.floor(Math.random() * cluster.masters.length)];
      if (!lost) throw new Error('The cluster has no master.');
      await lost.kill();
      try {
        if (coverage === 'yes') await until('the service is not ready', async () => !(await isReady(system)));
        const served = await countServed(system);
        const isRight =
          coverage === 'yes' ? served === 0 : served > 0 && served < people && (await isReady(system));
        system.expected.verify(isRight, 'failed', `${served} of ${people} are served without a master`);
      } finally {
        await lost.restart();
      }
      return performance.now();
    },

    stop: () => cluster.stop(),
  };
}

async function isReady({expected, callAsPerson}: TestSystem): Promise<boolean> {
  const call = await callAsPerson('operator');
  return (await expected.request(() => call('GET', '/health/ready'), 200)) !== undefined;
}

async function countServed({expected, callAsPerson}: TestSystem): Promise<number> {
  const answers = await Promise.all(
    Array.from({length: people}, async (_, place) => {
      const call = await callAsPerson(`somebody-${place}`);
      return expected.request(() => call('PUT', '/dashboard/1/apps/state?app=app-0&activated=true'), 200);
    }),
  );
  return answers.filter(Boolean).length;
}
