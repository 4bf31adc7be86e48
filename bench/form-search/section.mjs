import {show} from '../page/format.mjs';
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
      ratio: median(searches) / median(reads),
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
    values: {variants, searches, figures, fills},
  };
}
