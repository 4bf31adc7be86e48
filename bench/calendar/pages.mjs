import {setTimeout as pause} from 'node:timers/promises';

import {launchChromium} from '../support/testing.mjs';
import {months, probeTextOf} from './entries.mjs';
import {loadCode, prepare} from './stage.mjs';

/**
 * @typedef {import('./bundles.mjs').Bundle} Bundle
 * @typedef {import('./entries.mjs').Scenario} Scenario
 * @typedef {import('./stage.mjs').Stage} Stage
 */

/**
 * The measurements of one page with a month: milliseconds, a number, and bytes.
 *
 * @typedef {{first: number, next: number, work: number, elements: number, heap: number}} MonthFigures
 */

/** Where requests for deadlines are answered. @typedef {'service' | 'page'} Source */

/** Time between the first and the next month. */
const viewMs = 500;

/** Time until a closed page has ended. */
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

  get version() {
    return this.browser.version();
  }

  /** Returns the duration of two empty frames, in milliseconds. */
  frames() {
    return this.#onPage(stage => stage.evaluate(page => page.emptyFrames()));
  }

  /** Measures the first month, the next one, and the memory of the calendar after that.
   * @param {Bundle} bundle @param {Scenario} scenario @param {Source} source @returns {Promise<MonthFigures>} */
  month(bundle, {name}, source) {
    return this.#onPage(async (stage, heap, metric) => {
      await stage.evaluate((page, name) => page.fetchEntries(name), name);
      const empty = await heap();
      await loadCode(stage, bundle);
      const withCode = await heap();
      await stage.evaluate(page => page.convertEntries());
      await answerFrom(source, stage);
      const withEntries = await heap();
      const first = await this.#mount(stage, name, 'month');
      const elements = await stage.evaluate(page => page.countElements());
      await pause(viewMs);
      const before = await metric('TaskDuration');
      const next = await stage.evaluate((page, text) => page.next(text), probeTextOf(months.next, 'month'));
      const work = ((await metric('TaskDuration')) - before) * 1000;
      return {first, next, work, elements, heap: (await heap()) - withEntries + withCode - empty};
    });
  }

  /** Returns the milliseconds of the list on a new page.
   * @param {Bundle} bundle @param {Scenario} scenario @param {Source} source @returns {Promise<number>} */
  list(bundle, scenario, source) {
    return this.#onPage(async (stage, heap) => {
      await prepare(stage, bundle, scenario);
      await answerFrom(source, stage);
      // As before a month: collects the garbage of the setup before the measurement.
      await heap();
      return this.#mount(stage, scenario.name, 'list');
    });
  }

  /**
   * Runs `work` on a page with a month or the list.
   *
   * @template Result
   * @param {Bundle} bundle @param {Scenario} scenario @param {'month' | 'list'} view
   * @param {(page: import('playwright').Page) => Promise<Result>} work
   */
  withView(bundle, scenario, view, work) {
    return this.#onPage(async (stage, _heap, _metric, page) => {
      await prepare(stage, bundle, scenario);
      await this.#mount(stage, scenario.name, view);
      return work(page);
    });
  }

  /** Shows a month, as a page does that a person visits, and opens a deadline. Returns whether the calendar has a dialog or popover for it.
   * @param {Bundle} bundle @param {Scenario} scenario @param {boolean} opens */
  visit(bundle, scenario, opens) {
    return this.#onPage(async stage => {
      await prepare(stage, bundle, scenario);
      await this.#mount(stage, scenario.name, 'month');
      await pause(viewMs);
      const hasOpened = opens && (await stage.evaluate(page => page.openEntry()));
      await pause(viewMs);
      return hasOpened;
    });
  }

  async stop() {
    await this.browser.close();
  }

  /** @param {Stage} stage @param {string} scenario @param {'month' | 'list'} view */
  #mount(stage, scenario, view) {
    const day = `${months.first}-10`;
    const service = `${this.origin}/service/${scenario}`;
    const text = probeTextOf(months.first, view);
    return stage.evaluate((page, {view, day, service, text}) => page.mount(view, day, service, text), {
      view,
      day,
      service,
      text,
    });
  }

  /**
   * @template Result
   * @param {(stage: Stage, heap: () => Promise<number>, metric: (name: string) => Promise<number>,
   *   page: import('playwright').Page) => Promise<Result>} measure
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
      const result = await measure(stage, heap, metric, page);
      if (failure) throw failure;
      return result;
    } finally {
      await context.close();
      await pause(closeMs);
    }
  }
}

/** @param {Source} source @param {Stage} stage */
async function answerFrom(source, stage) {
  if (source === 'page') await stage.evaluate(page => page.answerInPage('/service.mjs'));
}
