import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';

/*
 * Checks the references to tests, `file`: "title", in SECURITY.md and the accessibility statement. The file must contain the title; a title
 * in the statement must be a complete test title. The statement must have one row for each success criterion of WCAG 2.2, levels A and AA.
 */

const statement = join('docs', find('docs', 'accessibility.md'));

/** The success criteria of levels A and AA, by guideline. */
const criteria = Object.entries({
  1.1: [1],
  1.2: [1, 2, 3, 4, 5],
  1.3: [1, 2, 3, 4, 5],
  1.4: [1, 2, 3, 4, 5, 10, 11, 12, 13],
  2.1: [1, 2, 4],
  2.2: [1, 2],
  2.3: [1],
  2.4: [1, 2, 3, 4, 5, 6, 7, 11],
  2.5: [1, 2, 3, 4, 7, 8],
  3.1: [1, 2],
  3.2: [1, 2, 3, 4, 6],
  3.3: [1, 2, 3, 4, 7, 8],
  4.1: [2, 3],
}).flatMap(([guideline, numbers]) => numbers.map(number => `${guideline}.${number}`));

const problems = [
  ...['SECURITY.md', statement].flatMap(wrongReferences),
  ...criteria.flatMap(wrongRow).map(problem => `${statement}: ${problem}`),
];
for (const problem of problems) console.error(problem);
process.exitCode = problems.length ? 1 : 0;

/** Returns the path of a file in a folder or its subfolders.
 * @param {string} folder
 * @param {string} name */
function find(folder, name) {
  const path = readdirSync(folder, {recursive: true, encoding: 'utf8'}).find(
    path => path === name || path.endsWith(`/${name}`),
  );
  if (path === undefined) throw new Error(`${folder} has no ${name}.`);
  return path;
}

/** @param {string} document */
function wrongReferences(document) {
  const references = [...readFileSync(document, 'utf8').matchAll(/`([\w./-]+\.ts)`: "([^"]+)"/g)];
  if (!references.length) return [`${document}: There is no test reference.`];
  return references.flatMap(([, file = '', title = '']) => {
    if (!existsSync(file)) return [`${document}: ${file} does not exist.`];
    const code = readFileSync(file, 'utf8');
    return (document === statement ? hasTest(code, title) : code.includes(title))
      ? []
      : [`${document}: ${file} has no test "${title}".`];
  });
}

/** Returns whether the title is a complete argument.
 * @param {string} code
 * @param {string} title */
function hasTest(code, title) {
  return ["'", '"', '`'].some(quote => code.includes(`${quote}${title}${quote},`));
}

/** @param {string} criterion */
function wrongRow(criterion) {
  const cells = readFileSync(statement, 'utf8')
    .split('\n')
    .map(line => /^\| (\d\.\d\.\d+[^|]*) \| ./.exec(line)?.[1] ?? '');
  const rows = cells.filter(cell => cell.split(/[ ,]+/).includes(criterion));
  return rows.length === 1 ? [] : [`There are ${rows.length} rows of success criterion ${criterion}.`];
}
