import {setTimeout as pause} from 'node:timers/promises';

import {report} from '../support/progress.mjs';
import {sized} from '../support/sized.mjs';
import {peers, plainDom, tavle} from './bundles.mjs';
import {scenarios} from './entries.mjs';
import {findingsOf} from './findings.mjs';
import {figureNames} from './medians.mjs';
import {Pages, viewMs} from './pages.mjs';
import {serve} from './server.mjs';

/**
 * @typedef {import('./bundles.mjs').Bundle} Bundle
 * @typedef {import('./entries.mjs').Scenario} Scenario
 * @typedef {import('./medians.mjs').Figures} Figures
 */

const rounds = {min: sized(3, 1), max: sized(7, 1)};
/** No round starts that would end later. */
const maxTotalMs = 180_000;
/** The measurements without a network in each round. */
const pairs = sized(4, 1);
/** Slower calendars are measured once. */
const maxSwitchMs = 2_000;

/** Measures every calendar with the same deadlines. Tavle is the first one. */
export async function measure() {
  const bundles = [await tavle(), ...(await peers())];
  const products = bundles.filter(({isVariant}) => !isVariant);
  const all = [...bundles, await tavle('Tavle, the calendar alone', 'calendar.js')];
  const server = await serve(all);
  const pages = await Pages.start(server.origin);
  try {
    const {version, findings} = await findingsOf(products, pages);
    const measured = await measureTimes([...bundles, plainDom], pages);
    const bytes = await measureBytes(
      all.filter(({isVariant}) => !isVariant),
      pages,
      server,
    );
    const data = {...measured, bytes, findings};
    return {tools: {Chromium: pages.version, 'axe-core': version}, data};
  } finally {
    await pages.stop();
    await server.stop();
  }
}

/**
 * Measures the bytes of the scripts and style sheets of a visit, with gzip. `opened`: of a visit where a person has opened a deadline as well.
 * `hasOpened`: whether the calendar has a dialog or popover for it.
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
  const cases = scenarios.map(scenario => ({
    scenario,
    all: bundles.map(bundle => ({bundle, figures: noFigures()})),
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
    for (const {scenario, all} of cases) {
      for (const {bundle, figures} of rotate(all, round)) {
        report(`${scenario.title}, ${bundle.name}, round`, round, rounds.max);
        await add(figures, pages, bundle, scenario);
      }
      // One directly after the other, and more often: their difference is small.
      const served = all.filter(({bundle}) => bundle.isServed);
      for (let pair = 0; pair < pairs; pair += 1) {
        for (const {bundle, figures} of rotate(served, pair)) {
          const {first, next} = await pages.month(bundle, scenario, 'page');
          const list = await pages.list(bundle, scenario, 'page');
          push(figures, {firstInPage: first, nextInPage: next, listInPage: list});
        }
      }
    }
    // The first round also measures slow calendars, so its duration does not predict the next.
    last = round > 1 ? performance.now() - roundStarted : 0;
  }
  const results = cases.map(({scenario, all}) => [
    scenario.name,
    Object.fromEntries(all.map(({bundle, figures}) => [bundle.name, figures])),
  ]);
  return {
    rounds: round,
    frames,
    results: /** @type {import('./medians.mjs').Results} */ (Object.fromEntries(results)),
  };
}

/** Returns the items with another start and direction in each round, so that none always follows the same one.
 * @template Item @param {readonly Item[]} items @param {number} round */
function rotate(items, round) {
  const from = round % items.length;
  const order = [...items.slice(from), ...items.slice(0, from)];
  return round % 2 ? order : order.reverse();
}

/** Adds measurements of a calendar, unless it is slow.
 * @param {Figures} figures @param {Pages} pages @param {Bundle} bundle @param {Scenario} scenario */
async function add(figures, pages, bundle, scenario) {
  if (![...figures.first, ...figures.next].some(isSlow)) {
    const month = await pages.month(bundle, scenario, 'service');
    push(figures, month);
    if (!bundle.isServed) push(figures, {firstInPage: month.first, nextInPage: month.next});
  }
  if (bundle.hasList && !figures.list.some(isSlow)) {
    const list = await pages.list(bundle, scenario, 'service');
    push(figures, bundle.isServed ? {list} : {list, listInPage: list});
  }
}

/** @param {number} milliseconds */
function isSlow(milliseconds) {
  return milliseconds > maxSwitchMs;
}

/** @returns {Figures} */
function noFigures() {
  return /** @type {any} */ (Object.fromEntries(figureNames.map(name => [name, []])));
}

/** @param {Figures} figures @param {Partial<Record<import('./medians.mjs').Figure, number>>} values */
function push(figures, values) {
  for (const name of figureNames) if (values[name] !== undefined) figures[name].push(values[name]);
}
