import {spawnSync} from 'node:child_process';
import {existsSync, readFileSync, writeFileSync} from 'node:fs';

import {markdownTable} from '../markdown-table.mjs';

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

/** @param {string} path of a report of Vitest or Playwright */
export function countTests(path) {
  if (!existsSync(path)) return {passed: 0, failed: 0};
  const {numPassedTests, numFailedTests, stats} = JSON.parse(readFileSync(path, 'utf8'));
  return {passed: numPassedTests ?? stats.expected, failed: numFailedTests ?? stats.unexpected};
}

/** @param {Result} result */
function figuresOf({seconds, tests}) {
  return [seconds.toFixed(0), tests?.passed.toLocaleString('en') ?? ''];
}

/** Returns the paths that differ from the commit, without Markdown, which the steps write. */
export function changedPaths() {
  return git('status', '--porcelain', '--', ':!*.md');
}

/** Writes the row of a step that passed into the table of `CONTRIBUTING.md`, with the day and the commit.
 * @param {Result} result
 * @param {Readonly<Record<string, import('./steps.mjs').Step>>} steps all steps of the table */
export function publish(result, steps) {
  const path = 'CONTRIBUTING.md';
  const text = readFileSync(path, 'utf8');
  const day = new Date().toISOString().slice(0, 10);
  const measured = [day, git('rev-parse', '--short', 'HEAD'), ...figuresOf(result)];
  const rows = Object.entries(steps).map(([step, {name}]) => {
    const row = new RegExp(`^\\| \`${step}\` \\| [^|]+ \\| (.*) \\|$`, 'm');
    const published = row.exec(text)?.[1]?.split(' | ');
    return [`\`${step}\``, name, ...(name === result.name ? measured : (published ?? ['', '', '', '']))];
  });
  const table = markdownTable([
    ['Step', 'What it runs', 'Date', 'Commit', 'Seconds', 'Tests passed'],
    ...rows,
  ]);
  writeFileSync(path, text.replace(/(<!-- long tests -->\n)[^]*?(<!-- end -->)/, `$1\n${table}\n$2`));
}

/** @param {...string} parameters */
function git(...parameters) {
  return spawnSync('git', parameters, {encoding: 'utf8'}).stdout.trim();
}
