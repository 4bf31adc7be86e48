// Formats numbers, goals and tables, for the files `section.mjs` and `write-page.mjs`. Add another kind of goal here.

/** Formats a number with `digits` decimals. @param {number} value @param {number} [digits] */
export function show(value, digits = 0) {
  return value.toLocaleString('en', {minimumFractionDigits: digits, maximumFractionDigits: digits});
}

/** Returns a goal: the number, as it is shown, is at most the maximum.
 * @param {string} goal @param {number} value @param {number} max @param {number} [digits] @param {string} [unit] */
export function atMost(goal, value, max, digits = 0, unit = '') {
  return {goal, reached: `${show(value, digits)}${unit}`, met: Number(value.toFixed(digits)) <= max};
}

/** Returns a goal: the number, as it is shown, is less than the maximum.
 * @param {string} goal @param {number} value @param {number} max @param {number} [digits] @param {string} [unit] */
export function under(goal, value, max, digits = 0, unit = '') {
  return {goal, reached: `${show(value, digits)}${unit}`, met: Number(value.toFixed(digits)) < max};
}

/** Returns the lowest and the highest number: `1 to 3`. @param {readonly number[]} values @param {number} [digits] */
export function range(values, digits = 0) {
  return `${show(Math.min(...values), digits)} to ${show(Math.max(...values), digits)}`;
}

/** Returns the median; `NaN` without numbers. @param {readonly number[]} numbers */
export function median(numbers) {
  const sorted = [...numbers].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}

/** Formats a table with a text column followed by number columns.
 * @param {readonly string[]} head @param {readonly (readonly (string | number)[])[]} rows */
export function table(head, rows) {
  const rule = head.map((_, column) => (column ? '---:' : '---'));
  return [head, rule, ...rows].map(cells => `| ${cells.join(' | ')} |\n`).join('');
}
