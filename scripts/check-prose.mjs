import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';

import {findWords} from './prose.mjs';

/*
 * Lists words in the repository's prose that have a better term, for `npm run lint`: `node scripts/check-prose.mjs [path …]`. Change the words in
 * `prose.mjs`.
 */

const files = execFileSync('git', ['ls-files', '-z', ...process.argv.slice(2)], {encoding: 'utf8'})
  .split('\0')
  .filter(file => /\.([jt]sx?|mjs|css|md)$/.test(file) && !/^scripts\/(?:tests\/)?prose\./.test(file));

const problems = files.flatMap(file =>
  findWords(file, readFileSync(file, 'utf8')).map(
    ({line, word, instead}) => `${file}:${line}: "${word}": write ${instead}.`,
  ),
);
for (const problem of problems) console.error(problem);
process.exitCode = problems.length ? 1 : 0;
