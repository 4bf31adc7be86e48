import {show, table} from '../page/format.mjs';
import {median} from '../support/numbers.mjs';

/** @typedef {import('./measure.mjs').FormSearch} FormSearch */

const maxDelayMs = 5_000;
const maxCostMs = {ordinary: 2, any: 50};
const maxBytes = 64 * 1024 * 1024;

/** @param {import('../run-one.mjs').Result<FormSearch>} result @returns {import('../page/page.mjs').Section} */
export function describe({data: {variants, searches, engines, fills}}) {
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
  const delay = Math.max(...figures.map(each => each.delay));
  const [ordinary] = fills;
  const cost = Math.max(...fills.map(each => each.cost));
  const bytes = Math.max(...fills.map(each => each.bytes * each.found));
  return {
    title: 'Server: the search for forms',
    charts: [],
    goals: [
      {
        goal: `A change is found by another process within ${maxDelayMs / 1000} s`,
        reached: `${show(delay / 1000, 2)} s`,
        met: delay <= maxDelayMs,
      },
      {
        goal: `A search among ${show(ordinary?.forms ?? NaN)} ordinary forms: at most ${maxCostMs.ordinary} ms of processor time`,
        reached: `${show(ordinary?.cost ?? NaN, 2)} ms`,
        met: (ordinary?.cost ?? NaN) <= maxCostMs.ordinary,
      },
      {
        goal: `A search, whatever suppliers store: at most ${maxCostMs.any} ms of processor time`,
        reached: `${show(cost, 1)} ms`,
        met: cost <= maxCostMs.any,
      },
      {
        goal: 'Memory for the forms, whatever suppliers store: at most 64 MB',
        reached: `${show(bytes / 1024 / 1024, 1)} MB`,
        met: bytes <= maxBytes,
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

The next table is about what one supplier can store within its quota, on LMDB. The first 20 concurrent searches of a process load the forms. A block is the longest time in which the
process served nothing else. The forms that are slowest to search consist of beginnings of the words that are searched for.

${table(
  [
    'Forms',
    'stored',
    'found',
    'first 20 searches, s',
    'longest block, ms',
    'longest block of later ones, ms',
    'processor time of one, ms',
    'memory of a form, KB',
  ],
  fills.map(({name, forms, found, first, firstBlock, block, cost, bytes}) => [
    name,
    show(forms),
    show(found),
    show(first / 1000, 2),
    show(firstBlock, 1),
    show(block, 1),
    show(cost, 2),
    show(bytes / 1024, 1),
  ]),
)}
`,
  };
}
