/* Parses `modtagere`, which may contain more than a million CVR numbers, for `schema.ts`. Change the messages in
 * `describeProblems`; `bounds.ts` has the maximum. The work must stay divided into slices, between which other requests run. A
 * company must count only once. */

import {setImmediate} from 'node:timers/promises';

import {type CvrCheck, CvrSet} from '../../identity/cvr.ts';
import {bounds} from '../../bounds.ts';

/** The maximum number of invalid items in messages: there may be millions. */
const maxNamed = 10;

/** The number of items that are parsed before other work runs: about two milliseconds. */
const sliceLength = 10_000;

/** Characters that nobody sees in a message. CVR numbers that are copied from pages or spreadsheets may have them at their ends. */
const invisible = /\p{C}|(?! )\p{Z}/gu;

const codePointOf = (character: string) =>
  `<U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}>`;

/**
 * Parses CVR numbers, separated by commas, with or without white space around them. Stops after the first few invalid items.
 *
 * @returns The companies, each once, in the order of the text (none for all companies), and the problems of the text. With any problem, `cvrs` is
 * incomplete.
 */
export async function parseRecipients(
  text: string,
  isCvr: CvrCheck,
  maxRecipients = bounds.maxRecipients,
): Promise<{cvrs: readonly string[]; problems: readonly string[]}> {
  if (text === '') return {cvrs: [], problems: []};
  if (text.trim() === '')
    return {
      cvrs: [],
      problems: ['Must be CVR numbers, or an empty string for all companies. White space is neither.'],
    };

  const known = new CvrSet();
  const cvrs: string[] = [];
  const wrong: string[] = [];
  const empty: number[] = [];
  let number = 0;
  for (let start = 0; start <= text.length && wrong.length + empty.length <= maxNamed; number++) {
    if (number && number % sliceLength === 0) await setImmediate();
    const comma = text.indexOf(',', start);
    const end = comma < 0 ? text.length : comma;
    const cvr = text.slice(start, end).trim();
    start = end + 1;
    if (cvr === '') empty.push(number + 1);
    else if (!isCvr(cvr)) wrong.push(cvr);
    else if (known.add(cvr)) {
      if (cvrs.push(cvr) > maxRecipients) {
        return {cvrs, problems: [`Must name at most ${maxRecipients} companies.`]};
      }
    }
  }
  return {cvrs, problems: describeProblems(wrong, empty)};
}

function describeProblems(wrong: readonly string[], empty: readonly number[]): string[] {
  const more = wrong.length + empty.length > maxNamed ? ' and others' : '';
  const named = (items: readonly unknown[]) => [...new Set(items)].slice(0, maxNamed).join(', ') + more;
  const texts = wrong.map(item => `"${item.slice(0, 20).toWellFormed().replace(invisible, codePointOf)}"`);
  const problems = [
    texts.length > 0 &&
      `Must be CVR numbers of eight digits, the last one a valid check digit, separated by commas. Not CVR numbers: ${named(texts)}.`,
    empty.length > 0 &&
      `Must not begin or end with a comma, or contain two in a row. Empty items: number ${named(empty)}.`,
  ];
  return problems.filter(problem => problem !== false);
}
