import type {TestProject} from 'vitest/node';

import {startRedisCluster} from '../store/testing/redis-cluster.ts';
import {startRedisSentinels} from '../store/testing/redis-sentinel.ts';

declare module 'vitest' {
  interface ProvidedContext {
    readonly clusterUrl: string;
    readonly sentinelUrl: string;
  }
}

/** In milliseconds; long, so that no busy machine makes a server look dead. */
const patience = 15_000;

/** Starts what all test files share, and gives what ends it. */
export default async function start({provide}: TestProject): Promise<() => Promise<void>> {
  const started = await Promise.allSettled([startRedisCluster(patience), startRedisSentinels(patience)]);
  const stop = async () => {
    await Promise.all(started.map(async each => each.status === 'fulfilled' && each.value.stop()));
  };
  const [cluster, sentinels] = started;
  if (cluster.status === 'rejected' || sentinels.status === 'rejected') {
    await stop();
    throw new AggregateError(
      started.flatMap(each => (each.status === 'rejected' ? [each.reason as unknown] : [])),
    );
  }
  provide('clusterUrl', cluster.value.url);
  provide('sentinelUrl', sentinels.value.url);
  return stop;
}
