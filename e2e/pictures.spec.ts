import {readdir} from 'node:fs/promises';

import {runShell} from './support/shell.ts';
import {expect, test} from './support/test.ts';

test('`npm run pictures` takes the README’s pictures of the built demo', async ({directory}) => {
  await runShell(`node scripts/pictures.mjs --output ${directory}`, '.');
  expect((await readdir(directory)).toSorted()).toEqual(['calendar.png', 'dashboard.png']);
});
