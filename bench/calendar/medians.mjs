import {median} from '../support/numbers.mjs';

/** Names of the measurements of a calendar: milliseconds, numbers and bytes. Those that end with `InPage` have no network in them. */
export const figureNames = /** @type {const} */ ([
  'first',
  'next',
  'work',
  'list',
  'elements',
  'heap',
  'firstInPage',
  'nextInPage',
  'listInPage',
]);

/** @typedef {typeof figureNames[number]} Figure */

/** @typedef {Record<Figure, number[]>} Figures */

/** By scenario, then by calendar. Tavle is the first calendar.
 * @typedef {Record<string, Record<string, Figures>>} Results */

/** The name of the rendering that is a lower bound of the time, not a peer. */
export const lowerBound = 'Plain DOM';

/** Returns a scenario's medians by calendar; `NaN` for missing measurements.
 * @param {Results} results @param {string} scenario
 * @returns {Map<string, Record<Figure, number>>} */
export function medians(results, scenario) {
  return new Map(
    Object.entries(results[scenario] ?? {}).map(([name, figures]) => {
      const all = figureNames.map(figure => [figure, median(figures[figure])]);
      return [name, /** @type {Record<Figure, number>} */ (Object.fromEntries(all))];
    }),
  );
}

/** Returns Tavle's figure divided by the lowest figure of the peers.
 * @param {ReturnType<typeof medians>} figures @param {Figure} figure
 * @param {number} [unit] Rounds to multiples, such as frames: users do not see smaller differences. */
export function ratioToBest(figures, figure, unit) {
  const peers = [...figures].filter(([name]) => name !== lowerBound);
  const [own = NaN, ...others] = peers.map(([, one]) =>
    unit === undefined ? one[figure] : Math.round(one[figure] / unit),
  );
  return own / Math.min(...others.filter(other => !Number.isNaN(other)));
}

/** Returns Tavle's figure divided by that of the lower bound.
 * @param {ReturnType<typeof medians>} figures @param {Figure} figure */
export function ratioToLowerBound(figures, figure) {
  const [own] = figures.values();
  return (own?.[figure] ?? NaN) / (figures.get(lowerBound)?.[figure] ?? NaN);
}
