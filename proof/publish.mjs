import {spawnSync} from 'node:child_process';
import {readFileSync, writeFileSync} from 'node:fs';

import {markdownTable} from '../scripts/markdown-table.mjs';
import {figuresOf} from '../scripts/tests/report.mjs';
import {steps} from './steps.mjs';

/* Writes the result of a step into `CONTRIBUTING.md`, for `npm run proof -- --publish`. `run.mjs` first checks that all code is committed. */

/** Returns the paths that differ from the commit, without Markdown, which the steps write. */
export function changedPaths() {
  return git('status', '--porcelain', '--', ':!*.md');
}

/** Writes the row of a step that passed into the table of `CONTRIBUTING.md`, with the day and the commit. Steps that were never published have no row.
 * @param {import('../scripts/tests/report.mjs').Result} result */
export function publish(result) {
  const path = 'CONTRIBUTING.md';
  const text = readFileSync(path, 'utf8');
  const day = new Date().toISOString().slice(0, 10);
  const measured = [day, git('rev-parse', '--short', 'HEAD'), ...figuresOf(result)];
  const rows = Object.entries(steps).flatMap(([step, {name}]) => {
    const row = new RegExp(`^\\| \`${step}\` \\| [^|]+ \\| (.*) \\|$`, 'm');
    const figures = name === result.name ? measured : row.exec(text)?.[1]?.split(' | ');
    return figures ? [[`\`${step}\``, name, ...figures]] : [];
  });
  const table = markdownTable([
    ['Step', 'What it runs', 'Date', 'Commit', 'Seconds', 'Tests passed'],
    ...rows,
  ]);
  writeFileSync(path, text.replace(/(<!-- proof -->\n)[^]*?(<!-- end -->)/, `$1\n${table}\n$2`));
}

/** @param {...string} parameters */
function git(...parameters) {
  return spawnSync('git', parameters, {encoding: 'utf8'}).stdout.trim();
}
