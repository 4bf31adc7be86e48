import {sized} from '../support/sized.mjs';
import {peers, plainDom, tavle} from './bundles.mjs';
import {scenarios} from './entries.mjs';
import {findingsOf} from './findings.mjs';
import {Pages} from './pages.mjs';
import {serve} from './server.mjs';

/**
 * @typedef {import('./bundles.mjs').Bundle} Bundle
 * @typedef {import('./entries.mjs').Scenario} Scenario
 * @typedef {import('./medians.mjs').Results} Results
 * @typedef {import('./medians.mjs').Figures} Figures
 * @typedef {import('../run-one.mjs').Report} Report
 */

/**
 * The bytes of the scripts and style sheets of a page, with gzip.
 *
 * @typedef {{month: number, opened: number, hasOpened: boolean}} Bytes `opened`: those of a page with a month where a person has opened a
 *   deadline. `hasOpened`: whether the calendar has a dialog or popover for it.
 */

/**
 * @typedef {object} CalendarData
 * @property {number} rounds
 * @property {number[]} frames Duration of two empty frames, in milliseconds.
 * @property {Record<string, Bytes>} bytes By product. Tavle is the first product.
 * @property {Results} results
 * @property {Record<string, import('./findings.mjs').Findings>} findings By product.
 */

const rounds = {min: sized(3, 1), max: sized(7, 1)};
/** No round starts that would end later. */
const maxTotalMs = 180_000;
/** The measurements without a network in each round. */
const pairs = sized(4, 1);
/** Slower calendars are measured once. */
const maxSwitchMs = 2_000;

/** Measures every calendar with the same deadlines.
 * @param {Report} report */
export async function measure(report) {
  const bundles = [await tavle(), ...(await peers())];
  const all = [...bundles, await tavle('Tavle, the calendar alone', 'calendar.js')];
  const server = await serve(all);
  const pages = await Pages.start(server.origin);
  try {
    const findings = await findingsOf(bundles, pages, report);
    const measured = await measureTimes([...bundles, plainDom], pages, report);
    const bytes = await measureBytes(all, pages, server);
    /** @type {CalendarData} */
    const data = {...measured, bytes, findings: findings.byProduct};
    return {tools: {Chromium: pages.version, 'axe-core': findings.version}, data};
  } finally {
    await pages.stop();
    await server.stop();
  }
}

/** Measures the bytes of a visit. Uses the first bundle of a product.
 * @param {readonly Bundle[]} bundles @param {Pages} pages @param {Awaited<ReturnType<typeof serve>>} server */
async function measureBytes(bundles, pages, server) {
  /** @type {Record<string, Bytes>} */
  const byProduct = {};
  const [scenario] = scenarios;
  for (const bundle of bundles) {
    if (byProduct[bundle.product] || !scenario) continue;
    server.forgetRequests();
    await pages.visit(bundle, scenario, false);
    const month = server.requestedBytes(bundle);
    const hasOpened = await pages.visit(bundle, scenario, true);
    byProduct[bundle.product] = {month, opened: server.requestedBytes(bundle), hasOpened};
  }
  return byProduct;
}

/** Measures the calendars in turns, so that other load of the machine affects all of them.
 * @param {readonly Bundle[]} bundles @param {Pages} pages @param {Report} report */
async function measureTimes(bundles, pages, report) {
  /** @type {Results} */
  const results = Object.fromEntries(
    scenarios.map(({name}) => [name, Object.fromEntries(bundles.map(bundle => [bundle.name, noFigures()]))]),
  );
  /** @type {number[]} */
  const frames = [];
  const started = performance.now();
  let round = 0;
  let last = 0;
  while (round < rounds.min || (round < rounds.max && performance.now() - started + last < maxTotalMs)) {
    const roundStarted = performance.now();
    round += 1;
    frames.push(await pages.frames());
    for (const scenario of scenarios) {
      for (const bundle of rotate(bundles, round)) {
        report(`${scenario.title}, ${bundle.name}, round`, round, rounds.max);
        const figures = results[scenario.name]?.[bundle.name];
        if (figures) await add(figures, pages, bundle, scenario);
      }
      // One directly after the other, and more often: their difference is small.
      for (let pair = 0; pair < pairs; pair += 1) {
        for (const bundle of rotate(
          bundles.filter(({isServed}) => isServed),
          pair,
        )) {
          const figures = results[scenario.name]?.[bundle.name];
          if (figures) await addInPage(figures, pages, bundle, scenario);
        }
      }
    }
    // The first round also measures slow calendars, so its duration does not predict the next.
    last = round > 1 ? performance.now() - roundStarted : 0;
  }
  return {rounds: round, frames, results};
}

/** Returns the calendars with another start and direction in each round, so that none always follows the same one.
 * @param {readonly Bundle[]} bundles @param {number} round */
function rotate(bundles, round) {
  const from = round % bundles.length;
  const order = [...bundles.slice(from), ...bundles.slice(0, from)];
  return round % 2 ? order : order.reverse();
}

/** Adds measurements of a calendar, unless it is slow.
 * @param {Figures} figures @param {Pages} pages @param {Bundle} bundle @param {Scenario} scenario */
async function add(figures, pages, bundle, scenario) {
  if (![...figures.first, ...figures.next].some(isSlow)) {
    const {first, next, work, elements, heap} = await pages.month(bundle, scenario, 'service');
    if (!bundle.isServed) {
      figures.firstInPage.push(first);
      figures.nextInPage.push(next);
    }
    figures.first.push(first);
    figures.next.push(next);
    figures.work.push(work);
    figures.elements.push(elements);
    figures.heap.push(heap);
  }
  if (bundle.hasList && !figures.list.some(isSlow)) {
    const list = await pages.list(bundle, scenario, 'service');
    figures.list.push(list);
    if (!bundle.isServed) figures.listInPage.push(list);
  }
}

/** Adds measurements of a calendar whose requests are answered in the page.
 * @param {Figures} figures @param {Pages} pages @param {Bundle} bundle @param {Scenario} scenario */
async function addInPage(figures, pages, bundle, scenario) {
  const {first, next} = await pages.month(bundle, scenario, 'page');
  figures.firstInPage.push(first);
  figures.nextInPage.push(next);
  figures.listInPage.push(await pages.list(bundle, scenario, 'page'));
}

/** @param {number} milliseconds */
function isSlow(milliseconds) {
  return milliseconds > maxSwitchMs;
}

/** @returns {Figures} */
function noFigures() {
  return {
    first: [],
    next: [],
    work: [],
    list: [],
    elements: [],
    heap: [],
    firstInPage: [],
    nextInPage: [],
    listInPage: [],
  };
}
