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
  'sizing.md': {
    title: 'Sizing',
    lead: 'After reading this page you can choose a store, and estimate its memory, its disk and the processor time of the service.',
    prefix: 'Sizing: ',
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

The figures are in [Benchmarks of the server](benchmarks-server.md) and [Benchmarks of the elements](benchmarks-browser.md). [Sizing](sizing.md) has the
bytes of each record, and an estimate for all Danish companies.

The benchmarks measure the cost of Tavle on a server and in a browser, and compare it with other products. \`npm run bench\` in a clone, after
\`npm ci\`, builds everything, installs the peers, runs every measurement and writes these pages. Like the tests, it requires a Redis server and Chromium.
\`npm run bench -- ${all[0]?.name ?? 'NAME'}\` repeats one measurement and keeps the others.

${machines(all)}
Figures are medians of rounds. In each round the compared servers, stores or calendars took turns, so that other load of the machine affected
all of them. Ratios vary less between machines than the figures. In the pictures, Tavle's bars are solid and the others' outlined.

## Goals

${textTable(
  ['Goal', 'Reached', 'Met'],
  goals.map(({goal, reached, met}) => [goal, reached, met ? 'yes' : '**no**']),
)}

## Measurements

${textTable(
  ['Measurement', 'Date', 'Duration, s', 'Load before', 'Tools'],
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
The load is the load average of the minute before the measurement. A load above the number of cores means that other processes were running. The versions of the compared products are pinned in
\`bench/package.json\` and the packages in \`bench/calendar/peers/\`. The figures of each round are in \`bench/results/\`.
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
