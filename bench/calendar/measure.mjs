import {ours, peers, plainDom} from './bundles.mjs';
import {scenarios} from './entries.mjs';
import {findingsOf} from './findings.mjs';
import {Pages} from './pages.mjs';
import {serve} from './server.mjs';

/**
 * @typedef {import('./bundles.mjs').Bundle} Bundle
 * @typedef {import('./entries.mjs').Scenario} Scenario
 * @typedef {import('./medians.mjs').Results} Results
 * @typedef {import('./medians.mjs').Figures} Figures
 * @typedef {import('../take.mjs').Report} Report
 */

/**
 * @typedef {object} CalendarData
 * @property {number} rounds
 * @property {number[]} frames What two frames take when nothing is done, in milliseconds.
 * @property {Record<string, number>} bytes Of each product's files, with gzip; ours is the first one.
 * @property {Results} results
 * @property {Record<string, import('./findings.mjs').Findings>} findings By product.
 */

const rounds = {least: 3, most: 7};
/** No further round is begun that would end after this, in milliseconds. */
const time = 180_000;
/** What takes longer is measured once, in milliseconds. */
const maxSwitchMs = 2_000;

/** Shows the same deadlines in every calendar.
 * @param {Report} report */
export async function measure(report) {
  const bundles = [await ours(), ...(await peers())];
  const server = await serve(bundles);
  const pages = await Pages.start(server.origin);
  try {
    const findings = await findingsOf(bundles, pages, report);
    const measured = await measureTimes([...bundles, plainDom], pages, report);
    const bytes = Object.fromEntries(bundles.map(bundle => [bundle.product, server.bytesAsked(bundle)]));
    /** @type {CalendarData} */
    const data = {...measured, bytes, findings: findings.byProduct};
    return {tools: {Chromium: pages.version, 'axe-core': findings.version}, data};
  } finally {
    await pages.stop();
    await server.stop();
  }
}

/** Takes turns among the calendars, so that whatever else the machine does falls on all of them.
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
  while (round < rounds.least || (round < rounds.most && performance.now() - started + last < time)) {
    const begun = performance.now();
    round += 1;
    frames.push(await pages.frames());
    for (const scenario of scenarios) {
      for (const bundle of inTurn(bundles, round)) {
        report(`${scenario.title}, ${bundle.name}, round`, round, rounds.most);
        const figures = results[scenario.name]?.[bundle.name];
        if (figures) await add(figures, pages, bundle, scenario);
      }
    }
    // The first round has what is measured once: it is no measure of the next.
    last = round > 1 ? performance.now() - begun : 0;
  }
  return {rounds: round, frames, results};
}

/** The calendars, in every round from another one on and in the other direction, so that none always follows the same one.
 * @param {readonly Bundle[]} bundles @param {number} round */
function inTurn(bundles, round) {
  const from = round % bundles.length;
  const order = [...bundles.slice(from), ...bundles.slice(0, from)];
  return round % 2 ? order : order.reverse();
}

/** Measures a calendar again.
 * @param {Figures} figures @param {Pages} pages @param {Bundle} bundle @param {Scenario} scenario */
async function add(figures, pages, bundle, scenario) {
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
  return milliseconds > maxSwitchMs;
}

/** @returns {Figures} */
function noFigures() {
  return {first: [], next: [], work: [], list: [], elements: [], heap: []};
}
