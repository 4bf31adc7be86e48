/*
 * Measures the figures of `observe.mjs` and the longest tasks of the demo's pages in a browser. For `run-one.mjs`; `section.mjs` writes the result
 * into the manual.
 */
import {cli, MeasuredServer} from '../support/processes.mjs';
import {inTurns, sized} from '../support/rounds.mjs';
import {launchChromium, withDirectory} from '../support/start.mjs';
import {longestTask} from './longest-task.mjs';
import {observe} from './observe.mjs';

const rounds = sized(9, 1);

/** Duration of the observation after loading, in milliseconds. */
const watch = 1000;

const pages = {
  Overblik: 'demo/',
  'Frister, month': 'demo/frister.html?tavle-visning=month',
  'Frister, list': 'demo/frister.html?tavle-visning=list',
};

/** Loads the demo's pages. */
export function measure() {
  return withDirectory(async directory => {
    const demo = await MeasuredServer.start(cli, ['demo'], {TAVLE_PORT: '0'}, {cwd: directory});
    const browser = await launchChromium();
    try {
      const load = (/** @type {string} */ path) => loadPage(browser, new URL(path, demo.url).href);
      return {watch, pages: await inTurns(pages, rounds, load)};
    } finally {
      await browser.close();
      await demo.stop();
    }
  });
}

/** Loads a page in a new window, and again with tracing, which costs time. `busy`: processor time of the longest task, in milliseconds.
 * @param {import('playwright').Browser} browser @param {string} url */
async function loadPage(browser, url) {
  const load = async (/** @type {import('playwright').Page} */ page) => {
    await page.goto(url);
    await page.waitForTimeout(watch);
  };
  const figures = await inNewWindow(browser, async page => {
    await page.addInitScript(observe);
    await load(page);
    return /** @type {import('./observe.mjs').Figures} */ (await page.evaluate('figures'));
  });
  const busy = await inNewWindow(browser, page => longestTask(page, () => load(page)));
  return {...figures, busy};
}

/** @template Result
 * @param {import('playwright').Browser} browser @param {(page: import('playwright').Page) => Promise<Result>} action */
async function inNewWindow(browser, action) {
  const context = await browser.newContext({viewport: {width: 1280, height: 900}});
  try {
    return await action(await context.newPage());
  } finally {
    await context.close();
  }
}
