import {show, textTable} from './format.mjs';

/**
 * @typedef {{goal: string, reached: string, met: boolean}} Goal
 */

/**
 * The section of a measurement, which its `section.mjs` creates from the result.
 *
 * @typedef {object} Section
 * @property {string} title
 * @property {string} text Markdown.
 * @property {readonly import('./chart.mjs').Chart[]} charts Charts in the text.
 * @property {readonly Goal[]} goals
 */

/** @typedef {{name: string, result: import('../run-one.mjs').Result<unknown>, section: Section}} Measurement */

/** The pages, with the prefix of the titles of their sections. */
const parts = {
  'benchmarks-server.md': {
    title: 'Benchmarks of the server',
    lead: 'After reading this page you can estimate the processor time of requests.',
    prefix: 'Server: ',
  },
  'benchmarks-browser.md': {
    title: 'Benchmarks of the elements',
    lead: 'After reading this page you can estimate the bytes, time and memory of the elements in a browser.',
    prefix: 'Browser: ',
  },
};

/** Returns the pages as Markdown, by file name.
 * @param {readonly Measurement[]} all In the order of the pages.
 * @returns {[name: string, text: string][]} */
export function renderPages(all) {
  const sections = all.map(({section}) => section);
  return [
    ['benchmarks.md', renderSummary(all)],
    ...Object.entries(parts).map(([name, {title, lead, prefix}]) => {
      const matching = sections.filter(section => section.title.startsWith(prefix));
      const texts = matching.map(section => `## ${section.title}\n\n${section.text.trim()}\n`);
      return /** @type {[string, string]} */ ([name, `# ${title}\n\n${lead}\n\n${texts.join('\n')}`]);
    }),
  ];
}

/** @param {readonly Measurement[]} all */
function renderSummary(all) {
  const goals = all.flatMap(({section}) => section.goals);
  return `# Benchmarks

After reading this page you know which performance goals Tavle reaches, and how they are measured.

The figures are in [Benchmarks of the server](benchmarks-server.md) and [Benchmarks of the elements](benchmarks-browser.md).

What Tavle costs a machine, and a visitor's browser, compared with others that do the same work. \`npm run bench\` in a clone, after
\`npm ci\`, builds everything, gets the peers, takes every measurement and writes these pages; it needs a Redis server and Chromium, as the tests do.
\`npm run bench -- ${all[0]?.name ?? 'NAME'}\` repeats one and keeps the others.

${machines(all)}
Figures are medians of rounds, in each of which the servers, stores or calendars that are compared took turns, so that whatever else the machine did
fell on all of them. Ratios say more than the figures: they change less from machine to machine. In the pictures, Tavle's bars are solid and the others' outlined.

## Goals

${textTable(
  ['Goal', 'Reached', 'Met'],
  goals.map(({goal, reached, met}) => [goal, reached, met ? 'yes' : '**no**']),
)}

## How it was taken

${textTable(
  ['Measurement', 'Day', 'took, s', 'load before', 'with'],
  all.map(({name, result: {measured, seconds, load, tools}}) => [
    `\`${name}\``,
    measured.slice(0, 10),
    show(seconds),
    show(load, 1),
    Object.entries(tools)
      .map(tool => tool.join(' '))
      .join(', '),
  ]),
)}
The load is how many processes ran or waited to, on average over the minute before; above the number of cores, others were at work. The versions of the compared products are pinned in
\`bench/package.json\` and the packages below \`bench/calendar/peers/\`; each round's figures are in \`bench/results/\`.
`;
}

/** @param {readonly Measurement[]} all */
function machines(all) {
  const names = new Map();
  for (const {name, result} of all) {
    const {processor, cores, memory, system, node} = result.machine;
    const machine = `${processor}, ${cores} cores, ${show(memory / 2 ** 30)} GiB of memory, ${system}, Node.js ${node}`;
    names.set(machine, [...(names.get(machine) ?? []), `\`${name}\``]);
  }
  if (names.size === 1) return `The machine: ${[...names.keys()].join('')}.\n`;
  return [...names].map(([machine, some]) => `- ${some.join(', ')}: ${machine}\n`).join('');
}
