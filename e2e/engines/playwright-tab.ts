import type {ConsoleMessage, Locator, Page} from 'playwright/test';

import {watchProblems} from '../support/browser.ts';
import {patternOf} from './pattern.ts';
import {directionTo, stateOf} from './page-scripts.ts';
import type {FoundElement, Query, Tab} from './tab.ts';

/** How long, in milliseconds, a click may take. A click that is repeated because it was slow would be a second one. */
const clickTimeoutMs = 30_000;

/** A tab of Chromium, which Playwright drives. */
export class PlaywrightTab implements Tab {
  readonly #page: Page;
  readonly #problems: readonly string[];

  constructor(page: Page) {
    this.#page = page;
    this.#problems = watchProblems(page, isExpected);
  }

  async goto(url: string): Promise<void> {
    await this.#page.goto(url);
  }

  url(): Promise<string> {
    return Promise.resolve(this.#page.url());
  }

  async find(query: Query): Promise<FoundElement[]> {
    const elements = await locate(this.#page, query).elementHandles();
    return elements.map(element => ({
      state: () => element.evaluate(stateOf),
      click: () => element.click({timeout: clickTimeoutMs}),
      direction: () => element.evaluate(directionTo),
    }));
  }

  press(key: string): Promise<void> {
    return this.#page.keyboard.press(key);
  }

  evaluate<Parameter, Result>(
    script: (parameter: Parameter) => Result | Promise<Result>,
    parameter?: Parameter,
  ): Promise<Result> {
    return this.#page.evaluate(script as (parameter: unknown) => Result | Promise<Result>, parameter);
  }

  async print(): Promise<void> {
    await this.#page.pdf();
  }

  async frameText(selector: string): Promise<string> {
    if (!(await this.#page.locator(selector).count())) return '';
    return this.#page.frameLocator(selector).locator('body').innerText();
  }

  problems(): Promise<readonly string[]> {
    return Promise.resolve(this.#problems);
  }

  resize(width: number, height: number): Promise<void> {
    return this.#page.setViewportSize({width, height});
  }

  screenshot(): Promise<Buffer> {
    return this.#page.screenshot();
  }

  async close(): Promise<void> {
    await this.#page.close();
  }
}

function isExpected(message: ConsoleMessage): boolean {
  // The service responds with 404 to the request for a calendar link that does not exist, and browsers log each 404.
  const isMissingLink = message.location().url.endsWith('/abonnement');
  // Chromium 106 says so whenever it prints a page with container queries. The printed content uses none.
  return isMissingLink || message.text().startsWith('Using container queries or units with printing');
}

function locate(page: Page, {role, name, selector = '*', text, within}: Query): Locator {
  const root = within === undefined ? page : page.locator(within);
  const located =
    role === undefined
      ? root.locator(selector)
      : root.getByRole(
          role as Parameters<Page['getByRole']>[0],
          name === undefined ? {} : {name, exact: true},
        );
  return located.filter({visible: true, ...(text !== undefined && {hasText: patternOf(text)})});
}
