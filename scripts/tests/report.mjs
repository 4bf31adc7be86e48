import {existsSync, readFileSync} from 'node:fs';

/**
 * @typedef {object} Result
 * @property {string} name
 * @property {number} code
 * @property {number} seconds
 * @property {{passed: number, failed: number}} [tests] for steps that run tests
 */

/** Prints the table of times, and one plain line: how many tests there were.
 * @param {Result[]} results
 * @param {number} seconds of the whole run */
export function print(results, seconds) {
  const sum = (/** @type {'passed' | 'failed'} */ key) =>
    results.reduce((total, {tests}) => total + (tests?.[key] ?? 0), 0);
  if (results.length > 1) console.log(`\n${tabulate(results, seconds)}`);
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed in ${seconds.toFixed(0)} s`);
}

/** @param {string} path of a report of Vitest or Playwright */
export function countTests(path) {
  if (!existsSync(path)) return {passed: 0, failed: 0};
  const {numPassedTests, numFailedTests, stats} = JSON.parse(readFileSync(path, 'utf8'));
  return {passed: numPassedTests ?? stats.expected, failed: numFailedTests ?? stats.unexpected};
}

/** Makes a table in Markdown.
 * @param {Result[]} results
 * @param {number} total in seconds */
function tabulate(results, total) {
  const rows = results.map(({name, code, seconds, tests}) => {
    const passed = tests?.passed.toLocaleString('en') ?? '';
    return `| ${name} | ${seconds.toFixed(0)} | ${passed} | ${code === 0 ? 'passed' : '**failed**'} |`;
  });
  return [
    '| Step | Seconds | Tests passed | Result |',
    '| --- | --- | --- | --- |',
    ...rows,
    `| **Total** | ${total.toFixed(0)} | | |`,
  ].join('\n');
}
