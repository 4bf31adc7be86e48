import {show, times} from '../page/format.mjs';
import {scenarios} from './entries.mjs';
import {brokenRules} from './findings-table.mjs';
import {medians} from './medians.mjs';

/** @typedef {(product: string) => number} ValueOf */

/** Returns the charts of the calendars: each product once, with the first scenario.
 * @param {Awaited<ReturnType<typeof import('./measure.mjs').measure>>['data']} data */
export function chartsOf({results, bytes, findings}) {
  const figures = medians(results, scenarios[0].name);
  const products = Object.keys(findings);
  const [own = ''] = products;
  /** @param {string} name @param {string} title @param {string} scale @param {ValueOf} valueOf @param {(product: string) => string} textOf */
  const chart = (name, title, scale, valueOf, textOf) => ({
    name: `calendar-${name}`,
    title,
    scale,
    bars: products.map(label => ({label, value: valueOf(label), text: textOf(label), own: label === own})),
  });
  /** @param {string} name @param {string} title @param {string} scale @param {ValueOf} valueOf @param {string} unit @param {number} [digits] */
  const withRatios = (name, title, scale, valueOf, unit, digits) =>
    chart(name, title, `${scale}, and times Tavle’s`, valueOf, product => {
      const value = valueOf(product);
      return `${show(value, digits)} ${unit}, ${times(value / valueOf(own))}`;
    });
  const without = 'with 1,000 a year, without a network';
  /** @param {import('./medians.mjs').Figure} figure @returns {ValueOf} */
  const of = figure => product => figures.get(product)?.[figure] ?? NaN;
  const opened = 'Scripts and style sheets of a visit that opens a deadline';
  /** @type {ValueOf} */
  const rulesOf = product => brokenRules(findings[product] ?? {month: []});

  return {
    bytes: withRatios('bytes', opened, 'kB with gzip', name => (bytes[name]?.opened ?? NaN) / 1000, 'kB', 1),
    first: withRatios('first', `First month, ${without}`, 'Milliseconds', of('firstInPage'), 'ms'),
    next: withRatios('next', `Next month, ${without}`, 'Milliseconds', of('nextInPage'), 'ms'),
    heap: withRatios('heap', 'Heap, with 1,000 a year', 'MB', name => of('heap')(name) / 1e6, 'MB', 1),
    findings: chart(
      'findings',
      'What axe finds in month and list',
      'Rules that are broken',
      rulesOf,
      product => {
        const count = rulesOf(product);
        return count ? `${count} ${count === 1 ? 'rule' : 'rules'}` : 'none';
      },
    ),
  };
}
