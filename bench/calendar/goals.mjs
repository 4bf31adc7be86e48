import {show} from '../page/format.mjs';
import {scenarios} from './entries.mjs';
import {medians, ratioToBest, ratioToLowerBound} from './medians.mjs';

const maxElements = 900;
/** Of the script with all elements, with gzip. */
const maxBytes = 47_000;

/** Returns the goals with the results of the scenarios.
 * @param {Awaited<ReturnType<typeof import('./measure.mjs').measure>>['data']} data
 * @param {number} frame Milliseconds. @returns {import('../page/page.mjs').Goal[]} */
export function goalsOf({results, bytes, findings}, frame) {
  const figures = scenarios.map(({name}) => medians(results, name));
  /** @param {string} goal @param {number} max @param {import('./medians.mjs').Figure} figure @param {number} [unit] */
  const toBest = (goal, max, figure, unit) =>
    ratioGoal(`Calendar, ${goal}`, max, own => ratioToBest(own, figure, unit));
  /** @param {string} view @param {number} max @param {import('./medians.mjs').Figure} figure */
  const toLowerBound = (view, max, figure) =>
    ratioGoal(`Calendar, ${view} without a network: at most ${max} times plain DOM’s time`, max, own =>
      ratioToLowerBound(own, figure),
    );
  /** @param {string} goal @param {number} max @param {(figures: ReturnType<typeof medians>) => number} ratioOf */
  const ratioGoal = (goal, max, ratioOf) => {
    // Compared as shown.
    const ratios = figures.map(own => Number(ratioOf(own).toFixed(2)));
    return {
      goal,
      reached: inAll(ratios.map(ratio => show(ratio, 2))),
      met: ratios.every(ratio => ratio <= max),
    };
  };
  const elements = figures.map(reached => reached.values().next().value?.elements ?? NaN);
  const size = Object.values(bytes)[0]?.month ?? NaN;
  const [own] = Object.values(findings);
  const rules = [...(own?.month ?? []), ...(own?.list ?? [])];
  return [
    toBest('first month: at most half of the best peer’s time', 0.5, 'first'),
    toBest('list: at most half of the best peer’s time', 0.5, 'list'),
    toBest('next month: no more frames than the fastest peer', 1, 'next', frame),
    toBest('heap: at most half of the best peer’s', 0.5, 'heap'),
    toLowerBound('first month', 1.4, 'firstInPage'),
    toLowerBound('list', 1.6, 'listInPage'),
    toLowerBound('next month', 1.3, 'nextInPage'),
    {
      goal: `Calendar, a month: fewer than ${maxElements} DOM elements`,
      reached: inAll(elements.map(count => show(count))),
      met: elements.every(count => count < maxElements),
    },
    {
      goal: `Embed file with all elements: under ${show(maxBytes / 1000)} kB with gzip`,
      reached: `${show(size / 1000, 1)} kB`,
      met: size < maxBytes,
    },
    {goal: 'Calendar: no finding of axe', reached: String(rules.length), met: rules.length === 0},
  ];
}

/** @param {readonly string[]} values */
function inAll(values) {
  return `${values.join(', ')} with the ${values.length} sets of entries`;
}
