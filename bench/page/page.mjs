import {readFileSync} from 'node:fs';

import {fill} from './fill.mjs';
import {show} from './format.mjs';

/**
 * @typedef {{goal: string, reached: string, met: boolean}} Goal
 */

/**
 * The section of a measurement, which its `section.mjs` creates from the result.
 *
 * @typedef {object} Section
 * @property {string} title
 * @property {object} values Values of the template, `section.md`.
 * @property {readonly Goal[]} goals
 */

/** @typedef {{name: string, result: import('../run-one.mjs').Result<any>, section: Section, text: string}} Measurement */

/** The pages, with the prefix of the titles of their sections. */
const parts = {
  'benchmarks-server.md': {
    title: 'Benchmarks of the server',
    lead: 'How to estimate the processor time of requests.',
    prefix: 'Server: ',
  },
  'benchmarks-browser.md': {
    title: 'Benchmarks of the elements',
    lead: 'How to estimate the bytes, time and memory of the elements in a browser.',
    prefix: 'Browser: ',
  },
  'sizing.md': {
    title: 'Sizing',
    lead: 'How to choose a store, and estimate its memory, its disk and the processor time of the service.',
    prefix: 'Sizing: ',
  },
};

/** Returns the pages as Markdown, by file name.
 * @param {readonly Measurement[]} all In the order of the pages.
 * @returns {[name: string, text: string][]} */
export function renderPages(all) {
  return [
    ['benchmarks.md', renderSummary(all)],
    ...Object.entries(parts).map(([name, {title, lead, prefix}]) => {
      const matching = all.filter(({section}) => section.title.startsWith(prefix));
      const texts = matching.map(({section, text}) => `## ${section.title}\n\n${text.trim()}\n`);
      return /** @type {[string, string]} */ ([name, `# ${title}\n\n${lead}\n\n${texts.join('\n')}`]);
    }),
  ];
}

/** @param {readonly Measurement[]} all */
function renderSummary(all) {
  const template = readFileSync(new URL('summary.md', import.meta.url), 'utf8');
  return fill(template, {
    first: all[0]?.name,
    machines: machines(all),
    goals: all
      .flatMap(({section}) => section.goals)
      .map(goal => ({...goal, answer: goal.met ? 'yes' : '**no**'})),
    measurements: all.map(({name, result}) => ({
      ...result,
      name,
      date: result.measured.slice(0, 10),
      versions: Object.entries(result.tools)
        .map(tool => tool.join(' '))
        .join(', '),
    })),
  });
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
