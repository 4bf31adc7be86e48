import {atMost, median, show} from '../page/format.mjs';

/** Returns the goals and the values for `section.md`, for `write-page.mjs`. Add a figure that the page needs to `values`.
 * @param {import('../run-one.mjs').Result<typeof import('./measure.mjs').measure>} result @returns {import('../write-page.mjs').Section} */
export function describe({data: {engines, ...data}}) {
  const figures = Object.entries(engines).flatMap(([engine, sizes]) =>
    sizes.map(({costs, ...rest}) => {
      const cost = median(costs);
      return {engine, cost, ratio: cost / median(sizes[0]?.costs ?? []), rounds: costs.length, ...rest};
    }),
  );
  const [few, many] = [figures[0]?.variants ?? NaN, figures.at(-1)?.variants ?? NaN];
  const growth = Math.max(...figures.map(({ratio}) => ratio));
  const goal = `One variant among ${show(many)}: at most 1.3 times its cost among ${show(few)}`;
  return {
    title: 'Server: a supplier’s form variants',
    goals: [atMost(goal, growth, 1.3, 2)],
    values: {...data, figures, many, total: data.variantBytes * many},
  };
}
