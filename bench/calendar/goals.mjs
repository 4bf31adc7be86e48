import {show} from '../page/format.mjs';
import {scenarios} from './entries.mjs';
import {medians, ratioToBest, ratioToLowerBound} from './medians.mjs';

const maxElements = 900;
/** Of the script with all elements, with gzip. */
const maxBytes = 47_000;

/** @type {readonly {goal: string, figure: import('./medians.mjs').Figure, max: number, isInFrames?: boolean}[]} */
const ratios = [
  {goal: 'Calendar, first month: at most half of the best peer’s time', figure: 'first', max: 0.5},
  {goal: 'Calendar, list: at most half of the best peer’s time', figure: 'list', max: 0.5},
  {
    goal: 'Calendar, next month: no more frames than the fastest peer',
    figure: 'next',
    max: 1,
    isInFrames: true,
  },
  {goal: 'Calendar, heap: at most half of the best peer’s', figure: 'heap', max: 0.5},
];

/** The maxima of Tavle's times without a network, divided by those of plain DOM.
 * @type {readonly {goal: string, figure: import('./medians.mjs').Figure, max: number}[]} */
const ratiosToLowerBound = [
  {goal: 'first month', figure: 'firstInPage', max: 1.4},
  {goal: 'list', figure: 'listInPage', max: 1.6},
  {goal: 'next month', figure: 'nextInPage', max: 1.3},
];

/** Returns the goals with the results of the scenarios.
 * @param {import('./measure.mjs').CalendarData} data
 * @param {number} frame Milliseconds. @returns {import('../page/page.mjs').Goal[]} */
export function goalsOf({results, bytes, findings}, frame) {
  const figures = scenarios.map(({name}) => medians(results, name));
  const elements = figures.map(reached => reached.values().next().value?.elements ?? NaN);
  const size = Object.values(bytes)[0]?.month ?? NaN;
  const [own] = Object.values(findings);
  const rules = [...(own?.month ?? []), ...(own?.list ?? [])];
  return [
    ...ratios.map(({goal, figure, max, isInFrames}) => {
      // Rounded to the two digits that are shown.
      const values = figures.map(reached =>
        Number(ratioToBest(reached, figure, isInFrames ? frame : undefined).toFixed(2)),
      );
      return {
        goal,
        reached: inAll(values.map(value => show(value, 2))),
        met: values.every(value => value <= max),
      };
    }),
    ...ratiosToLowerBound.map(({goal, figure, max}) => {
      const values = figures.map(reached => Number(ratioToLowerBound(reached, figure).toFixed(2)));
      return {
        goal: `Calendar, ${goal} without a network: at most ${max} times plain DOM’s time`,
        reached: inAll(values.map(value => show(value, 2))),
        met: values.every(value => value <= max),
      };
    }),
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
