import {existsSync, readFileSync} from 'node:fs';

/*
 * Checks that SECURITY.md names tests that exist: each `file`: "title" must be a file that contains the title.
 */

const references = [
  ...readFileSync('SECURITY.md', 'utf8').matchAll(/`([\w./-]+\.(?:test|spec)\.ts)`: "([^"]+)"/g),
];
const problems = references.flatMap(([, file = '', title = '']) => {
  if (!existsSync(file)) return [`${file} does not exist.`];
  return readFileSync(file, 'utf8').includes(title) ? [] : [`${file} has no test "${title}".`];
});
if (!references.length) problems.push('There is no test reference.');
for (const problem of problems) console.error(`SECURITY.md: ${problem}`);
process.exitCode = problems.length ? 1 : 0;
