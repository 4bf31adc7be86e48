import {existsSync, readFileSync} from 'node:fs';

/*
 * Checks the references to tests, `file`: "title", in SECURITY.md and the accessibility statement. The file must contain the title; a title
 * in the statement must be a complete test title. The statement must have one row for each success criterion of WCAG 2.2, levels A and AA.
 */

const statement = 'docs/explain/accessibility.md';

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

/** The criteria that the rows name. */
const named = Array.from(readFileSync(statement, 'utf8').matchAll(/^\| (\d\.\d\.\d+[^|]*) \| ./gm)).flatMap(
  ([, cell = '']) => cell.split(/[ ,]+/),
);

const problems = [
  ...['SECURITY.md', statement].flatMap(wrongReferences),
  ...criteria
    .map(criterion => ({criterion, rows: named.filter(each => each === criterion).length}))
    .filter(({rows}) => rows !== 1)
    .map(({criterion, rows}) => `${statement}: There are ${rows} rows of success criterion ${criterion}.`),
];
for (const problem of problems) console.error(problem);
process.exitCode = problems.length ? 1 : 0;

/** @param {string} document */
function wrongReferences(document) {
  const references = [...readFileSync(document, 'utf8').matchAll(/`([\w./-]+\.ts)`: "([^"]+)"/g)];
  if (!references.length) return [`${document}: There is no test reference.`];
  return references.flatMap(([, file = '', title = '']) => {
    if (!existsSync(file)) return [`${document}: ${file} does not exist.`];
    const code = readFileSync(file, 'utf8');
    const quoted = ["'", '"', '`'].map(quote => `${quote}${title}${quote},`);
    const expected = document === statement ? quoted : [title];
    return expected.some(text => code.includes(text)) ? [] : [`${document}: ${file} has no test "${title}".`];
  });
}
