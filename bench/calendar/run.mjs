import {writeFile} from 'node:fs/promises';
import {fileURLToPath} from 'node:url';

import {format, resolveConfig} from 'prettier';

import {ours, peers} from './bundles.mjs';
import {scenarios} from './entries.mjs';
import {Pages} from './pages.mjs';
import {describe} from './report.mjs';
import {serve} from './server.mjs';

/**
 * @typedef {import('./bundles.mjs').Bundle} Bundle
 * @typedef {import('./entries.mjs').Scenario} Scenario
 * @typedef {import('./medians.mjs').Results} Results
 * @typedef {import('./medians.mjs').Figures} Figures
 */

const mostRounds = 7;
/** No round is begun that would end after this, in milliseconds. */
const time = 230_000;
/** What takes longer is measured once, in milliseconds. */
const patience = 2_000;

const bundles = [await ours(), ...(await peers())];
const server = await serve(bundles);
const pages = await Pages.start(server.origin);

try {
  const {results, frames, rounds} = await measure();
  const bytes = new Map(bundles.map(bundle => [bundle.product, server.bytesAsked(bundle)]));
  const report = describe({results, bytes, frames, rounds, chromium: pages.version});
  const file = fileURLToPath(new URL('../results/calendar.md', import.meta.url));
  await writeFile(file, await format(report, {...(await resolveConfig(file)), filepath: file}));
  console.log(report);
} finally {
  await pages.stop();
  await server.stop();
}

/** Takes turns among the calendars, so that whatever else the machine does falls on all of them. */
async function measure() {
  /** @type {Results} */
  const results = new Map(
    scenarios.map(({name}) => [name, new Map(bundles.map(bundle => [bundle.name, noFigures()]))]),
  );
  /** @type {number[]} */
  const frames = [];
  const started = performance.now();
  let rounds = 0;
  let last = 0;
  while (rounds < mostRounds && performance.now() - started + last < time) {
    const begun = performance.now();
    rounds += 1;
    frames.push(await pages.frames());
    for (const scenario of scenarios) {
      for (const bundle of inTurn(rounds)) {
        process.stderr.write(`\r\x1b[Kround ${rounds}: ${scenario.title}, ${bundle.name} `);
        const figures = results.get(scenario.name)?.get(bundle.name);
        if (figures) await add(figures, bundle, scenario);
      }
    }
    // The first round has what is measured once: it is no measure of the next.
    last = rounds > 1 ? performance.now() - begun : 0;
  }
  process.stderr.write('\n');
  return {results, frames, rounds};
}

/** The calendars, in every round from another one on and in the other direction, so that none always follows the same one.
 * @param {number} round */
function inTurn(round) {
  const from = round % bundles.length;
  const order = [...bundles.slice(from), ...bundles.slice(0, from)];
  return round % 2 ? order : order.reverse();
}

/** Measures a calendar once more.
 * @param {Figures} figures @param {Bundle} bundle @param {Scenario} scenario */
async function add(figures, bundle, scenario) {
  if (![...figures.first, ...figures.next].some(isSlow)) {
    const {first, next, work, elements, heap} = await pages.month(bundle, scenario);
    figures.first.push(first);
    figures.next.push(next);
    figures.work.push(work);
    figures.elements.push(elements);
    figures.heap.push(heap);
  }
  if (bundle.hasList && !figures.list.some(isSlow)) {
    figures.list.push(await pages.list(bundle, scenario));
  }
}

/** @param {number} milliseconds */
function isSlow(milliseconds) {
  return milliseconds > patience;
}

/** @returns {Figures} */
function noFigures() {
  return {first: [], next: [], work: [], list: [], elements: [], heap: []};
}
