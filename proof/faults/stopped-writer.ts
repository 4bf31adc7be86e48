import {join} from 'node:path';

import {holdWriteLock} from '../../server/store/testing/hold-lmdb.ts';
import type {FaultSetup} from './fault-setup.ts';

/* A fault for `scenarios.ts`: another process holds the write lock of LMDB. */

/** The maximum shutdown time in milliseconds: 2 seconds of accepting connections, 10 for requests in flight, and 5 more. */
const endMs = 17_000;

/** Stops another process that holds the file's write lock. Then that process resumes or is killed. */
export function stoppedWriter(): FaultSetup {
  return {
    async inject({directory, expected, callAsPerson, startAnother}) {
      const call = await callAsPerson('patient');
      const isServed = async (method: string, path: string) =>
        (await expected.request(() => call(method, path), 200)) !== undefined;
      const ending = await startAnother();
      const holder = await holdWriteLock(join(directory, 'store'));
      try {
        const state = '/dashboard/1/apps/state?app=app-0&activated=true';
        expected.verify(
          !(await isServed('PUT', state)),
          'failed',
          'A change is acknowledged without the lock',
        );
        expected.verify(!(await isServed('GET', '/health/ready')), 'failed', 'Ready without the lock');
        const read = await isServed('GET', '/dashboard/1/apps/state?apps=app-0');
        expected.verify(read, 'failed', 'Nothing can be read without the lock');
        const stopped = performance.now();
        await ending.stop();
        const tookMs = performance.now() - stopped;
        expected.verify(tookMs < endMs, 'failed', `A service took ${tookMs} ms to end`);
      } finally {
        await (Math.random() < 0.5 ? holder.kill() : holder.release());
      }
      return performance.now();
    },
  };
}
