import {atMost, median, show} from '../page/format.mjs';

const maxDelaySeconds = 5;
const maxCostMs = {ordinary: 2, any: 50};
const maxMegabytes = 64;

/** @param {import('../run-one.mjs').Result<typeof import('./measure.mjs').measure>} result @returns {import('../write-page.mjs').Section} */
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
  const {forms = NaN, cost: ordinary = NaN} = fills[0] ?? {};
  const cost = Math.max(...fills.map(each => each.cost));
  const bytes = Math.max(...fills.map(each => each.bytes * each.found));
  const search = (/** @type {number} */ max) => `at most ${max} ms of processor time`;
  return {
    title: 'Server: the search for forms',
    goals: [
      atMost(
        `A change is found by another process within ${maxDelaySeconds} s`,
        delay / 1000,
        maxDelaySeconds,
        2,
        ' s',
      ),
      atMost(
        `A search among ${show(forms)} ordinary forms: ${search(maxCostMs.ordinary)}`,
        ordinary,
        maxCostMs.ordinary,
        2,
        ' ms',
      ),
      atMost(`A search, whatever suppliers store: ${search(maxCostMs.any)}`, cost, maxCostMs.any, 1, ' ms'),
      atMost(
        `Memory for the forms, whatever suppliers store: at most ${maxMegabytes} MB`,
        bytes / 1024 / 1024,
        maxMegabytes,
        1,
        ' MB',
      ),
    ],
    values: {variants, searches, figures, fills},
  };
}
