import {median} from '../support/numbers.mjs';
import {describeChart} from './chart.mjs';

/** A number with so many digits behind the point. @param {number} value @param {number} [digits] */
export function show(value, digits = 0) {
  return value.toLocaleString('en', {minimumFractionDigits: digits, maximumFractionDigits: digits});
}

/** A ratio as a short text. @param {number} ratio */
export function times(ratio) {
  return `${show(ratio, ratio < 9.95 ? 2 : 0)}×`;
}

/** @param {readonly number[]} values @param {number} [digits] */
export function range(values, digits = 0) {
  return `${show(Math.min(...values), digits)} to ${show(Math.max(...values), digits)}`;
}

/** The median of what came of each item. @template Item
 * @param {readonly Item[]} items @param {(item: Item) => number} value */
export function medianOf(items, value) {
  return median(items.map(value));
}

/** A table whose first column is text and whose others are numbers.
 * @param {readonly string[]} head @param {readonly (readonly (string | number)[])[]} rows */
export function table(head, rows) {
  const rule = head.map((_, column) => (column ? '---:' : '---'));
  return [head, rule, ...rows].map(cells => `| ${cells.join(' | ')} |\n`).join('');
}

/** A table whose columns are all text.
 * @param {readonly string[]} head @param {readonly (readonly string[])[]} rows */
export function textTable(head, rows) {
  return [head, head.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |\n`).join('');
}

/** A chart, as the page shows it. @param {import('./chart.mjs').Chart} chart */
export function picture(chart) {
  return `![${chart.title}. ${describeChart(chart)}](benchmarks/${chart.name}.svg)\n`;
}
