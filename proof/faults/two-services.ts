import {setTimeout as pause} from 'node:timers/promises';

import {freePort} from '../../server/store/testing/redis-process.ts';
import {callerWith} from '../../server/testing/certificates.ts';
import {apps, dashboardOwner} from './dashboards.ts';
import type {FaultSetup} from './fault-setup.ts';
import {runWorkload, type TestSystem} from './test-system.ts';

/* A fault for `scenarios.ts`: one of two services on one LMDB directory is killed. */

/** How long both services write before the kill and after the restart, in milliseconds. */
const bothMs = 500;

/** Kills one of two services on one directory (SIGKILL) while both write, also to the same documents. The other one must continue. */
export function twoServices(): FaultSetup {
  let second: Second | undefined;
  return {
    async inject(system) {
      const {expected, service, callAsPerson} = system;
      second ??= await openSecond(system);
      const ended = new AbortController();
      const working = second.workloads.map(each => runWorkload(each, ended.signal, 0, expected));
      const [killed, other] = Math.random() < 0.5 ? [service, second] : [second, service];
      const call = await callAsPerson('survivor', callerWith(other.url));
      const change = () => call('PUT', '/dashboard/1/apps/state?app=app-0&activated=true');
      try {
        await expected.read(change);
        await pause(bothMs);
        await killed.kill();
        const response = await expected.request(change, 200);
        expected.verify(
          response !== undefined,
          'failed',
          'A change was refused after the kill of another process',
        );
        await killed.start();
        await pause(bothMs);
      } finally {
        ended.abort();
        await Promise.all(working);
      }
      for (const workload of second.workloads) await workload.check();
      return performance.now();
    },

    stop: async () => second?.kill(),
  };
}

type Second = Awaited<ReturnType<typeof openSecond>>;

async function openSecond({startAnother, workloadsAt, callAsPerson, expected}: TestSystem) {
  const port = String(await freePort());
  const startNow = () => startAnother({TAVLE_PORT: port});
  let running = await startNow();
  // Both services change the same document, since all apps of a person are in one.
  const visitor = await callAsPerson('visitor');
  const atFirst = dashboardOwner('visitor', visitor, expected, apps.slice(0, 6));
  return {
    url: running.url,
    workloads: [atFirst, ...(await workloadsAt(running.url))],
    kill: () => running.kill(),
    async start() {
      running = await startNow();
    },
  };
}
