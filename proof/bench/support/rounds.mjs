// Repeats work and measures it, for the files `measure.mjs`. `sized` gives each number a small value for `npm run bench
// -- --small`.
import autocannon from 'autocannon';

import {createProgress} from './built.mjs';

/** Whether each measurement runs once with little data, only to see that it works: `npm run bench -- --small`. */
export const isSmall = process.env.TAVLE_BENCH_SMALL === '1';

/** Returns a number by the size of the measurement. @param {number} usual @param {number} small */
export const sized = (usual, small) => (isSmall ? small : usual);

const [, , name = '', title = name] = process.argv;
export const progress = createProgress();

/** Reports the progress of the measurement of this process.
 * @param {string} what @param {number} done @param {number} [total] */
export const report = (what, done, total) => progress.report(`${title}: ${what}`, done, total);

/**
 * Does some work for each index, 32 at the same time.
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
  await Promise.all(Array.from({length: 32}, run));
}

/**
 * Measures each subject once in every round, so that other load of the machine affects all of them. Discards a first warm-up round.
 *
 * @template Subject, Figure
 * @template {string} Name
 * @param {Readonly<Record<Name, Subject>>} subjects
 * @param {number} rounds
 * @param {(subject: Subject) => Promise<Figure>} measure
 * @returns {Promise<Record<Name, Figure[]>>} Each subject's figures by round.
 */
export async function inTurns(subjects, rounds, measure) {
  const names = /** @type {Name[]} */ (Object.keys(subjects));
  const figures = /** @type {Record<Name, Figure[]>} */ ({});
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of names) {
      report(`${name}, round`, round, rounds);
      const figure = await measure(subjects[name]);
      if (round) (figures[name] ??= []).push(figure);
    }
  }
  return figures;
}

/** Sends requests, and returns the processor time of one, in microseconds.
 * @param {import('./processes.mjs').MeasuredServer} server
 * @param {Omit<autocannon.Options, 'url' | 'amount'> & {amount: number}} options
 * @throws {Error} If a request fails. */
export async function costOf(server, options) {
  const before = await server.read('cpu');
  const {non2xx, errors} = await autocannon({url: server.url, ...options});
  if (non2xx || errors) throw new Error(`${non2xx} responses were errors, ${errors} requests failed.`);
  return ((await server.read('cpu')) - before) / options.amount;
}
