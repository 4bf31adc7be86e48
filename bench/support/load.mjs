import autocannon from 'autocannon';

import {report} from './progress.mjs';

const writers = 32;

/**
 * Does some work for each index, several at the same time.
 *
 * @param {string} what For the progress.
 * @param {number} count
 * @param {(index: number) => Promise<unknown>} work
 */
export async function inParallel(what, count, work) {
  let next = 0;
  const run = async () => {
    for (let index = next++; index < count; index = next++) {
      await work(index);
      report(what, index + 1, count);
    }
  };
  await Promise.all(Array.from({length: writers}, run));
}

/** Sends requests, and returns the processor time of one, in microseconds.
 * @param {import('./processes.mjs').MeasuredServer} server
 * @param {Omit<autocannon.Options, 'url' | 'amount'> & {amount: number}} options
 * @throws {Error} If one fails. */
export async function costOf(server, options) {
  const before = await server.read('cpu');
  const {non2xx, errors} = await autocannon({url: server.url, ...options});
  if (non2xx || errors) throw new Error(`${non2xx} responses were errors, ${errors} requests failed.`);
  return ((await server.read('cpu')) - before) / options.amount;
}
