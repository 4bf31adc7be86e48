import {scenarios} from './entries.mjs';
import {medians, ratioToBest} from './medians.mjs';

/** @typedef {import('./medians.mjs').Results} Results */

const mostElements = 900;
const mostBytes = 28_000;

/** @type {readonly {title: string, figure: import('./medians.mjs').Figure, most: number, isInFrames?: boolean}[]} */
const ratios = [
  {title: 'First month: at most half of the best peer’s time', figure: 'first', most: 0.5},
  {title: 'List: at most half of the best peer’s time', figure: 'list', most: 0.5},
  {title: 'Next month: no more frames than the fastest peer', figure: 'next', most: 1, isInFrames: true},
  {title: 'Heap: at most half of the best peer’s', figure: 'heap', most: 0.5},
];

/** A table of the goals, and of what was reached in each scenario.
 * @param {Results} results @param {ReadonlyMap<string, number>} bytes
 * @param {number} frame Milliseconds. */
export function describeGoals(results, bytes, frame) {
  const reached = scenarios.map(({name}) => medians(results, name));
  const [size = NaN] = bytes.values();
  const rows = ratios.map(({title, figure, most, isInFrames}) => {
    const unit = isInFrames ? frame : undefined;
    // To the two digits that are shown: what lies below is noise.
    const values = reached.map(figures => Number(ratioToBest(figures, figure, unit).toFixed(2)));
    return row(title, values, most, value => value.toFixed(2));
  });
  const elements = reached.map(figures => figures.values().next().value?.elements ?? NaN);
  rows.push(row(`A month: fewer than ${mostElements} DOM elements`, elements, mostElements - 1, String));
  rows.push(`| Embed file: under 28 kB | | | | ${size < mostBytes ? 'met' : '**missed**'} |`);
  return `| Goal | ${scenarios.map(({title}) => title).join(' | ')} | |
| --- |${' ---: |'.repeat(scenarios.length)} --- |
${rows.join('\n')}
`;
}

/** @param {string} title @param {readonly number[]} values @param {number} most @param {(value: number) => string} show */
function row(title, values, most, show) {
  const isMet = values.every(value => value <= most);
  return `| ${title} | ${values.map(show).join(' | ')} | ${isMet ? 'met' : '**missed**'} |`;
}
