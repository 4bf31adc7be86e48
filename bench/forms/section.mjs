import {show} from '../page/format.mjs';
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
    values: {heap, listsAtOnce, reads, variantBytes, figures, many, total: variantBytes * many},
  };
}
