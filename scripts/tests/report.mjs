import {existsSync, readFileSync} from 'node:fs';

import {markdownTable} from '../markdown-table.mjs';

/**
 * The result of a step, for `run-steps.mjs`, which prints it, and `proof/publish.mjs`. Add another figure of a step here.
 *
 * @typedef {object} Result
 * @property {string} name
 * @property {number} code
 * @property {number} seconds
 * @property {{passed: number, failed: number}} [tests] for steps that run tests
 */

/** Prints the table of steps, if there are several, and a line with the numbers of tests.
 * @param {Result[]} results
 * @param {number} seconds of the whole run */
export function print(results, seconds) {
  const sum = (/** @type {'passed' | 'failed'} */ key) =>
    results.reduce((total, {tests}) => total + (tests?.[key] ?? 0), 0);
  if (results.length > 1) {
    const rows = results.map(result => [
      result.name,
      ...figuresOf(result),
      result.code === 0 ? 'passed' : '**failed**',
    ]);
    const head = ['Step', 'Seconds', 'Tests passed', 'Result'];
    console.log(`\n${markdownTable([head, ...rows, ['**Total**', seconds.toFixed(0), '', '']])}`);
  }
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed in ${seconds.toFixed(0)} s`);
}

/** Returns the numbers of tests in a report; 0 without a report. @param {string} path of a report of Vitest or Playwright */
export function countTests(path) {
  if (!existsSync(path)) return {passed: 0, failed: 0};
  const {numPassedTests, numFailedTests, stats} = JSON.parse(readFileSync(path, 'utf8'));
  return {passed: numPassedTests ?? stats.expected, failed: numFailedTests ?? stats.unexpected};
}

/** Returns the seconds and the tests passed, as in a table.
 * @param {Result} result */
export function figuresOf({seconds, tests}) {
  return [seconds.toFixed(0), tests?.passed.toLocaleString('en') ?? ''];
}
