// Runs the steps of `page/stage.js` in new pages of Chromium, for `measure.mjs`. Add a figure of a month to `month`.
import {setTimeout as pause} from 'node:timers/promises';

import {launchChromium} from '../support/start.mjs';
import {months, probeTextOf, scenarios} from './entries.mjs';

/**
 * @typedef {import('./bundles.mjs').Bundle} Bundle
 * @typedef {import('playwright').Page} Page
 * @typedef {import('playwright').JSHandle<typeof import('./page/stage.js')>} Stage The steps of a measurement in a page.
 * @typedef {'month' | 'list'} View
 * @typedef {'service' | 'page'} Source Whether the service or the page responds to requests.
 */

/** The milliseconds between the first and the next month. */
export const viewMs = 500;

/** The milliseconds until a closed page has ended. */
const closeMs = 150;

/** Chromium, with a new page for every measurement. */
export class Pages {
  /** @param {string} origin Origin of the page. */
  static async start(origin) {
    return new Pages(origin, await launchChromium());
  }

  /** @param {string} origin @param {import('playwright').Browser} browser */
  constructor(origin, browser) {
    this.origin = origin;
    this.browser = browser;
  }

  /** Returns the duration of two empty frames, in milliseconds. */
  frames() {
    return this.#onPage(({stage}) => stage.evaluate(page => page.emptyFrames()));
  }

  /** Returns the milliseconds of the first month, of the next month and of the work for it, then the number of elements and the bytes of the heap.
   * @param {Bundle} bundle @param {string} scenario @param {Source} source */
  month(bundle, scenario, source) {
    return this.#onView(bundle, 'month', scenario, source, async ({stage, first, metric, grown}) => {
      const elements = await stage.evaluate(page => page.countElements());
      await pause(viewMs);
      const before = await metric('TaskDuration');
      const next = await stage.evaluate((page, text) => page.next(text), probeTextOf(months.next, 'month'));
      const work = ((await metric('TaskDuration')) - before) * 1000;
      return {first, next, work, elements, heap: await grown()};
    });
  }

  /** Returns the milliseconds of the list on a new page.
   * @param {Bundle} bundle @param {string} scenario @param {Source} source */
  list(bundle, scenario, source) {
    return this.#onView(bundle, 'list', scenario, source, async ({first}) => first);
  }

  /**
   * Runs `work` on a page with a month or the list of the first scenario.
   *
   * @template Result
   * @param {Bundle} bundle @param {View} view @param {(shown: {page: Page, stage: Stage}) => Promise<Result>} work
   */
  show(bundle, view, work) {
    return this.#onView(bundle, view, scenarios[0].name, 'service', work);
  }

  async stop() {
    await this.browser.close();
  }

  /**
   * Shows a calendar on a new page. `first`: the milliseconds until it is visible. `grown` returns the bytes of the calendar, without its entries.
   *
   * @template Result
   * @param {Bundle} bundle @param {View} view @param {string} scenario @param {Source} source
   * @param {(shown: {page: Page, stage: Stage, first: number, metric: (name: string) => Promise<number>, grown: () => Promise<number>}) => Promise<Result>} work
   */
  #onView({scripts, sheets}, view, scenario, source, work) {
    return this.#onPage(async ({page, stage, metric, heap}) => {
      await stage.evaluate((page, name) => page.fetchEntries(name), scenario);
      const empty = await heap();
      await stage.evaluate((page, code) => page.loadCode(code), {scripts, sheets});
      const withCode = await heap();
      await stage.evaluate((page, source) => page.prepareEntries(source), source);
      const withEntries = await heap();
      const parameters = {
        view,
        day: `${months.first}-10`,
        service: `${this.origin}/service/${scenario}`,
        probeText: probeTextOf(months.first, view),
      };
      const first = await stage.evaluate((page, parameters) => page.mount(parameters), parameters);
      const grown = async () => (await heap()) - withEntries + withCode - empty;
      return work({page, stage, first, metric, grown});
    });
  }

  /**
   * @template Result
   * @param {(tools: {stage: Stage, heap: () => Promise<number>, metric: (name: string) => Promise<number>, page: Page}) => Promise<Result>} measure
   *   `heap` collects garbage and returns the used bytes. `metric` returns a metric of Chromium.
   */
  async #onPage(measure) {
    const context = await this.browser.newContext({viewport: {width: 1280, height: 900}});
    try {
      const page = await context.newPage();
      /** @type {Error | undefined} */
      let failure;
      page.on('pageerror', error => (failure ??= error));
      await page.goto(`${this.origin}/page/index.html`);
      const devtools = await context.newCDPSession(page);
      await devtools.send('Performance.enable');
      const stage = /** @type {Stage} */ (await page.evaluateHandle(path => import(path), '/page/stage.js'));
      const metric = async (/** @type {string} */ wanted) => {
        const {metrics} = await devtools.send('Performance.getMetrics');
        return metrics.find(({name}) => name === wanted)?.value ?? NaN;
      };
      const heap = async () => {
        await devtools.send('HeapProfiler.collectGarbage');
        return metric('JSHeapUsedSize');
      };
      const result = await measure({stage, heap, metric, page});
      if (failure) throw failure;
      return result;
    } finally {
      await context.close();
      await pause(closeMs);
    }
  }
}
