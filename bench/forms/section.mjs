import {show, table} from '../page/format.mjs';
import {median} from '../support/numbers.mjs';

/** @typedef {import('./measure.mjs').Forms} Forms */

const maxRatio = 1.3;

/** @param {import('../run-one.mjs').Result<Forms>} result @returns {import('../page/page.mjs').Section} */
export function describe({data: {heap, listsAtOnce, reads, variantBytes, engines}}) {
  const figures = Object.entries(engines).flatMap(([engine, sizes]) => {
    const smallest = median(sizes[0]?.costs ?? []);
    return sizes.map(({costs, ...rest}) => {
      const cost = median(costs);
      return {engine, cost, ratio: cost / smallest, rounds: costs.length, ...rest};
    });
  });
  const many = figures.at(-1)?.variants ?? NaN;
  const growth = Math.max(...figures.map(({ratio}) => ratio));
  return {
    title: 'Server: a supplier’s form variants',
    charts: [],
    goals: [
      {
        goal: `One variant among ${show(many)}: at most ${maxRatio} times its cost among ${show(figures[0]?.variants ?? NaN)}`,
        reached: show(growth, 2),
        met: Number(growth.toFixed(2)) <= maxRatio,
      },
    ],
    text: `
A supplier has few variants in one store and ${show(many)} in another, of about ${show(variantBytes / 1000, 1)} kB each, ${show((variantBytes * many) / 1e6)} MB in total. The table shows the processor time
of the service for one \`GET /dia/2/formular/{cvr}/{egetId}\`, the seconds until the first and the last byte of the list, its size, and
the growth of the process while, after a first list, the list is read again and then ${listsAtOnce} times concurrently. The growth includes pages
of LMDB's file, which the system can reclaim. The heap of the process is limited to ${heap} MB, less than the size of ${listsAtOnce} lists.

${table(
  ['Engine', 'variants', 'one, µs', 'ratio', 'first byte, s', 'whole list, s', 'list, MB', 'memory, MB'],
  figures.map(({engine, variants, cost, ratio, first, whole, bytes, grown}) => [
    engine,
    show(variants),
    show(cost),
    show(ratio, 2),
    show(first, 2),
    show(whole, 2),
    show(bytes / 1e6, 2),
    show(grown / 1e6),
  ]),
)}
Medians of ${figures[0]?.rounds ?? 0} rounds of ${show(reads)} reads; of the list one, alone.
`,
  };
}
