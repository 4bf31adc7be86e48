import {availableParallelism, cpus} from 'node:os';

import {median} from '../numbers.mjs';
import {scenarios} from './entries.mjs';
import {describeGoals} from './goals.mjs';
import {medians, ratioToBest} from './medians.mjs';

/**
 * @typedef {import('./medians.mjs').Results} Results
 * @typedef {import('./medians.mjs').Figure} Figure
 */

/**
 * @typedef {object} Outcome
 * @property {Results} results
 * @property {ReadonlyMap<string, number>} bytes Of each product's files, with gzip; ours is the first one.
 * @property {readonly number[]} frames What two frames take when nothing is done, in milliseconds.
 * @property {number} rounds
 * @property {string} chromium Version.
 */

const whole = (/** @type {number} */ value) => value.toFixed(0);

/** @type {readonly {figure: Figure, title: string, show: (value: number) => string}[]} */
const columns = [
  {figure: 'first', title: 'first month, ms', show: whole},
  {figure: 'next', title: 'next month, ms', show: whole},
  {figure: 'work', title: 'its work, ms', show: whole},
  {figure: 'list', title: 'list, ms', show: whole},
  {figure: 'elements', title: 'DOM elements', show: value => value.toLocaleString('en')},
  {figure: 'heap', title: 'heap, MB', show: value => (value / 1e6).toFixed(1)},
];

/** @param {Outcome} outcome */
export function describe({results, bytes, frames, rounds, chromium}) {
  const [processor] = cpus();
  return `# The calendar beside its peers

\`<tavle-calendar>\` of the built embed file, FullCalendar, EventCalendar, Schedule-X and Kalendus show the same
deadlines: March 2027 on an empty page, then April, and on another page the list of March. A time ends with the second frame after
the calendar was asked, or with the first later one in which a deadline in the middle of the month is in the page. Two frames alone take
${whole(median(frames))} ms, less than which nothing can take; so of the next month the work of the page's main thread is told, too.

The peers are handed all deadlines in their own words before the time begins; Tavle reads them within it, month by month,
from a service on the same machine. Heap is what is held after both months, without garbage and without the peers' deadlines,
over a page without a calendar. "To the best peer" is Tavle's figure divided by the lowest of the others'.

${scenarios.map(({name, title}) => describeScenario(title, medians(results, name))).join('\n')}
## Bytes

What a page with a month loads of script and style sheets, in kB with gzip.

| Calendar | kB |
| --- | ---: |
${[...bytes].map(([name, size]) => `| ${name} | ${(size / 1000).toFixed(1)} |`).join('\n')}

## Goals

${describeGoals(results, bytes, median(frames) / 2)}
## What else there is to know

- Weeks have numbers and days three entries where a calendar can. EventCalendar has as many as fit, puts all into the page, and
  shows one a day in the next month, without a word of the others.
- Kalendus has no list and no limit. Entries of whole days it lays out for the six weeks of the month in which it got them, so it is handed
  them again for the next month. Entries with a time, which deadlines are not, it puts into the page for the whole year.
- Schedule-X's list holds all deadlines there are, the others' one month. Its bytes include the polyfill that it asks for.
- Tavle's bytes include the dashboard, and leave out the sanitiser, which is loaded when a deadline is opened.

Medians of ${rounds} rounds in which the calendars took turns, a page of its own for each figure; what took more than two seconds was
measured once. ${processor?.model.trim() ?? 'Unknown processor'}, ${availableParallelism()} cores, Node.js ${process.version}, Chromium ${chromium}, a window of 1280 × 900. To repeat:
\`npm run build && npm ci --prefix bench/calendar && node bench/calendar/run.mjs\`.
`;
}

/** @param {string} title @param {ReturnType<typeof medians>} figures */
function describeScenario(title, figures) {
  const rows = [...figures].map(([name, own]) => {
    const cells = columns.map(({figure, show}) => (Number.isNaN(own[figure]) ? 'none' : show(own[figure])));
    return `| ${name} | ${cells.join(' | ')} |`;
  });
  const ratios = columns.map(({figure}) => ratioToBest(figures, figure).toFixed(2));
  return `## ${title}

| Calendar | ${columns.map(column => column.title).join(' | ')} |
| --- |${' ---: |'.repeat(columns.length)}
${rows.join('\n')}
| **Tavle to the best peer** | ${ratios.map(ratio => `**${ratio}**`).join(' | ')} |
`;
}
