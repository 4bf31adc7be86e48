import {readFileSync} from 'node:fs';

/*
 * Checks, for `npm run lint`, that the accessibility statement names each success criterion of WCAG 2.2, levels A and AA, at the beginning of one
 * list item. Change `criteria` for another version of WCAG.
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

const named = Array.from(
  readFileSync(statement, 'utf8').matchAll(/^- \*\*([\d., ]+)\.\*\* /gm),
  ([, list = '']) => list.split(', '),
).flat();

for (const criterion of criteria) {
  const times = named.filter(each => each === criterion).length;
  if (times === 1) continue;
  console.error(`${statement} names success criterion ${criterion} ${times} times.`);
  process.exitCode = 1;
}
