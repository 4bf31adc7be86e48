import {readFileSync} from 'node:fs';
import {setTimeout} from 'node:timers/promises';

import {receive} from './receive.mjs';

/** Returns the longest waits of another caller for `/health/live` while `work` is pending, in milliseconds, for benchmarks of long requests: by elapsed time, and by the
 * processor time of the service's thread, which does not depend on other load of the machine.
 * @param {import('./processes.mjs').MeasuredServer} server @param {Promise<unknown>} work */
export async function longestWait({url, child}, work) {
  let isDone = false;
  void work.finally(() => (isDone = true));
  const longest = {elapsed: 0, processor: 0};
  const processorTime = () =>
    Number(readFileSync(`/proc/${child.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  while (!isDone) {
    const [started, before] = [performance.now(), processorTime()];
    await receive(`${url}/health/live`, {}, 200);
    longest.elapsed = Math.max(longest.elapsed, performance.now() - started);
    longest.processor = Math.max(longest.processor, processorTime() - before);
    await setTimeout(5);
  }
  await work;
  return longest;
}
