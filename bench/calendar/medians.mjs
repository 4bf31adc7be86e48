import {median} from '../support/numbers.mjs';

/** Milliseconds, numbers and bytes that are measured of a calendar.
 * @typedef {'first' | 'next' | 'work' | 'list' | 'elements' | 'heap'} Figure */

/** @typedef {Record<Figure, number[]>} Figures */

/** By scenario, then by calendar; ours is the first one.
 * @typedef {Record<string, Record<string, Figures>>} Results */

/** The name of the rendering that no calendar is faster than; it is not a peer. */
export const lowerBound = 'Plain DOM';

/** A scenario's medians by calendar; of what a calendar does not have, `NaN`.
 * @param {Results} results @param {string} scenario
 * @returns {Map<string, Record<Figure, number>>} */
export function medians(results, scenario) {
  return new Map(
    Object.entries(results[scenario] ?? {}).map(([name, {first, next, work, list, elements, heap}]) => [
      name,
      {
        first: median(first),
        next: median(next),
        work: median(work),
        list: median(list),
        elements: median(elements),
        heap: median(heap),
      },
    ]),
  );
}

/** Our figure divided by the lowest of the others'.
 * @param {ReturnType<typeof medians>} figures @param {Figure} figure
 * @param {number} [unit] Compares whole multiples of it: between two frames, nobody sees a difference. */
export function ratioToBest(figures, figure, unit) {
  const peers = [...figures].filter(([name]) => name !== lowerBound);
  const [own = NaN, ...others] = peers.map(([, one]) =>
    unit === undefined ? one[figure] : Math.round(one[figure] / unit),
  );
  return own / Math.min(...others.filter(other => !Number.isNaN(other)));
}

/** Our figure divided by that of the lower bound.
 * @param {ReturnType<typeof medians>} figures @param {Figure} figure */
export function ratioToLowerBound(figures, figure) {
  const [own] = figures.values();
  return (own?.[figure] ?? NaN) / (figures.get(lowerBound)?.[figure] ?? NaN);
}
