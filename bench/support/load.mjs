import autocannon from 'autocannon';

const writers = 32;

/**
 * Does some work for each index, several at the same time.
 *
 * @param {number} count
 * @param {(index: number) => Promise<unknown>} work
 * @param {(done: number) => void} report
 */
export async function inParallel(count, work, report) {
  let next = 0;
  const run = async () => {
    for (let index = next++; index < count; index = next++) {
      await work(index);
      report(index + 1);
    }
  };
  await Promise.all(Array.from({length: writers}, run));
}

/** Sends requests, and returns the processor time of one, in microseconds.
 * @param {import('./processes.mjs').MeasuredServer} server
 * @param {Omit<autocannon.Options, 'url' | 'amount'> & {amount: number}} options
 * @throws {Error} If one fails. */
export async function costOf(server, options) {
  const before = await server.cpu();
  const {non2xx, errors} = await autocannon({url: server.url, ...options});
  if (non2xx || errors) throw new Error(`${non2xx} responses were errors, ${errors} requests failed.`);
  return ((await server.cpu()) - before) / options.amount;
}
