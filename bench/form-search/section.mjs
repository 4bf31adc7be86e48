import {show, table} from '../page/format.mjs';
import {median} from '../support/numbers.mjs';

/** @typedef {import('./measure.mjs').FormSearch} FormSearch */

const maxRatio = 2;
const maxDelayMs = 5_000;

/** @param {import('../run-one.mjs').Result<FormSearch>} result @returns {import('../page/page.mjs').Section} */
export function describe({data: {variants, searches, engines}}) {
  const figures = Object.entries(engines).map(
    ([engine, {reads, pages, searches, hostile, delays, ...rest}]) => ({
      engine,
      read: median(reads),
      page: median(pages),
      search: median(searches),
      hostile: median(hostile),
      delay: Math.max(...delays),
      rounds: reads.length,
      ...rest,
    }),
  );
  const ratio = Math.max(...figures.map(({search, read}) => search / read));
  const delay = Math.max(...figures.map(each => each.delay));
  return {
    title: 'Server: the search for forms',
    charts: [],
    goals: [
      {
        goal: `A search among ${show(variants)} forms: at most ${maxRatio} times the processor time of a GET of one variant`,
        reached: show(ratio, 2),
        met: Number(ratio.toFixed(2)) <= maxRatio,
      },
      {
        goal: `A change is found by another process within ${maxDelayMs / 1000} s`,
        reached: `${show(delay / 1000, 2)} s`,
        met: delay <= maxDelayMs,
      },
    ],
    text: `
One authority has ${show(variants)} published forms. The table shows the processor time of the service for one search of interface F (${searches} typical texts), for one \`GET\` of
a variant of interface B with a certificate, for an intro page of interface F, and for the most expensive searches, such as single letters. The first search reads all forms into memory: the table shows its
duration and the growth of the process. "Found after" is the longest of 20 times until another process finds a change.

${table(
  [
    'Engine',
    'GET of B, µs',
    'GET of F, µs',
    'search, µs',
    'ratio',
    'costly search, µs',
    'start, s',
    'first search, s',
    'memory, MB',
    'found after, s',
  ],
  figures.map(({engine, read, page, search, hostile, ready, first, grown, delay}) => [
    engine,
    show(read),
    show(page),
    show(search),
    show(search / read, 2),
    show(hostile),
    show(ready / 1000, 2),
    show(first / 1000, 2),
    show(grown / 1e6),
    show(delay / 1000, 2),
  ]),
)}
Medians of ${figures[0]?.rounds ?? 0} rounds.
`,
  };
}
