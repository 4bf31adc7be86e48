import {show, textTable} from './words.mjs';

/**
 * @typedef {{goal: string, reached: string, met: boolean}} Goal
 */

/**
 * What a measurement's `section.mjs` makes of its result.
 *
 * @typedef {object} Section
 * @property {string} title
 * @property {string} text Markdown.
 * @property {readonly import('./chart.mjs').Chart[]} charts Those that the text shows.
 * @property {readonly Goal[]} goals
 */

/** A measurement that was taken.
 * @typedef {{name: string, result: import('../take.mjs').Result<unknown>, section: Section}} Taken */

/** The pages of the sections, by what their titles begin with. */
const parts = {
  'benchmarks-server.md': {
    title: 'Benchmarks of the server',
    lead: 'After reading this page you can estimate the processor time of requests.',
    begins: 'Server: ',
  },
  'benchmarks-browser.md': {
    title: 'Benchmarks of the elements',
    lead: 'After reading this page you can estimate the bytes, time and memory of the elements in a browser.',
    begins: 'Browser: ',
  },
};

/** Returns the pages as Markdown, by file name.
 * @param {readonly Taken[]} all In the order in which they are shown.
 * @returns {[name: string, text: string][]} */
export function renderPages(all) {
  const sections = all.map(({section}) => section);
  return [
    ['benchmarks.md', renderSummary(all)],
    ...Object.entries(parts).map(([name, {title, lead, begins}]) => {
      const own = sections.filter(section => section.title.startsWith(begins));
      const texts = own.map(section => `## ${section.title}\n\n${section.text.trim()}\n`);
      return /** @type {[string, string]} */ ([name, `# ${title}\n\n${lead}\n\n${texts.join('\n')}`]);
    }),
  ];
}

/** @param {readonly Taken[]} all */
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

/** @param {readonly Taken[]} all */
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
