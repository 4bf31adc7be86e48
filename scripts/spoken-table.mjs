import {readFileSync} from 'node:fs';

import {runnerImport} from 'vite';

import {markdownTable} from './markdown-table.mjs';

const {module} = await runnerImport('./e2e/speech/transcript.ts');
const {read} = /** @type {typeof import('../e2e/speech/transcript.ts')} */ (module);

/**
 * Returns a transcript of a screen reader as a table: a row for each step and each key.
 *
 * @param {string} name Journey, language and browser, separated by spaces.
 */
export function spokenTable(name) {
  const entries = read(readFileSync(`e2e/speech/transcripts/${name.replaceAll(' ', '.')}.txt`, 'utf8'));
  const rows = entries.flatMap(({step, key, spoken}) => [
    ...(step === undefined ? [] : [[`**${step}**`, '']]),
    [`\`${key}\``, spoken.join(' · ').replaceAll('<', '&lt;') || '(silence)'],
  ]);
  return markdownTable([['Key', 'Spoken'], ...rows]);
}
