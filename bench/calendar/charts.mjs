import {show, times} from '../page/format.mjs';
import {scenarios} from './entries.mjs';
import {brokenRules} from './findings-table.mjs';
import {medians} from './medians.mjs';

/** @typedef {import('../page/chart.mjs').Chart} Chart */

/** Returns the charts of the calendars: each product once, with the first scenario.
 * @param {import('./measure.mjs').CalendarData} data
 * @returns {Record<'bytes' | 'first' | 'next' | 'heap' | 'findings', Chart>} */
export function chartsOf({results, bytes, findings}) {
  const figures = medians(results, scenarios[0]?.name ?? '');
  const products = Object.keys(findings);

  /** @param {string} name @param {string} title @param {string} scale
   * @param {(product: string) => number} value @param {(value: number) => string} format @returns {Chart} */
  const chart = (name, title, scale, value, format) => {
    const [own = ''] = products;
    return {
      name: `calendar-${name}`,
      title,
      scale,
      bars: products.map(product => ({
        label: product,
        value: value(product),
        text: format(value(product)),
        own: product === own,
      })),
    };
  };
  /** @param {Parameters<typeof chart>} parameters */
  const withRatios = (...[name, title, scale, value, format]) =>
    chart(name, title, `${scale}, and times Tavle’s`, value, own => {
      const ratio = own / value(products[0] ?? '');
      return `${format(own)}, ${times(ratio)}`;
    });
  const milliseconds = (/** @type {number} */ value) => `${show(value)} ms`;
  const of = (/** @type {import('./medians.mjs').Figure} */ figure) => (/** @type {string} */ product) =>
    figures.get(product)?.[figure] ?? NaN;

  return {
    bytes: withRatios(
      'bytes',
      'Scripts and style sheets of a visit that opens a deadline',
      'kB with gzip',
      product => bytes[product]?.opened ?? NaN,
      value => `${show(value / 1000, 1)} kB`,
    ),
    first: withRatios(
      'first',
      'First month, with 1,000 a year, without a network',
      'Milliseconds',
      of('firstInPage'),
      milliseconds,
    ),
    next: withRatios(
      'next',
      'Next month, with 1,000 a year, without a network',
      'Milliseconds',
      of('nextInPage'),
      milliseconds,
    ),
    heap: withRatios(
      'heap',
      'Heap, with 1,000 a year',
      'MB',
      of('heap'),
      value => `${show(value / 1e6, 1)} MB`,
    ),
    findings: chart(
      'findings',
      'What axe finds in month and list',
      'Rules that are broken',
      product => brokenRules(findings[product] ?? {month: []}),
      value => (value ? `${value} ${value === 1 ? 'rule' : 'rules'}` : 'none'),
    ),
  };
}
