import {readFile, writeFile} from 'node:fs/promises';

import {fill} from './page/fill.mjs';
import {show} from './page/format.mjs';

/* Writes the pages of the manual with benchmarks, for `run.mjs` and `run-one.mjs`. Add a measurement to `measurements`, and a page to `pages`. */

/** @typedef {{goal: string, reached: string, met: boolean}} Goal */

/** The section of a measurement, which its `section.mjs` creates from the result. `values`: the values for the template, `section.md`.
 * @typedef {{title: string, values: object, goals: readonly Goal[]}} Section */

/** @typedef {{name: string, result: import('./run-one.mjs').Result<any>, section: Section, text: string}} Measurement */

/** All measurements, in the order of the run and of the pages. Each has a folder with `measure.mjs` and `section.mjs`. */
export const measurements = [
  'requests',
  'deadlines',
  'delivery',
  'calendar',
  'page-load',
  'forms',
  'form-search',
  'long-lists',
  'many-companies',
  'durability',
  'backup',
  'sizing',
];

/** The beginnings of the pages other than the summary, with the prefix of the titles of their sections. */
const pages = {
  'benchmarks-server.md': {
    lead: '# Benchmarks of the server\n\nHow to estimate the processor time of requests.',
    prefix: 'Server: ',
  },
  'benchmarks-browser.md': {
    lead: '# Benchmarks of the elements\n\nHow to estimate the bytes, time and memory of the elements in a browser.',
    prefix: 'Browser: ',
  },
  'sizing.md': {
    lead: '# Sizing\n\nHow to choose a store, and estimate its memory, its disk and the processor time of the service.',
    prefix: 'Sizing: ',
  },
};

/** @param {string} path */
const read = path => readFile(new URL(path, import.meta.url), 'utf8');

/** Renders docs/operate/benchmarks*.md and sizing.md from all results.
 * @returns {Promise<Map<string, string>>} Texts by path from `docs/operate/`. */
export async function renderAll() {
  const all = await Promise.all(
    measurements.map(async name => {
      const result = JSON.parse(await read(`results/${name}.json`));
      return {name, result, ...(await renderSection(name, result))};
    }),
  );
  const files = new Map([['benchmarks.md', fill(await read('page/summary.md'), summaryOf(all))]]);
  for (const [name, {lead, prefix}] of Object.entries(pages)) {
    const matching = all.filter(({section}) => section.title.startsWith(prefix));
    const texts = matching.map(({section, text}) => `\n\n## ${section.title}\n\n${text.trim()}`);
    files.set(name, `${lead}${texts.join('')}\n`);
  }
  return files;
}

/** Renders the section of a result.
 * @param {string} name @param {import('./run-one.mjs').Result<any>} result */
export async function renderSection(name, result) {
  const {describe} = await import(`./${name}/section.mjs`);
  /** @type {Section} */
  const section = describe(result);
  return {section, text: fill(await read(`${name}/section.md`), section.values)};
}

/** @param {readonly Measurement[]} all */
function summaryOf(all) {
  return {
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
  };
}

/** @param {readonly Measurement[]} all */
function machines(all) {
  const names = new Map();
  for (const {name, result} of all) {
    const {processor, cores, memory, system, node} = result.machine;
    const machine = `${processor}, ${cores} core${cores === 1 ? '' : 's'}, ${show(memory / 2 ** 30)} GiB of memory, ${system}, Node.js ${node}`;
    names.set(machine, [...(names.get(machine) ?? []), `\`${name}\``]);
  }
  return [...names].map(([machine, some]) => `- ${some.join(', ')}: ${machine}\n`).join('');
}

export async function writePages() {
  for (const [name, text] of await renderAll()) {
    await writeFile(new URL(`../../docs/operate/${name}`, import.meta.url), text);
    console.log(`docs/operate/${name}`);
  }
}
