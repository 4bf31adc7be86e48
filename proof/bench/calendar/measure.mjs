/*
 * Measures the time, memory and accessibility of the calendar and of its peers in a browser. For `run-one.mjs`; `section.mjs` writes the
 * result into the manual.
 */
import {setTimeout as pause} from 'node:timers/promises';

import axe from 'axe-core';

import {report, sized} from '../support/rounds.mjs';
import {tools} from '../support/start.mjs';
import {peers, plainDom, tavle} from './bundles.mjs';
import {scenarios} from './entries.mjs';
import {Pages, viewMs} from './pages.mjs';
import {serve} from './server.mjs';

/**
 * @typedef {import('./bundles.mjs').Bundle} Bundle
 * @typedef {import('./section.mjs').Figures} Figures
 * @typedef {{rule: string, impact: string, nodes: number, isAdvice: boolean}} Finding A broken rule of axe and its number of nodes.
 *   `isAdvice`: a best practice of axe, not a rule of WCAG.
 */

const rounds = {min: sized(3, 1), max: sized(7, 1)};
/** No round starts that would end after this time. */
const maxTotalMs = 180_000;
/** The number of measurements without a network in each round. */
const pairs = sized(4, 1);
/** Measures every calendar with the same deadlines. Tavle is the first one. */
export async function measure() {
  const bundles = [await tavle(), ...(await peers())];
  const all = [...bundles, await tavle('Tavle, the calendar alone', 'calendar.js')];
  const server = await serve(all);
  const pages = await Pages.start(server.origin);
  tools['axe-core'] = axe.version;
  try {
    const findings = await findingsOf(bundles, pages);
    const measured = await measureTimes([...bundles, plainDom], pages);
    const bytes = await measureBytes(all, pages, server);
    return {...measured, bytes, findings};
  } finally {
    await pages.stop();
    await server.stop();
  }
}

/** Runs axe on the views of each calendar with 1,000 entries in a year.
 * @param {readonly Bundle[]} bundles @param {Pages} pages */
async function findingsOf(bundles, pages) {
  /** @type {Record<string, {month: Finding[], list: Finding[]}>} */
  const findings = {};
  for (const [index, bundle] of bundles.entries()) {
    report('calendars checked by axe', index, bundles.length);
    findings[bundle.name] = {
      month: await pages.show(bundle, 'month', runAxe),
      list: await pages.show(bundle, 'list', runAxe),
    };
  }
  return findings;
}

/** @param {{page: import('playwright').Page}} shown @returns {Promise<Finding[]>} */
async function runAxe({page}) {
  await page.evaluate(axe.source);
  /** @type {import('axe-core').AxeResults} */
  const {violations} = await page.evaluate('axe.run()');
  return violations.map(({id, impact, nodes, tags}) => ({
    rule: id,
    impact: impact ?? 'unknown',
    nodes: nodes.length,
    isAdvice: tags.includes('best-practice'),
  }));
}

/**
 * Measures the bytes, with gzip, of the scripts and style sheets of two visits. `month`: a person sees the month. `opened`: the person also
 * opens a deadline. `hasOpened`: whether the calendar has a dialog or popover for a deadline.
 *
 * @param {readonly Bundle[]} bundles @param {Pages} pages @param {Awaited<ReturnType<typeof serve>>} server
 */
async function measureBytes(bundles, pages, server) {
  /** @type {Record<string, {month: number, opened: number, hasOpened: boolean}>} */
  const byName = {};
  for (const bundle of bundles) {
    const visit = (/** @type {boolean} */ opens) =>
      pages.show(bundle, 'month', async ({stage}) => {
        await pause(viewMs);
        const hasOpened = opens && (await stage.evaluate(page => page.openEntry()));
        await pause(viewMs);
        return hasOpened;
      });
    server.forgetRequests();
    await visit(false);
    const month = server.requestedBytes(bundle);
    const hasOpened = await visit(true);
    byName[bundle.name] = {month, opened: server.requestedBytes(bundle), hasOpened};
  }
  return byName;
}

/** Measures the calendars in turns, so that other load of the machine affects all of them. `frames`: the duration of two empty frames, in
 * milliseconds.
 * @param {readonly Bundle[]} bundles @param {Pages} pages */
async function measureTimes(bundles, pages) {
  const cases = scenarios.map(({name, title}) => ({
    ...{name, title},
    all: bundles.map(bundle => ({bundle, figures: /** @type {Figures} */ ({})})),
  }));
  /** @type {number[]} */
  const frames = [];
  const started = performance.now();
  let round = 0;
  let last = 0;
  while (round < rounds.min || (round < rounds.max && performance.now() - started + last < maxTotalMs)) {
    const roundStarted = performance.now();
    round += 1;
    frames.push(await pages.frames());
    for (const {name, title, all} of cases) {
      for (const {bundle, figures} of rotate(all, round)) {
        report(`${title}, ${bundle.name}, round`, round, rounds.max);
        await add(figures, pages, bundle, name);
      }
      // Measures these directly after one another, and more often: the difference between them is small.
      const served = all.filter(({bundle}) => bundle.isServed);
      for (let pair = 0; pair < pairs; pair += 1) {
        for (const {bundle, figures} of rotate(served, pair)) {
          const {first, next} = await pages.month(bundle, name, 'page');
          const list = await pages.list(bundle, name, 'page');
          push(figures, {firstInPage: first, nextInPage: next, listInPage: list});
        }
      }
    }
    last = performance.now() - roundStarted;
  }
  /** @type {import('./section.mjs').Results} */
  const results = {};
  for (const {name, all} of cases) {
    results[name] = Object.fromEntries(all.map(({bundle, figures}) => [bundle.name, figures]));
  }
  return {rounds: round, frames, results};
}

/** Returns the items with another start and direction in each round, so that no item always follows the same one.
 * @template Item @param {readonly Item[]} items @param {number} round */
function rotate(items, round) {
  const from = round % items.length;
  const order = [...items.slice(from), ...items.slice(0, from)];
  return round % 2 ? order : order.reverse();
}

/** Adds measurements of a calendar.
 * @param {Figures} figures @param {Pages} pages @param {Bundle} bundle @param {string} scenario */
async function add(figures, pages, bundle, scenario) {
  const month = await pages.month(bundle, scenario, 'service');
  const list = await pages.list(bundle, scenario, 'service');
  push(figures, {...month, list});
  if (!bundle.isServed) push(figures, {firstInPage: month.first, nextInPage: month.next, listInPage: list});
}

/** @param {Figures} figures @param {{[name in import('./section.mjs').Figure]?: number}} values */
function push(figures, values) {
  for (const [name, value] of Object.entries(values)) {
    (figures[/** @type {import('./section.mjs').Figure} */ (name)] ??= []).push(value);
  }
}
